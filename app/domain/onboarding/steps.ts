/** Onboarding steps of sellers (C-001) and buyers (D-001), and the rules for opening them. */

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

type Steps<Last extends string> = readonly [
  "welcome",
  "about-you",
  "about-the-property",
  "terms-and-conditions",
  Last,
];

export type MatterProgress = { terms_accepted: boolean; complete: boolean };

/** Progress so far. `matter` is the current matter; null if there is none yet. */
type Progress = {
  person_complete: boolean;
  matter: MatterProgress | null;
};

/** Returns the next step of a matter (F-017 to F-020, AMB-C12); null if it is complete. */
export function resumeStep<Last extends string>(
  [, , , terms, last]: Steps<Last>,
  matter: MatterProgress,
): "terms-and-conditions" | Last | null {
  if (matter.complete) return null;
  return matter.terms_accepted ? last : terms;
}

/** Returns the first unfinished step; null if all are finished (AMB-C15). */
export function firstUnfinishedStep<Last extends string>(
  steps: Steps<Last>,
  { person_complete, matter }: Progress,
): Steps<Last>[number] | null {
  if (matter?.complete) return null;
  if (!person_complete) return "about-you";
  return matter ? resumeStep(steps, matter) : "about-the-property";
}

/**
 * Returns where to go instead of a step, or null if it may be opened (C-090, AMB-C15). Steps up to
 * the first unfinished step may be opened, but none once the matter is complete.
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
