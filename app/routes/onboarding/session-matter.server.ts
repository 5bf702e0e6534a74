import { type Onboarding, type SignedIn, updateOnboarding } from "#app/auth/session.server.ts";
import type { Role } from "#app/paths.ts";
import type { Db } from "#db/connection.ts";

/**
 * Makes a sale or a purchase the one that the session works on (A-038 to A-040, AMB-A07). The caller has checked whose it is.
 *
 * @param within the transaction that saves the matter, if one does: a copy of the form that comes next finds the session
 *   ready for it
 * @param matter null for one that is not saved yet
 * @param besides what the session goes on knowing; without it all that it knew
 */
export async function setSessionMatter(
  within: Db,
  { session_id, onboarding }: SignedIn,
  intent: Role,
  matter: { id: string; property_id: string } | null,
  besides: Onboarding = onboarding,
): Promise<void> {
  const ids =
    intent === "sell" ? { transaction_id: matter?.id } : { purchase_intent_id: matter?.id };
  await updateOnboarding(within, session_id, {
    ...besides,
    ...ids,
    intent,
    property_id: matter?.property_id,
  });
}
