import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { SignedIn } from "#app/auth/session.server.ts";
import type { MatterProgress } from "#app/domain/onboarding/steps.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { buying } from "../buy/buying.server.ts";
import { type Journey, resumePath, setSessionMatter } from "../onboarding/open-step.server.ts";
import { selling } from "../sell/selling.server.ts";

/**
 * The button that was pressed on /welcome-back: which sale or purchase intent to continue, or which start that is not
 * saved yet to forget.
 */
export const resumeForm = z.object({
  sale: z.string().optional(),
  purchase: z.string().optional(),
  forget: z.enum(["sales", "purchases"]).optional(),
});

type Matter = MatterProgress & { id: string; property_id: string };

/** @returns a redirect to where the sale continues, or to its dashboard when it is complete (F-017, F-018, F-021). */
export async function resumeSale(user: SignedIn, sale: Matter): Promise<Response> {
  return resume(selling, user, sale, paths.dashboard.sell(sale.id));
}

/** @returns a redirect to where the purchase continues, or to its dashboard (F-019, F-020, F-021, AMB-D11). */
export async function resumePurchase(
  user: SignedIn,
  purchase: Matter & { transaction_id: string },
): Promise<Response> {
  return resume(buying, user, purchase, paths.dashboard.buy(purchase.transaction_id));
}

/** The session works on the matter from then on (AMB-A07). The caller has checked whose it is. */
async function resume<Last extends string, Found extends MatterProgress>(
  journey: Journey<Last, Found>,
  user: SignedIn,
  matter: Matter,
  dashboard: string,
): Promise<Response> {
  if (matter.complete) return redirect(dashboard, { status: 303 });
  // Of before it still knows the invitation that the customer came by, and what another tab has made.
  const { invitation_id, made } = user.onboarding;
  await setSessionMatter(db, user, journey, matter, { invitation_id, made });
  return redirect(resumePath(journey, matter), { status: 303 });
}
