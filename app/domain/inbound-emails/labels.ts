import type { Automatic } from "#app/clients/postmark/automatic-emails.ts";
import type { FileType } from "#app/clients/file-types.ts";

/** Ways in which an email can be matched to a matter, most reliable first (AMB-T01). */
export const MATCH_TYPES = [
  "by_hand",
  "mailbox_hash",
  "in_reply_to",
  "reference",
  "number",
  "sender",
  "participant",
  "address",
] as const;
export type MatchType = (typeof MATCH_TYPES)[number];

export const MATCH_TYPE_LABELS: Record<MatchType, string> = {
  by_hand: "Matched by a colleague",
  mailbox_hash: "Reply address",
  in_reply_to: "Answer to our email",
  reference: "Transaction id in the subject",
  number: "Matter’s number, from a participant",
  sender: "Sender whose email a colleague matched",
  participant: "Email address of a participant",
  address: "Postcode and first line of the property",
};

/** Emails that a rematch covers: those without a matter, or all (T-002, T-003). */
export const REMATCH_KINDS = ["unmatched", "all"] as const;
export type RematchKind = (typeof REMATCH_KINDS)[number];

export const REMATCH_LABELS: Record<RematchKind, string> = {
  unmatched: "Rematch unmatched emails",
  all: "Rematch all emails",
};

/** Error messages for a rematch that failed, as specified (T-010, T-011). */
export const REMATCH_FAILURES: Record<RematchKind, string> = {
  unmatched: "There was an error rematching unmatched emails",
  all: "There was an error rematching all emails",
};

/** Maximum duration of a rematch in seconds, including its time in the queue (T-008). */
export const REMATCH_SECONDS = 60;

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

/** Advice to staff about an attachment named winmail.dat. */
export const OUTLOOK_PACKAGE_ADVICE =
  "Outlook has packed the sender’s attachments into this file, and other programs can’t open it. Ask the sender to email each file again as a PDF.";

export const AUTOMATIC_LABELS: Record<Automatic, string> = {
  reply: "Automatic reply",
  bounce: "Email not delivered",
};

export const NOT_SAVED_LABELS = {
  empty: "Not saved: the file is empty",
  too_large: "Not saved: the attachments are more than 35 MB in total",
  too_many: "Not saved: the email has more than 50 attachments",
} as const;
