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

/**
 * A customer’s progress through onboarding. `matter` is their current matter; null if there is none
 * yet.
 */
type Progress = {
  person_complete: boolean;
  matter: MatterProgress | null;
};

/**
 * Returns the next onboarding step of a matter (F-017 to F-020, AMB-C12); null if onboarding is
 * complete.
 */
export function resumeStep<Last extends string>(
  [, , , terms, last]: Steps<Last>,
  matter: MatterProgress,
): "terms-and-conditions" | Last | null {
  if (matter.complete) return null;
  return matter.terms_accepted ? last : terms;
}

/** Returns the first unfinished onboarding step; null if all are finished (AMB-C15). */
export function firstUnfinishedStep<Last extends string>(
  steps: Steps<Last>,
  { person_complete, matter }: Progress,
): Steps<Last>[number] | null {
  if (matter?.complete) return null;
  if (!person_complete) return "about-you";
  return matter ? resumeStep(steps, matter) : "about-the-property";
}

/**
 * Returns the step to open instead of the requested one, "done" if the matter is complete, or null
 * if the requested step may be opened (C-090, AMB-C15). A step may be opened if it is not after the
 * first unfinished step.
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
