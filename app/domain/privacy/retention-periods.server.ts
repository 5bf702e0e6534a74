import { IDEMPOTENCY_KEY_DAYS } from "#app/domain/form-submissions/form-submissions.server.ts";
import type { DB } from "#db/types.d.ts";

/**
 * Rule for one table of the job `purge`, which deletes or only counts the rows in which `column` is
 * longer ago than the period’s `after`.
 */
export type NightlyRule<Table extends keyof DB = keyof DB> = Table extends keyof DB
  ? {
      table: Table;
      column: keyof DB[Table] & string;
      /** Restricts the rule to rows in which all of these columns are null. */
      withoutAny?: readonly (keyof DB[Table] & string)[];
      /** The table’s status column, and the statuses in which the rule may delete a row. */
      ended?: { column: keyof DB[Table] & string; states: readonly string[] };
    }
  : never;

export type RetentionPeriod = {
  /** Length of the period as a PostgreSQL interval. It is also shown in sentences. */
  after: string;
  /** Start of the period, as the text that follows "10 years after". */
  from: string;
  /** The period as text, if `after` and `from` cannot express it. */
  time?: string;
  /**
   * Text that says which data the period is for. It begins the period’s sentence if a line has
   * several periods.
   */
  of?: string;
  if?: string;
  /**
   * Outcome for the data after the period: it is deleted, anonymised, or kept because it is in
   * a log whose entries can’t be removed.
   */
  then: "erased" | "anonymous" | "kept";
  /**
   * The rule that the job `purge` uses. Missing if several tables are involved
   * (retention-due.server.ts).
   */
  nightly?: NightlyRule | readonly NightlyRule[];
  /**
   * True if the rows are deleted even while RETENTION is "count", because no person or matter needs
   * them.
   */
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
   * A trigger protects the matter’s events for the same period (`is_past_its_life` in migration
   * 0062). Change both together.
   */
  matter: {
    after: TEN_YEARS,
    of: "For a sale or purchase",
    from: MATTER_ENDED,
    then: "erased",
  },
  /**
   * A sale that was never paid for. The trigger that protects a matter’s events applies here too.
   */
  begun: {
    after: "24 months",
    if: "If the sale is never paid for",
    from: "the last activity",
    then: "erased",
  },
  /**
   * Period in regulation 40 of the Money Laundering Regulations 2017: five years, and no longer.
   */
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
  firm_session: {
    after: "0 days",
    from: "the end of the session",
    time: "until sign-out, or until the link or the session expires",
    then: "erased",
    nightly: { table: "firm_sessions", column: "expires_at" },
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
  /**
   * Requests about personal data, and tombstones, which must be kept for longer than any backup.
   */
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
  /** A received email that belongs to no matter, with its files. */
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
  /** An email that we sent to an address without an account and that is about no matter. */
  stray_sent: {
    after: "12 months",
    if: "If the email isn’t about an account, sale or purchase",
    from: "we write it",
    then: "erased",
    nightly: {
      table: "email_log",
      column: "created_at",
      // Emails about several units of a group are deleted with the last of the units.
      withoutAny: ["transaction_id", "user_id", "body_text"],
      ended: { column: "status", states: ["sent", "failed"] },
    },
  },
} as const satisfies Record<string, RetentionPeriod>;

export type RetentionPeriodName = keyof typeof RETENTION_PERIODS;
