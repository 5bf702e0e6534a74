import { redirect } from "@remix-run/node";
import type { SignedIn } from "#app/auth/session.server.ts";
import { SELLER_STEPS, type SellerStep } from "#app/domain/onboarding/steps.ts";
import type { Person } from "#app/domain/people/update-person.server.ts";
import { pendingSellerTerms } from "#app/domain/sales/pending-terms.server.ts";
import { readSale, type Sale } from "#app/domain/sales/read-sale.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { type MatterQuery, openMatterStep, type Journey } from "../onboarding/open-step.server.ts";
import { requireSeller } from "../onboarding/require.server.ts";

const journey: Journey<"payment", Sale> = {
  noun: "sale",
  steps: SELLER_STEPS,
  urls: {
    welcome: paths.sell.welcome,
    "about-you": paths.sell.aboutYou,
    "about-the-property": paths.sell.aboutTheProperty,
    "terms-and-conditions": paths.sell.terms,
    payment: paths.sell.payment,
  },
  require: requireSeller,
  current: ({ transaction_id }) => transaction_id,
  read: ({ id, customer_id }) => readSale(db, { id, seller_id: customer_id }),
  hasPendingTerms: ({ id, customer_id }) =>
    pendingSellerTerms.isWaiting(db, { transaction_id: id, seller_id: customer_id }),
};

export function pathOfStep(step: SellerStep, query: MatterQuery): string {
  return journey.urls[step](query);
}

export type OpenStep = { seller: SignedIn; person: Person; sale: Sale | null; query: MatterQuery };

/** Opens a step of a seller's journey, or throws a redirect; see openMatterStep. */
export async function openStep(
  request: Request,
  step: SellerStep,
  named?: string,
): Promise<OpenStep> {
  const {
    customer: seller,
    matter: sale,
    ...rest
  } = await openMatterStep(journey, request, step, named);
  return { seller, sale, ...rest };
}

/** As openStep, for the steps that come after the sale. */
export async function openStepWithSale(
  request: Request,
  step: "terms-and-conditions" | "payment",
  named?: string,
): Promise<OpenStep & { sale: Sale }> {
  const { sale, ...rest } = await openStep(request, step, named);
  // Without one the step before is unfinished, and openStep has said so.
  if (!sale) throw redirect(paths.sell.aboutTheProperty(rest.query));
  return { ...rest, sale };
}
