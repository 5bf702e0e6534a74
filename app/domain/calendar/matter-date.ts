import type { Side } from "#app/domain/transactions/sides.ts";
import type { DateEstimates } from "./date-estimates.ts";

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

/** Facts about a matter that the reader may know. Days are London dates, "2026-11-21". */
export type DateFacts = {
  side: Side;
  exchanged: string | null;
  completed: string | null;
  aborted: string | null;
  /** Result date of the oldest current search; null if it must not be shown to the reader. */
  searches_back: string | null;
  /** Date of the solicitor's priority search; null if it must not be shown to the reader. */
  priority_search: string | null;
  postcode: string | null;
  targets: DateEstimates;
};

export type MatterDate = {
  kind: DateKind;
  day: string;
  title: string;
  basis: string;
  /** True if the date is in the future, or has passed but still needs action. */
  is_open: boolean;
  certainty: Certainty;
};

/**
 * Certainty of a date: "set" by contract or law, a "plan" that can change, or an "estimate" from
 * other sales.
 */
export type Certainty = "set" | "plan" | "estimate";
