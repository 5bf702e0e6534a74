/** The steps of sellers (C-001) and of buyers (D-001), and which of them a person may open. */

export const SELLER_STEPS = [
  "welcome",
  "about-you",
  "about-the-property",
  "terms-and-conditions",
  "payment",
] as const;
export type SellerStep = (typeof SELLER_STEPS)[number];

export const BUYER_STEPS = [
  "welcome",
  "about-you",
  "about-the-property",
  "terms-and-conditions",
  "whats-included",
] as const;
export type BuyerStep = (typeof BUYER_STEPS)[number];

/** They differ in the last step only. */
type Steps<Last extends string> = readonly [
  "welcome",
  "about-you",
  "about-the-property",
  "terms-and-conditions",
  Last,
];

export type MatterProgress = { terms_accepted: boolean; complete: boolean };

/** What has been done so far. `matter` is the one that is being worked on; null when there is none yet. */
type Progress = {
  /** The person has given an address to write to. */
  person_complete: boolean;
  matter: MatterProgress | null;
};

/** @returns where an incomplete matter continues (F-017 to F-020, AMB-C12); null when there is nothing left to do. */
export function resumeStep<Last extends string>(
  [, , , terms, last]: Steps<Last>,
  matter: MatterProgress,
): "terms-and-conditions" | Last | null {
  if (matter.complete) return null;
  return matter.terms_accepted ? last : terms;
}

/** @returns the first step that is not done; null when all are (AMB-C15). */
export function firstUnfinishedStep<Last extends string>(
  steps: Steps<Last>,
  { person_complete, matter }: Progress,
): Steps<Last>[number] | null {
  if (matter?.complete) return null;
  if (!person_complete) return "about-you";
  return matter ? resumeStep(steps, matter) : "about-the-property";
}

/**
 * Whether a person may open a step (C-090, AMB-C15): any earlier one while the matter is incomplete; a later one leads
 * to the first unfinished; once the matter is complete, none.
 *
 * @returns where to go instead, or null when the step may be opened.
 */
export function requiredStep<Last extends string>(
  steps: Steps<Last>,
  step: Steps<Last>[number],
  progress: Progress,
): Steps<Last>[number] | "done" | null {
  const first = firstUnfinishedStep(steps, progress);
  if (first === null) return "done";
  return steps.indexOf(step) > steps.indexOf(first) ? first : null;
}
