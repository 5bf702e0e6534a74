import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { MatterProgress } from "#app/domain/onboarding/steps.ts";
import { paths } from "#app/paths.ts";
import { resumePurchasePath } from "../buy/open-purchase.server.ts";
import { resumeSalePath } from "../sell/open-sale.server.ts";

export const resumeForm = z.object({
  sale: z.string().optional(),
  purchase: z.string().optional(),
  forget: z.string().optional(),
});

type Matter = MatterProgress & { id: string };

/**
 * Redirects to the next step of a sale, or to its dashboard if the sale is complete (F-017, F-018,
 * F-021).
 */
export function resumeSale(sale: Matter): Response {
  const path = sale.complete ? paths.dashboard.sell(sale.id) : resumeSalePath(sale);
  return redirect(path, { status: 303 });
}

/**
 * Redirects to the next step of a purchase, or to its dashboard if the purchase is complete (F-019,
 * F-020, F-021, AMB-D11).
 */
export function resumePurchase(purchase: Matter & { transaction_id: string }): Response {
  const { complete, transaction_id } = purchase;
  const path = complete ? paths.dashboard.buy(transaction_id) : resumePurchasePath(purchase);
  return redirect(path, { status: 303 });
}
