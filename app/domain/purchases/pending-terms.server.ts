import { pendingTerms } from "#app/domain/onboarding/pending-terms.server.ts";
import { acceptBuyerTerms } from "./accept-terms.server.ts";

type Target = { purchase_intent_id: string; buyer_id: string };

/** A buyer's acceptance that is not written down yet: it must be before the purchase is confirmed (AMB-C10). */
export const pendingBuyerTerms = pendingTerms<Target>(
  ({ purchase_intent_id, buyer_id }) => ({
    user_id: buyer_id,
    form: `buy/terms-and-conditions:${purchase_intent_id}`,
  }),
  acceptBuyerTerms,
);
