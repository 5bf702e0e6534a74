import {
  firstUnfinished,
  stepRequiredFirst,
  type Matter,
  type Progress,
  resumeAt,
} from "#app/domain/onboarding/steps.ts";

/** The buyer's steps (D-001), which ends in success. */

export const BUYER_STEPS = [
  "welcome",
  "about-you",
  "about-the-property",
  "terms-and-conditions",
  "whats-included",
] as const;
export type BuyerStep = (typeof BUYER_STEPS)[number];

/** Where an incomplete purchase goes on (F-019, F-020); null when there is nothing left to do. */
export const resumePurchaseAt = (purchase: Matter) => resumeAt(BUYER_STEPS, purchase);

/** The first step that is not done; null when all are (AMB-C15). */
export const firstUnfinishedStep = (progress: Progress) => firstUnfinished(BUYER_STEPS, progress);

/** Where to go instead of a step, or null when it may be opened (AMB-C15). */
export const requiredStep = (step: BuyerStep, progress: Progress) =>
  stepRequiredFirst(BUYER_STEPS, step, progress);
