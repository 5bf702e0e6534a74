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
  /** What `after` is counted from, to be read after the interval. */
  from: string;
  /** What becomes of it: deleted, kept without names, or kept because the law or the log asks for it. */
  then: "erased" | "anonymous" | "kept";
  /** Left out where more than rows of one table goes: `endings.server.ts` says how. */
  nightly?: NightlyRule | readonly NightlyRule[];
  /** Whether it is deleted even while RETENTION is "count": no person or matter needs it any more. */
  always?: boolean;
};

/** Ten years are what the privacy policy promises for accounts and matters (H-067, H-068). */
const TEN_YEARS = "10 years";

export const LIVES = {
  account: {
    after: TEN_YEARS,
    from: "the end of the person's last matter, or from their last sign-in where that is later",
    then: "anonymous",
  },
  /** Of whoever has signed up, or was invited, and never came. */
  unconfirmed: {
    after: "12 months",
    from: "the sign-up or the last invitation, if the address was never confirmed",
    then: "anonymous",
  },
  /** The database lets nobody take its events away before (migration 0062, `is_past_its_life`): change both together. */
  matter: { after: TEN_YEARS, from: "completion, or the end of the matter", then: "erased" },
  /** Of a sale that nobody has paid for; the same holds. */
  begun: {
    after: "24 months",
    from: "the last that happened in a sale that was never paid for",
    then: "erased",
  },
  /** Money Laundering Regulations 2017, regulation 40: five years, and then no longer. */
  check: { after: "5 years", from: "completion, or the end of the matter", then: "erased" },
  partner: { after: TEN_YEARS, from: "the last matter with the firm or office", then: "erased" },
  log: { after: TEN_YEARS, from: "the end of the matter it is about", then: "kept" },
  session: {
    after: "0 days",
    from: "the end of the session",
    then: "erased",
    nightly: { table: "sessions", column: "expires_at" },
    always: true,
  },
  stash: {
    after: "0 days",
    from: "the end of the hour that a form is held for",
    then: "erased",
    nightly: { table: "stashed_forms", column: "expires_at" },
    always: true,
  },
  sent_form: {
    after: `${KEPT_DAYS} days`,
    from: "the post of the form",
    then: "erased",
    nightly: { table: "form_submissions", column: "created_at" },
    always: true,
  },
  limit: {
    after: "1 day",
    from: "the turn",
    then: "erased",
    nightly: { table: "rate_limits", column: "window_start" },
    always: true,
  },
  link: {
    after: "30 days",
    from: "the end of the link",
    then: "erased",
    nightly: { table: "magic_link_tokens", column: "expires_at" },
    always: true,
  },
  /** Names and numbers of people that we have no reason to keep. */
  draft: {
    after: "12 months",
    from: "the last change",
    then: "erased",
    nightly: { table: "drafts", column: "updated_at" },
    always: true,
  },
  /** A copy of what is held on a person waits for them this long, and its file goes with it. */
  copy: {
    after: "0 days",
    from: "the end of the week that a copy waits for",
    then: "erased",
    nightly: { table: "data_copies", column: "expires_at" },
    always: true,
  },
  /** Also of what tells a restored database who was erased: no backup is older. */
  request: {
    after: TEN_YEARS,
    from: "the decision",
    then: "erased",
    nightly: [
      { table: "privacy_requests", column: "decided_at" },
      { table: "correction_requests", column: "decided_at" },
      { table: "erasures", column: "erased_at" },
    ],
  },
  enquiry: {
    after: "24 months",
    from: "the message",
    then: "erased",
    nightly: { table: "contact_requests", column: "created_at" },
  },
  lead: {
    after: "24 months",
    from: "the lead",
    then: "erased",
    nightly: { table: "leads", column: "created_at" },
  },
  /** Of an email that came in and belongs to no matter; its files go with it. */
  stray_email: {
    after: "12 months",
    from: "the day it came in",
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
    from: "the day it was written",
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
