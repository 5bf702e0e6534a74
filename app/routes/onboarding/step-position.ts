import {
  BUYER_STEPS,
  type BuyerStep,
  SELLER_STEPS,
  type SellerStep,
} from "#app/domain/onboarding/steps.ts";
import type { PageHandle } from "#app/ui/page.ts";
import type { Step } from "#app/ui/step-indicator.tsx";

const SECTIONS: Record<SellerStep | BuyerStep, string> = {
  welcome: "Welcome",
  "about-you": "About you",
  "about-the-property": "About the property",
  "terms-and-conditions": "Terms and conditions",
  payment: "Payment",
  "whats-included": "What's included",
};

const STEPS = { selling: SELLER_STEPS, buying: BUYER_STEPS };

/**
 * Returns the position of a step: "Step 2 of 5, about 4 minutes left", with 1 minute for each step
 * (C-008).
 */
export function stepPosition(journey: keyof typeof STEPS, name: SellerStep | BuyerStep): Step {
  const steps: readonly string[] = STEPS[journey];
  const index = steps.indexOf(name);
  return {
    section: SECTIONS[name],
    step: index + 1,
    of: steps.length,
    minutesLeft: steps.length - index,
  };
}

/**
 * Returns a handle whose title contains the position of the step: "About you - selling, step 2 of
 * 5".
 */
export function stepHandle(journey: keyof typeof STEPS, name: SellerStep | BuyerStep): PageHandle {
  const { section, step, of } = stepPosition(journey, name);
  return { title: section, part: `${journey}, step ${step} of ${of}` };
}
