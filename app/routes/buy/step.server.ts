import { BUYER_STEPS } from "#app/domain/onboarding/steps.ts";
import { pendingBuyerTerms } from "#app/domain/purchases/pending-terms.server.ts";
import { type Purchase, readPurchase } from "#app/domain/purchases/read-purchase.server.ts";
import { paths } from "#app/paths.ts";
import type { Journey } from "../onboarding/open-step.server.ts";

export const buying: Journey<"whats-included", Purchase> = {
  role: "buy",
  noun: "purchase",
  field: "purchase_intent_id",
  invalidId: "Invalid purchase intent ID",
  steps: BUYER_STEPS,
  urls: {
    welcome: paths.buy.welcome,
    "about-you": paths.buy.aboutYou,
    "about-the-property": paths.buy.aboutTheProperty,
    "terms-and-conditions": paths.buy.terms,
    "whats-included": paths.buy.whatsIncluded,
  },
  read: (db, { id, customer_id }) => readPurchase(db, { id, buyer_id: customer_id }),
  hasPendingTerms: (db, { id, customer_id }) =>
    pendingBuyerTerms.isWaiting(db, { purchase_intent_id: id, buyer_id: customer_id }),
};
