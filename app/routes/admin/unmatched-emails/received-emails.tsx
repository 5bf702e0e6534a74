import { Form } from "@remix-run/react";
import Paperclip from "lucide-react/icons/paperclip";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { adminMoment } from "#app/domain/shared/dates.ts";
import { formatCount, formatFileSize } from "#app/domain/shared/format.ts";
import { isUploadType } from "#app/domain/documents/uploaded-file.ts";
import {
  AUTOMATIC_LABELS,
  FILE_TYPE_LABELS,
  NOT_SAVED_LABELS,
  MATCH_TYPE_LABELS,
  OUTLOOK_PACKAGE_ADVICE,
} from "#app/domain/inbound-emails/labels.ts";
import type { ListedEmail } from "#app/domain/inbound-emails/received-emails.server.ts";
import {
  BANK_DETAILS_WARNING,
  checksText,
  mentionsBankDetails,
  SENDER_FAILURES,
} from "#app/domain/inbound-emails/warnings.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { Details } from "#app/ui/details.tsx";
import { IfPermitted } from "../shared/allowed.tsx";
import { DialogLink } from "../shared/dialog-link.tsx";

/** Lists received emails as text, from newest to oldest. Their HTML opens in a sandboxed frame. */
export function ReceivedEmails({
  emails,
  open,
}: {
  emails: readonly EmailView[];
  open?: string | null;
}) {
  return (
    <ul className="shown-emails">
      {emails.map((email) => (
        <li key={email.id} id={emailAnchor(email.id)}>
          <Details summary={<EmailHead {...email} />} open={email.id === open}>
            <div className="stack" data-gap="s">
              <MarkRead {...email} />
              <SenderDoubt {...email} />
              {email.has_bank_details ? <Warning title={BANK_DETAILS_WARNING} /> : null}
              <p className="email-text">{email.text || "This email has no text."}</p>
              <FormattedEmail {...email} />
              <Attachments files={email.files} />
            </div>
          </Details>
        </li>
      ))}
    </ul>
  );
}

function EmailHead(email: EmailView) {
  const { subject, from, received, matched_by, automatic } = email;
  const { doubt, has_bank_details, files_text, mark_read } = email;
  return (
    <span className="email-head">
      <bdi>{subject}</bdi>
      <span className="hint">
        <bdi>{from}</bdi>, {received}
        {matched_by ? `. Matched by: ${matched_by}` : null}
      </span>
      <span className="received-email-badges">
        {mark_read ? <Badge tone="act">Unread</Badge> : null}
        {automatic ? <Badge>{automatic}</Badge> : null}
        {doubt ? <Badge tone="stop">Sender not verified</Badge> : null}
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

/**
 * Renders a button that marks the email as read for the whole team. Once all emails about the
 * matter have been read, the warning on the matter disappears.
 */
function MarkRead({ id, subject, mark_read }: EmailView) {
  if (!mark_read) return null;
  return (
    <IfPermitted needs="handle">
      <Form method="post" action={mark_read} preventScrollReset>
        <input type="hidden" name="email_id" value={id} />
        <SubmitButton size="small">
          {/* The texts must be in one element. Otherwise the button would put a gap between the
              words. */}
          <span>
            Mark as read<span className="vh">: {subject}</span>
          </span>
        </SubmitButton>
      </Form>
    </IfPermitted>
  );
}

function FormattedEmail({ subject, html_href }: EmailView) {
  if (!html_href) return null;
  return (
    <Details summary="Show formatted email">
      <p className="hint">Pictures and styles have been removed.</p>
      <iframe
        className="email-frame"
        title={`Formatted email: ${subject}`}
        src={html_href}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        loading="lazy"
      />
    </Details>
  );
}

function SenderDoubt({ doubt, checks }: EmailView) {
  if (!doubt) return checks ? <p className="hint">Sender verified: {checks}.</p> : null;
  return (
    <Warning title="Sender not verified">
      {doubt}
      {checks ? ` Results: ${checks}.` : null}
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
        {files.map(({ id, position, name, about, advice, href, file_href }) => (
          <li key={position}>
            <bdi>{name}</bdi>
            <span className="hint">{about}</span>
            {advice ? <span>{advice}</span> : null}
            {href ? (
              <a href={href} download>
                Download<span className="vh"> {name}</span>
              </a>
            ) : null}
            {file_href ? (
              <DialogLink needs="handle" id={`file-${id}`} to={file_href} what={name}>
                Add to documents
              </DialogLink>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}

export type EmailView = ReturnType<typeof emailView>;

/**
 * Maps a received email to what the list shows. Marks the sender as not verified, unless it is
 * proved that a participant sent the email.
 */
export function emailView({ match_type, received_at, ...email }: ListedEmail) {
  const { from_name, from_email, sender_doubt, is_participant, automatic } = email;
  const from = from_name && from_email ? `${from_name} (${from_email})` : from_email;
  const is_proved = sender_doubt === null && is_participant;
  const counted = email.files.filter(({ is_embedded }) => !is_embedded).length;
  const matched_by = match_type && MATCH_TYPE_LABELS[match_type];
  return {
    id: email.id,
    subject: email.subject || "No subject",
    from: fromText(from, is_proved),
    received: adminMoment(received_at),
    matched_by: matched_by && (is_proved ? matched_by : `${matched_by}, sender not verified`),
    automatic: automatic && AUTOMATIC_LABELS[automatic],
    mark_read:
      email.transaction_id && email.read_at === null
        ? paths.admin.transactionTab.events(email.transaction_id)
        : null,
    text: email.text_body,
    html_href: email.has_html ? paths.admin.emailHtml(email.id) : null,
    doubt: is_proved ? null : doubtText({ sender_doubt, match_type }),
    checks: checksText(email),
    has_bank_details:
      email.html_has_bank_details || mentionsBankDetails(`${email.subject}\n${email.text_body}`),
    files: email.files.map((file) => fileView(email, file)),
    files_text: counted > 0 ? attachmentsText(counted) : null,
  };
}

function fromText(from: string | null, is_proved: boolean) {
  if (from === null) return "No sender";
  return is_proved ? from : `Claims to be from ${from}`;
}

function doubtText({ sender_doubt, match_type }: Pick<ListedEmail, "sender_doubt" | "match_type">) {
  if (sender_doubt) return SENDER_FAILURES[sender_doubt];
  return match_type === null
    ? "The sender’s address doesn’t belong to anyone on any matter."
    : "The sender’s address doesn’t belong to anyone on this matter.";
}

function fileView(
  { id: email_id, transaction_id }: Pick<ListedEmail, "id" | "transaction_id">,
  file: ListedEmail["files"][number],
) {
  const { id, position, file_name, file_type, size_bytes, left_out, is_embedded } = file;
  const type = FILE_TYPE_LABELS[file_type] + (is_embedded ? " within the text" : "");
  return {
    id,
    position,
    name: file_name || "Unnamed file",
    about: left_out ? NOT_SAVED_LABELS[left_out] : `${type}, ${formatFileSize(size_bytes)}`,
    advice: file_type === "dat" ? OUTLOOK_PACKAGE_ADVICE : null,
    href: left_out ? null : paths.admin.emailAttachment(email_id, position),
    file_href:
      transaction_id && !left_out && isUploadType(file_type)
        ? paths.admin.fileAttachment(transaction_id, id)
        : null,
  };
}

export function attachmentsText(count: number): string {
  return count === 1 ? "1 attachment" : `${formatCount(count)} attachments`;
}

export const emailAnchor = (id: string) => `email-${id}`;
