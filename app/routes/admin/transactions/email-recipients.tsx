import { adminDate, adminTime } from "#app/domain/fields/dates.ts";

/** Whom an email goes to that staff are asked to confirm, and when it went out last. */
export function EmailRecipients({
  recipients,
  lastSent,
}: {
  recipients: readonly string[];
  lastSent: string;
}) {
  return (
    <>
      <ul>
        {recipients.map((recipient) => (
          <li key={recipient}>{recipient}</li>
        ))}
      </ul>
      <p className="hint">{lastSent}</p>
    </>
  );
}

/** "Last sent on 21/11/2026 at 09:05". */
export function lastSentText(at: Date | null): string {
  return at ? `Last sent on ${adminDate(at)} at ${adminTime(at)}` : "Not sent yet";
}
