import type { Side } from "#app/domain/transactions/sides.ts";
import type { Targets } from "./targets.ts";

/** A date of a matter, and what dates follow from. */

export const DATE_KINDS = [
  "deposit",
  "exchange",
  "balance",
  "completion",
  "searches",
  "priority",
  "tax_return",
] as const;
export type DateKind = (typeof DATE_KINDS)[number];

/** What the dates follow from, as far as it is the reader's to know. Days are "2026-11-21", as London has them. */
export type DateFacts = {
  side: Side;
  exchanged: string | null;
  completed: string | null;
  aborted: string | null;
  /** When the oldest of the searches that count came back; null where that is not the reader's to know. */
  searches_back: string | null;
  /** When the buyer's solicitor searched the register with priority; null where that is not the reader's to know. */
  priority_search: string | null;
  /** Of the home. */
  postcode: string | null;
  /** Where there is no day. */
  targets: Targets;
};

export type MatterDate = {
  kind: DateKind;
  day: string;
  title: string;
  /** Why it is this day, in one sentence or two. */
  basis: string;
  /** It is still to come, or something has to be done since it has passed. */
  is_open: boolean;
  certainty: Certainty;
};

/** Whether a day is in a contract or in the law, is planned and may move, or is reckoned from other sales. */
export type Certainty = "set" | "plan" | "estimate";
