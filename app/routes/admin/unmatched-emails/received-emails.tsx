import Paperclip from "lucide-react/icons/paperclip";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { BANK_DETAILS_WARNING } from "#app/domain/inbound-emails/warnings.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Details } from "#app/ui/details.tsx";
import { emailAnchor, type EmailView } from "./view.ts";

/** Emails that came in, newest first; each opens. What they say is text, whatever they were written in. */
export function ReceivedEmails({
  emails,
  open,
}: {
  emails: readonly EmailView[];
  /** The id of the one that is open from the beginning. */
  open?: string | null;
}) {
  return (
    <ul className="received-emails">
      {emails.map((email) => (
        <li key={email.id} id={emailAnchor(email.id)}>
          <Details summary={<EmailHead {...email} />} open={email.id === open}>
            <div className="stack" data-gap="s">
              <SenderDoubt {...email} />
              {email.has_bank_details ? <Warning title={BANK_DETAILS_WARNING} /> : null}
              <p className="received-email-text">{email.text || "This email has no text."}</p>
              <Attachments files={email.files} />
            </div>
          </Details>
        </li>
      ))}
    </ul>
  );
}

function EmailHead(email: EmailView) {
  const { subject, from, received, matched_by, doubt, has_bank_details, files_text } = email;
  return (
    <span className="received-email-head">
      <bdi>{subject}</bdi>
      <span className="hint">
        <bdi>{from}</bdi>, {received}
        {matched_by ? `. Matched by: ${matched_by}` : null}
      </span>
      <span className="received-email-badges">
        {doubt ? <Badge tone="stop">The sender is not proved</Badge> : null}
        {has_bank_details ? <Badge tone="stop">Bank details</Badge> : null}
        {files_text ? (
          <Badge>
            <Paperclip aria-hidden="true" />
            {files_text}
          </Badge>
        ) : null}
      </span>
    </span>
  );
}

/** Why a person may have written it who is not who they say, or what speaks for them. */
function SenderDoubt({ doubt, checks }: EmailView) {
  if (!doubt) return checks ? <p className="hint">The sender is proved: {checks}.</p> : null;
  return (
    <Warning title="The sender is not proved">
      {doubt}
      {checks ? ` Found: ${checks}.` : null}
    </Warning>
  );
}

function Warning({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <p className="received-email-warning">
      <TriangleAlert aria-hidden="true" />
      <span>
        <strong>{title}.</strong> {children}
      </span>
    </p>
  );
}

function Attachments({ files }: Pick<EmailView, "files">) {
  if (files.length === 0) return null;
  return (
    <>
      <p>
        <strong>Attachments</strong>
      </p>
      <ul className="received-email-files">
        {files.map(({ position, name, about, href }) => (
          <li key={position}>
            <bdi>{name}</bdi>
            <span className="hint">{about}</span>
            {href ? (
              <a href={href} download>
                Download<span className="vh"> {name}</span>
              </a>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}
