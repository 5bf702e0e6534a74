import { redirect } from "@remix-run/node";
import type { SellerSaleIds } from "#app/domain/payments/orders.server.ts";
import { paths } from "#app/paths.ts";
import { openStepWithSale, type OpenStep } from "./step.server.ts";

/** The sale that a page of the payment is about, as its address names it. */
export function saleIdFromUrl(request: Request): string | null {
  return new URL(request.url).searchParams.get("sale");
}

/**
 * Opens the sale that is to be paid for, as the form names it, or else the address. Never the session's: another tab of
 * this visitor may have changed that, and the money would go to the wrong sale (AMB-A07).
 *
 * @throws a redirect, as openStepWithSale; without a name to the page that gives one.
 */
export async function openSaleToPay(
  request: Request,
  inForm: string | undefined,
): Promise<OpenStep & { target: SellerSaleIds }> {
  const named = inForm ?? saleIdFromUrl(request);
  if (named === null) throw redirect(paths.sell.payment(), { status: 303 });
  const step = await openStepWithSale(request, "payment", named);
  return { ...step, target: { transaction_id: step.sale.id, seller_id: step.seller.id } };
}
