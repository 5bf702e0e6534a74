import { redirect } from "@remix-run/node";
import type { SignedIn } from "#app/auth/session.server.ts";
import { BUYER_STEPS, resumeStep, SELLER_STEPS } from "#app/domain/onboarding/steps.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { setSessionMatter } from "../onboarding/session-matter.server.ts";

/** Going on with a matter: the session works on it from then on (AMB-A07). The caller has checked whose it is. */

type Progress = { id: string; property_id: string; terms_accepted: boolean; complete: boolean };

/** @returns a redirect to where the sale goes on, or to its dashboard when it is complete (F-017, F-018, F-021). */
export async function resumeSale(user: SignedIn, sale: Progress): Promise<Response> {
  const step = resumeStep(SELLER_STEPS, sale);
  if (step === null) return redirect(paths.dashboard.sell(sale.id), { status: 303 });
  await setSessionMatter(db, user, "sell", sale, kept(user));
  const query = { sale: sale.id };
  return redirect(step === "payment" ? paths.sell.payment(query) : paths.sell.terms(query), {
    status: 303,
  });
}

/** @returns a redirect to where the purchase goes on, or to its dashboard (F-019, F-020, F-021, AMB-D11). */
export async function resumePurchase(
  user: SignedIn,
  purchase: Progress & { transaction_id: string },
): Promise<Response> {
  const step = resumeStep(BUYER_STEPS, purchase);
  if (step === null) {
    return redirect(paths.dashboard.buy(purchase.transaction_id), { status: 303 });
  }
  await setSessionMatter(db, user, "buy", purchase, kept(user));
  const query = { purchase: purchase.id };
  return redirect(
    step === "whats-included" ? paths.buy.whatsIncluded(query) : paths.buy.terms(query),
    { status: 303 },
  );
}

/** What a session still knows of before: the invitation that the customer came by, and what another tab has made. */
function kept({ onboarding: { invitation_id, made } }: SignedIn) {
  return { invitation_id, made };
}
