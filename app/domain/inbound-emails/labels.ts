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
  heic: "HEIC picture",
  docx: "Word document",
  zip: "ZIP archive",
  bin: "unknown type",
};

/** Why a file of an email is not kept. */
export const LEFT_OUT_LABELS = {
  empty: "Not saved: the file is empty",
  too_large: "Not saved: the attachments are more than 35 MB in total",
  too_many: "Not saved: the email has more than 50 attachments",
} as const;
