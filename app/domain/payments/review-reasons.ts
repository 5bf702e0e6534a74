import type { Selectable } from "kysely";
import type { DB } from "#db/types.d.ts";

/** Why a person has to look at money. */
export type ReviewReason = Selectable<DB["payment_reviews"]>["reason"];

/** Of a payment that came and does not fit its order: told by Stripe, at once. Only a person can clear it up. */
export const MISFITS = [
  "amount_mismatch",
  "paid_and_referred",
  "paid_twice",
  "home_paid_twice",
] as const satisfies readonly ReviewReason[];

/** A misfit, or no money at all: the home is sold with us by another person. Both sales are shown (AMB-D02). */
export const HOME_WITH_US = "home_with_us" satisfies ReviewReason;

/** What the nightly comparison with Stripe finds. It is closed by itself once it is not so any more. */
export const DIFFERENCES = [
  "unknown_order",
  "paid_there_only",
  "paid_here_only",
  "sum_differs",
  "refunded",
  "disputed",
  "still_processing",
  "still_open",
] as const satisfies readonly ReviewReason[];

export type Misfit = (typeof MISFITS)[number];
export type Difference = (typeof DIFFERENCES)[number];

const misfits: ReadonlySet<ReviewReason> = new Set(MISFITS);

export function isMisfit(reason: ReviewReason): reason is Misfit {
  return misfits.has(reason);
}
