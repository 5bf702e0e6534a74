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
