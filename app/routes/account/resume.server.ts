import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { MatterProgress } from "#app/domain/onboarding/steps.ts";
import { paths } from "#app/paths.ts";
import { resumePurchasePath } from "../buy/open-purchase.server.ts";
import { resumeSalePath } from "../sell/open-sale.server.ts";

/**
 * The button that was pressed on /welcome-back: which sale or purchase intent to continue, or which draft of one to
 * delete.
 */
export const resumeForm = z.object({
  sale: z.string().optional(),
  purchase: z.string().optional(),
  forget: z.string().optional(),
});

type Matter = MatterProgress & { id: string };

/** @returns a redirect to where the sale continues, or to its dashboard when it is complete (F-017, F-018, F-021). */
export function resumeSale(sale: Matter): Response {
  const path = sale.complete ? paths.dashboard.sell(sale.id) : resumeSalePath(sale);
  return redirect(path, { status: 303 });
}

/** @returns a redirect to where the purchase continues, or to its dashboard (F-019, F-020, F-021, AMB-D11). */
export function resumePurchase(purchase: Matter & { transaction_id: string }): Response {
  const { complete, transaction_id } = purchase;
  const path = complete ? paths.dashboard.buy(transaction_id) : resumePurchasePath(purchase);
  return redirect(path, { status: 303 });
}
