import {
  firstUnfinished,
  stepRequiredFirst,
  type Matter,
  type Progress,
  resumeAt,
} from "#app/domain/onboarding/steps.ts";

/** The seller's steps (C-001). */

export const SELLER_STEPS = [
  "welcome",
  "about-you",
  "about-the-property",
  "terms-and-conditions",
  "payment",
] as const;
export type SellerStep = (typeof SELLER_STEPS)[number];

/** Where an incomplete sale goes on (F-017, F-018, AMB-C12); null when there is nothing left to do. */
export const resumeStep = (sale: Matter) => resumeAt(SELLER_STEPS, sale);

/** The first step that is not done; null when all are (AMB-C15). */
export const firstUnfinishedStep = (progress: Progress) => firstUnfinished(SELLER_STEPS, progress);

/** Where to go instead of a step, or null when it may be opened (C-090, AMB-C15). */
export const requiredStep = (step: SellerStep, progress: Progress) =>
  stepRequiredFirst(SELLER_STEPS, step, progress);
