import { pendingTerms } from "#app/domain/onboarding/pending-terms.server.ts";
import { acceptTerms } from "./accept-terms.server.ts";

type Target = { transaction_id: string; seller_id: string };

/** A seller's acceptance that is not written down yet: it must be before any money is taken (AMB-C10). */
export const pendingSellerTerms = pendingTerms<Target>(
  ({ transaction_id, seller_id }) => ({
    user_id: seller_id,
    form: `sell/terms-and-conditions:${transaction_id}`,
  }),
  acceptTerms,
);
