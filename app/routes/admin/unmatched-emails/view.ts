import { formatCount, formatFileSize } from "#app/domain/fields/words.ts";
import { adminMoment } from "#app/domain/fields/dates.ts";
import {
  checksText,
  mentionsBankDetails,
  SENDER_DOUBTS,
} from "#app/domain/inbound-emails/warnings.ts";
import {
  FILE_TYPE_LABELS,
  LEFT_OUT_LABELS,
  MATCH_TYPE_LABELS,
  REMATCH_FAILURES,
  REMATCH_LABELS,
} from "#app/domain/inbound-emails/labels.ts";
import type { ListedEmail } from "#app/domain/inbound-emails/received-emails.server.ts";
import type { readRematches } from "#app/domain/inbound-emails/rematch.server.ts";
import { paths } from "#app/paths.ts";

type Rematch = Awaited<ReturnType<typeof readRematches>>[number];
export type RematchView = ReturnType<typeof rematchView>;

/** A run as its panel shows it (T-004, T-005). */
export function rematchView(run: Rematch) {
  return {
    kind: run.kind,
    title: REMATCH_LABELS[run.kind],
    status: run.status,
    failure: run.status === "failed" ? REMATCH_FAILURES[run.kind] : null,
    started: `Started ${adminMoment(run.started_at)}${run.started_by ? ` by ${run.started_by}` : ""}`,
    total: run.total,
    checked: run.checked,
    counts: [
      ["Total", run.total],
      ["New matches", run.new_matches],
      ["Still unmatched", run.still_unmatched],
      ["Changed matches", run.changed_matches],
      ["Unchanged matches", run.unchanged_matches],
    ] satisfies [string, number][],
    match_types: run.match_types.map(([type, count]): [string, number] => [
      MATCH_TYPE_LABELS[type],
      count,
    ]),
  };
}

export type EmailView = ReturnType<typeof emailView>;

/** An email that came in, as text. What its sender says of themselves counts as such unless they are proved. */
export function emailView({ match_type, received_at, ...email }: ListedEmail) {
  const { from_name, from_email, sender_doubt, is_participant } = email;
  const from = from_name ? `${from_name} (${from_email})` : from_email;
  const is_proved = sender_doubt === null && is_participant;
  const matched_by = match_type && MATCH_TYPE_LABELS[match_type];
  return {
    id: email.id,
    subject: email.subject || "No subject",
    from: is_proved ? from : `Says it is from ${from}`,
    received: adminMoment(received_at),
    matched_by: matched_by && (is_proved ? matched_by : `${matched_by}, not proved`),
    text: email.text_body,
    doubt: is_proved ? null : doubtText(email),
    checks: checksText(email),
    has_bank_details: mentionsBankDetails(`${email.subject}\n${email.text_body}`),
    files: email.files.map((file) => fileView(email.id, file)),
    files_text: email.files.length > 0 ? attachmentsText(email.files.length) : null,
  };
}

function doubtText({ sender_doubt }: Pick<ListedEmail, "sender_doubt">) {
  if (sender_doubt) return SENDER_DOUBTS[sender_doubt];
  return "The address that it came from belongs to nobody who takes part.";
}

function fileView(email_id: string, file: ListedEmail["files"][number]) {
  const { position, file_name, file_type, size_bytes, left_out } = file;
  return {
    position,
    name: file_name || "No name",
    about: left_out
      ? LEFT_OUT_LABELS[left_out]
      : `${FILE_TYPE_LABELS[file_type]}, ${formatFileSize(size_bytes)}`,
    href: left_out ? null : paths.admin.emailAttachment(email_id, position),
  };
}

/** "1 attachment", "3 attachments". */
export function attachmentsText(count: number): string {
  return count === 1 ? "1 attachment" : `${formatCount(count)} attachments`;
}

/** "3 unmatched emails" (T-001). */
export function countText(count: number): string {
  if (count === 0) return "No unmatched emails";
  return count === 1 ? "1 unmatched email" : `${formatCount(count)} unmatched emails`;
}

/** Where an email stands in its list. */
export const emailAnchor = (id: string) => `email-${id}`;
