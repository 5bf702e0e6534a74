import { SELLER_STEPS, type SellerStep } from "#app/domain/sales/steps.ts";
import type { Step } from "#app/ui/step-indicator.tsx";

const SECTIONS: Record<SellerStep, string> = {
  welcome: "Welcome",
  "about-you": "About you",
  "about-the-property": "About the property",
  "terms-and-conditions": "Terms and conditions",
  payment: "Payment",
};

/** "Step 2 of 5, about 4 minutes left": each step takes about 1 minute (C-008). */
export function stepOf(name: SellerStep): Step {
  const index = SELLER_STEPS.indexOf(name);
  return {
    section: SECTIONS[name],
    step: index + 1,
    of: SELLER_STEPS.length,
    minutesLeft: SELLER_STEPS.length - index,
  };
}
