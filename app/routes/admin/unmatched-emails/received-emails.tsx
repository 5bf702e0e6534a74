import { Details } from "#app/ui/details.tsx";
import type { EmailView } from "./view.ts";

/** Emails that came in, newest first; each opens. What they say is text, whatever they were written in. */
export function ReceivedEmails({ emails }: { emails: readonly EmailView[] }) {
  return (
    <ul className="received-emails">
      {emails.map((email) => (
        <li key={email.id}>
          <Details summary={<EmailHead {...email} />}>
            <p className="received-email-text">{email.text || "This email has no text."}</p>
          </Details>
        </li>
      ))}
    </ul>
  );
}

function EmailHead({ subject, from, received, matched_by }: EmailView) {
  return (
    <span className="received-email-head">
      {subject}
      <span className="hint">
        {from}, {received}
        {matched_by ? `. Matched by: ${matched_by}` : null}
      </span>
    </span>
  );
}
