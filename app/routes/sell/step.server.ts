import { redirect } from "@remix-run/node";
import { SELLER_STEPS } from "#app/domain/onboarding/steps.ts";
import type { SellerSaleIds } from "#app/domain/payments/orders.server.ts";
import { pendingSellerTerms } from "#app/domain/sales/pending-terms.server.ts";
import { readSale, type Sale } from "#app/domain/sales/read-sale.server.ts";
import { paths } from "#app/paths.ts";
import { type Journey, openStepWithMatter, type OpenStep } from "../onboarding/open-step.server.ts";

export const selling: Journey<"payment", Sale> = {
  role: "sell",
  noun: "sale",
  field: "transaction_id",
  invalidId: "Invalid transaction ID",
  steps: SELLER_STEPS,
  urls: {
    welcome: paths.sell.welcome,
    "about-you": paths.sell.aboutYou,
    "about-the-property": paths.sell.aboutTheProperty,
    "terms-and-conditions": paths.sell.terms,
    payment: paths.sell.payment,
  },
  read: (db, { id, customer_id }) => readSale(db, { id, seller_id: customer_id }),
  hasPendingTerms: (db, { id, customer_id }) =>
    pendingSellerTerms.isWaiting(db, { transaction_id: id, seller_id: customer_id }),
};

/** The sale that a page of the payment is about, as its address names it. */
export function saleIdFromUrl(request: Request): string | null {
  return new URL(request.url).searchParams.get("sale");
}

/**
 * Opens the sale that is to be paid for, as the form names it, or else the address. Never the session's: another tab of
 * this visitor may have changed that, and the money would go to the wrong sale (AMB-A07).
 *
 * @throws a redirect, as openStepWithMatter; without a name to the page that gives one.
 */
export async function openSaleToPay(
  request: Request,
  inForm: string | undefined,
): Promise<OpenStep<Sale> & { target: SellerSaleIds }> {
  const named = inForm ?? saleIdFromUrl(request);
  if (named === null) throw redirect(paths.sell.payment(), { status: 303 });
  const step = await openStepWithMatter(selling, request, "payment", named);
  return { ...step, target: { transaction_id: step.matter.id, seller_id: step.customer.id } };
}
