/** The seller's way in (C-001), and where in it somebody may be. */

export const SELLER_STEPS = [
  "welcome",
  "about-you",
  "about-the-property",
  "terms-and-conditions",
  "payment",
] as const;
export type SellerStep = (typeof SELLER_STEPS)[number];

/** What has been done so far. `sale` is the one that is being worked on; null when there is none yet. */
export type Progress = {
  /** The seller has given an address to write to. */
  person_complete: boolean;
  sale: { terms_accepted: boolean; complete: boolean } | null;
};

/** Where an incomplete sale goes on (F-017, F-018, AMB-C12); `null` when there is nothing left to do. */
export function resumeStep(sale: {
  terms_accepted: boolean;
  complete: boolean;
}): "terms-and-conditions" | "payment" | null {
  if (sale.complete) return null;
  return sale.terms_accepted ? "payment" : "terms-and-conditions";
}

/** The first step that is not done; `null` when all are (AMB-C15). */
export function firstUnfinishedStep(progress: Progress): SellerStep | null {
  const { person_complete, sale } = progress;
  if (sale?.complete) return null;
  if (!person_complete) return "about-you";
  return sale ? resumeStep(sale) : "about-the-property";
}

/**
 * Whether somebody may open a step (AMB-C15): any earlier one while the sale is incomplete; a later one leads to the
 * first unfinished; once the sale is complete, none.
 *
 * @returns where to go instead, or null when the step may be opened.
 */
export function insteadOf(step: SellerStep, progress: Progress): SellerStep | "done" | null {
  const first = firstUnfinishedStep(progress);
  if (first === null) return "done";
  return SELLER_STEPS.indexOf(step) > SELLER_STEPS.indexOf(first) ? first : null;
}
