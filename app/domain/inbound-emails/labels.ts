import type { Automatic } from "#app/clients/postmark/automatic-emails.ts";
import type { FileType } from "#app/clients/file-types.ts";

/** How an email that came in was found to belong to a matter (AMB-T01), the surest way first. */
export const MATCH_TYPES = [
  "mailbox_hash",
  "in_reply_to",
  "reference",
  "participant",
  "address",
] as const;
export type MatchType = (typeof MATCH_TYPES)[number];

export const MATCH_TYPE_LABELS: Record<MatchType, string> = {
  mailbox_hash: "Reply address",
  in_reply_to: "Answer to our email",
  reference: "Transaction id in the subject",
  participant: "Email address of a participant",
  address: "Postcode and first line of the property",
};

/** Which emails are matched again: those of no matter, or every one (T-002, T-003). */
export const REMATCH_KINDS = ["unmatched", "all"] as const;
export type RematchKind = (typeof REMATCH_KINDS)[number];

export const REMATCH_LABELS: Record<RematchKind, string> = {
  unmatched: "Rematch unmatched emails",
  all: "Rematch all emails",
};

/** The specification's words for a run that failed (T-010, T-011). */
export const REMATCH_FAILURES: Record<RematchKind, string> = {
  unmatched: "There was an error rematching unmatched emails",
  all: "There was an error rematching all emails",
};

/** How long a run may take, waiting in the queue included (T-008). */
export const REMATCH_SECONDS = 60;

/** What a file is, in its list. */
export const FILE_TYPE_LABELS: Record<FileType, string> = {
  pdf: "PDF",
  jpg: "JPEG picture",
  png: "PNG picture",
  gif: "GIF picture",
  tif: "TIFF picture",
  heic: "HEIC picture",
  docx: "Word document",
  xlsx: "Excel spreadsheet",
  pptx: "PowerPoint presentation",
  doc: "Word document",
  xls: "Excel spreadsheet",
  ppt: "PowerPoint presentation",
  msg: "Outlook email",
  rtf: "rich text",
  eml: "email",
  ics: "calendar entry",
  csv: "table (CSV)",
  txt: "text",
  dat: "Outlook package",
  zip: "ZIP archive",
  bin: "unknown type",
};

/** What staff can do about a file that no one can open. */
export const OUTLOOK_PACKAGE_ADVICE =
  "Outlook has packed the sender’s attachments into this file, and other programs can’t open it. Ask the sender to email each file again as a PDF.";

/** What a program wrote and no person. */
export const AUTOMATIC_LABELS: Record<Automatic, string> = {
  reply: "Automatic reply",
  bounce: "Email not delivered",
};

/** Why a file of an email is not kept. */
export const LEFT_OUT_LABELS = {
  empty: "Not saved: the file is empty",
  too_large: "Not saved: the attachments are more than 35 MB in total",
  too_many: "Not saved: the email has more than 50 attachments",
} as const;
