import { IDEMPOTENCY_KEY_DAYS } from "#app/domain/form-submissions/form-submissions.server.ts";
import type { DB } from "#db/types.d.ts";

/** Rule of the job `purge`: it deletes or counts rows whose `column` is older than `after`. */
export type NightlyRule<Table extends keyof DB = keyof DB> = Table extends keyof DB
  ? {
      table: Table;
      column: keyof DB[Table] & string;
      /** Restricts the rule to rows in which all of these are null. */
      withoutAny?: readonly (keyof DB[Table] & string)[];
      /** The status column, and the statuses that the rule may delete. */
      ended?: { column: keyof DB[Table] & string; states: readonly string[] };
    }
  : never;

export type RetentionPeriod = {
  /** A PostgreSQL interval, also shown in sentences. */
  after: string;
  /** Start of the period, to follow "10 years after". */
  from: string;
  /** The period in words, if `after` and `from` do not express it. */
  time?: string;
  /** Part of the data, which opens the sentence if a line has several periods. */
  of?: string;
  if?: string;
  /** Deleted, anonymised, or kept because the law or the log requires it. */
  then: "erased" | "anonymous" | "kept";
  /** Missing if several tables are involved (retention-due.server.ts). */
  nightly?: NightlyRule | readonly NightlyRule[];
  /** True if rows are deleted even while RETENTION is "count": no person or matter needs them. */
  always?: boolean;
};

/** Period that the privacy policy promises for accounts and matters (H-067, H-068). */
const TEN_YEARS = "10 years";

const MATTER_ENDED = "completion, or after the sale or purchase falls through";

export const RETENTION_PERIODS = {
  account: {
    after: TEN_YEARS,
    of: "For an account",
    from: "the last sale or purchase ends, or after the last sign-in, whichever is later",
    then: "anonymous",
  },
  unconfirmed: {
    after: "12 months",
    if: "If the email address is never confirmed",
    from: "sign-up or the last invitation",
    then: "anonymous",
  },
  /**
   * Until then, a trigger protects the matter's events (migration 0062, `is_past_its_life`). Change
   * both together.
   */
  matter: {
    after: TEN_YEARS,
    of: "For a sale or purchase",
    from: MATTER_ENDED,
    then: "erased",
  },
  /** A sale that was never paid for. The same trigger applies. */
  begun: {
    after: "24 months",
    if: "If the sale is never paid for",
    from: "the last activity",
    then: "erased",
  },
  /** Money Laundering Regulations 2017, regulation 40: five years, and no longer. */
  check: { after: "5 years", from: MATTER_ENDED, then: "erased" },
  partner: {
    after: TEN_YEARS,
    of: "For a firm or office",
    from: "the last sale or purchase with the firm or office",
    then: "erased",
  },
  log: {
    after: TEN_YEARS,
    from: "the sale or purchase ends",
    time: `at least ${TEN_YEARS} after the sale or purchase ends`,
    then: "kept",
  },
  session: {
    after: "0 days",
    from: "the end of the session",
    time: "until sign-out, or until the session expires",
    then: "erased",
    nightly: { table: "sessions", column: "expires_at" },
    always: true,
  },
  sent_form: {
    after: `${IDEMPOTENCY_KEY_DAYS} days`,
    from: "the form is sent",
    then: "erased",
    nightly: { table: "form_submissions", column: "created_at" },
    always: true,
  },
  limit: {
    after: "1 day",
    from: "the request",
    then: "erased",
    nightly: { table: "rate_limits", column: "window_start" },
    always: true,
  },
  link: {
    after: "30 days",
    from: "the link expires",
    then: "erased",
    nightly: { table: "magic_link_tokens", column: "expires_at" },
    always: true,
  },
  /** Drafts contain personal data that we have no reason to keep for longer. */
  draft: {
    after: "90 days",
    from: "the last change",
    then: "erased",
    nightly: { table: "drafts", column: "updated_at" },
    always: true,
  },
  copy: {
    after: "0 days",
    from: "the end of the week that a copy waits for",
    time: "7 days after the copy is ready, or until a newer copy replaces it",
    then: "erased",
    nightly: { table: "data_copies", column: "expires_at" },
    always: true,
  },
  /** Includes tombstones. They must outlive every backup. */
  request: {
    after: TEN_YEARS,
    from: "we answer the request",
    then: "erased",
    nightly: [
      { table: "privacy_requests", column: "decided_at" },
      { table: "correction_requests", column: "decided_at" },
      { table: "erased_people", column: "erased_at" },
    ],
  },
  enquiry: {
    after: "24 months",
    from: "we receive the message",
    then: "erased",
    nightly: { table: "contact_requests", column: "created_at" },
  },
  lead: {
    after: "24 months",
    from: "we receive the details",
    then: "erased",
    nightly: { table: "leads", column: "created_at" },
  },
  /** A received email outside any matter, with its files. */
  stray_email: {
    after: "12 months",
    if: "If the email isn’t about a sale or purchase",
    from: "we receive it",
    then: "erased",
    nightly: {
      table: "inbound_emails",
      column: "received_at",
      withoutAny: ["transaction_id"],
    },
  },
  /** An email sent outside any matter to an address without an account. */
  stray_sent: {
    after: "12 months",
    if: "If the email isn’t about an account, sale or purchase",
    from: "we write it",
    then: "erased",
    nightly: {
      table: "email_log",
      column: "created_at",
      // Emails about several homes of a group are deleted with the last home.
      withoutAny: ["transaction_id", "user_id", "body_text"],
      ended: { column: "status", states: ["sent", "failed"] },
    },
  },
} as const satisfies Record<string, RetentionPeriod>;

export type RetentionPeriodName = keyof typeof RETENTION_PERIODS;
