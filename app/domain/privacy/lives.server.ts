import { KEPT_DAYS } from "#app/domain/sent-forms/sent-forms.server.ts";
import type { DB } from "#db/types.d.ts";

/** How long what we hold about people is kept, from what, and what happens then. */

/** Rows that the job `purge` deletes or counts, once `column` is older than `after`. */
export type NightlyRule<Table extends keyof DB = keyof DB> = Table extends keyof DB
  ? {
      table: Table;
      column: keyof DB[Table] & string;
      /** Narrows the rule to rows where all of these are empty. */
      withoutAny?: readonly (keyof DB[Table] & string)[];
      /** The column with the state of a row, and the states that the rule may delete. */
      ended?: { column: keyof DB[Table] & string; states: readonly string[] };
    }
  : never;

export type Life = {
  /** A PostgreSQL interval that reads well in a sentence. */
  after: string;
  /** What `after` is counted from, to be read after "10 years after". */
  from: string;
  /** The whole time in words, where `after` and `from` do not say it. */
  time?: string;
  /** Begins the sentence where a line has other lives too: which part of the data this is. */
  of?: string;
  /** Begins the sentence of an exception. */
  if?: string;
  /** What becomes of it: deleted, kept without names, or kept because the law or the log asks for it. */
  then: "erased" | "anonymous" | "kept";
  /** Left out where more than rows of one table goes: `endings.server.ts` says how. */
  nightly?: NightlyRule | readonly NightlyRule[];
  /** Whether it is deleted even while RETENTION is "count": no person or matter needs it any more. */
  always?: boolean;
};

/** Ten years are what the privacy policy promises for accounts and matters (H-067, H-068). */
const TEN_YEARS = "10 years";

const MATTER_ENDED = "completion, or after the sale or purchase falls through";

export const LIVES = {
  account: {
    after: TEN_YEARS,
    of: "For an account",
    from: "the last sale or purchase ends, or after the last sign-in, whichever is later",
    then: "anonymous",
  },
  /** Of whoever has signed up, or was invited, and never came. */
  unconfirmed: {
    after: "12 months",
    if: "If the email address is never confirmed",
    from: "sign-up or the last invitation",
    then: "anonymous",
  },
  /** The database lets nobody take its events away before (migration 0062, `is_past_its_life`): change both together. */
  matter: {
    after: TEN_YEARS,
    of: "For a sale or purchase",
    from: MATTER_ENDED,
    then: "erased",
  },
  /** Of a sale that nobody has paid for; the same holds. */
  begun: {
    after: "24 months",
    if: "If the sale is never paid for",
    from: "the last activity",
    then: "erased",
  },
  /** Money Laundering Regulations 2017, regulation 40: five years, and then no longer. */
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
    after: `${KEPT_DAYS} days`,
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
  /** Names and numbers of people that we have no reason to keep. */
  draft: {
    after: "90 days",
    from: "the last change",
    then: "erased",
    nightly: { table: "drafts", column: "updated_at" },
    always: true,
  },
  /** A copy of what is held on a person waits for them this long, and its file goes with it. */
  copy: {
    after: "0 days",
    from: "the end of the week that a copy waits for",
    time: "7 days after the copy is ready, or until a newer copy replaces it",
    then: "erased",
    nightly: { table: "data_copies", column: "expires_at" },
    always: true,
  },
  /** Also of what tells a restored database who was erased: no backup is older. */
  request: {
    after: TEN_YEARS,
    from: "we answer the request",
    then: "erased",
    nightly: [
      { table: "privacy_requests", column: "decided_at" },
      { table: "correction_requests", column: "decided_at" },
      { table: "erasures", column: "erased_at" },
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
  /** Of an email that came in and belongs to no matter; its files go with it. */
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
  /** Of an email that we sent to an address without an account and about no matter. */
  stray_sent: {
    after: "12 months",
    if: "If the email isn’t about an account, sale or purchase",
    from: "we write it",
    then: "erased",
    nightly: {
      table: "email_log",
      column: "created_at",
      // What was written about several homes of a group goes with the last of them.
      withoutAny: ["transaction_id", "user_id", "words"],
      ended: { column: "status", states: ["sent", "failed"] },
    },
  },
} as const satisfies Record<string, Life>;

export type LifeName = keyof typeof LIVES;
