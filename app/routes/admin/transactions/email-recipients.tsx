import { adminDate, adminTime } from "#app/domain/shared/dates.ts";

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

export function lastSentText(at: Date | null): string {
  return at ? `Last sent on ${adminDate(at)} at ${adminTime(at)}` : "Not sent yet";
}
