import { redirect } from "@remix-run/node";
import type { SignedIn } from "#app/auth/session.server.ts";
import { BUYER_STEPS, type BuyerStep } from "#app/domain/onboarding/steps.ts";
import type { Person } from "#app/domain/people/update-person.server.ts";
import { pendingBuyerTerms } from "#app/domain/purchases/pending-terms.server.ts";
import { type Purchase, readPurchase } from "#app/domain/purchases/read-purchase.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { type MatterQuery, openMatterStep, type Journey } from "../onboarding/open-step.server.ts";
import { requireBuyer } from "../onboarding/require.server.ts";

const journey: Journey<"whats-included", Purchase> = {
  noun: "purchase",
  steps: BUYER_STEPS,
  urls: {
    welcome: paths.buy.welcome,
    "about-you": paths.buy.aboutYou,
    "about-the-property": paths.buy.aboutTheProperty,
    "terms-and-conditions": paths.buy.terms,
    "whats-included": paths.buy.whatsIncluded,
  },
  require: requireBuyer,
  current: ({ purchase_intent_id }) => purchase_intent_id,
  read: ({ id, customer_id }) => readPurchase(db, { id, buyer_id: customer_id }),
  hasPendingTerms: ({ id, customer_id }) =>
    pendingBuyerTerms.isWaiting(db, { purchase_intent_id: id, buyer_id: customer_id }),
};

export function pathOfStep(step: BuyerStep, query: MatterQuery): string {
  return journey.urls[step](query);
}

export type OpenStep = {
  buyer: SignedIn;
  person: Person;
  purchase: Purchase | null;
  query: MatterQuery;
};

/** Opens a step of a buyer's journey, or throws a redirect; see openMatterStep. */
export async function openStep(
  request: Request,
  step: BuyerStep,
  named?: string,
): Promise<OpenStep> {
  const {
    customer: buyer,
    matter: purchase,
    ...rest
  } = await openMatterStep(journey, request, step, named);
  return { buyer, purchase, ...rest };
}

/** As openStep, for the steps that come after the purchase. */
export async function openStepWithPurchase(
  request: Request,
  step: "terms-and-conditions" | "whats-included",
  named?: string,
): Promise<OpenStep & { purchase: Purchase }> {
  const { purchase, ...rest } = await openStep(request, step, named);
  // Without one the step before is unfinished, and openStep has said so.
  if (!purchase) throw redirect(paths.buy.aboutTheProperty(rest.query));
  return { ...rest, purchase };
}
