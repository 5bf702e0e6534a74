import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PurchasePlace } from "#app/domain/purchases/activation.server.ts";

/** The purchase that the address of a dialog names. */
export function readPlace({
  id = "",
  purchaseId = "",
}: LoaderFunctionArgs["params"]): PurchasePlace {
  return { transaction_id: id, purchase_intent_id: purchaseId };
}
