import { Details } from "#app/ui/details.tsx";
import type { EmailView } from "./view.ts";

/** Emails that came in, newest first; each opens. What they say is text, whatever they were written in. */
export function ReceivedEmails({ emails }: { emails: readonly EmailView[] }) {
  return (
    <ul className="received-emails">
      {emails.map(({ id, subject, from, received, matched_by, text }) => (
        <li key={id}>
          <Details summary={subject}>
            <p className="received-email-text">{text || "This email has no text."}</p>
          </Details>
          <p className="hint">
            {from}, {received}
            {matched_by ? `. Matched by: ${matched_by}` : null}
          </p>
        </li>
      ))}
    </ul>
  );
}
