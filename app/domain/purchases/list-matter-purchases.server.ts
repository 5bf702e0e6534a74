import {
  giftors,
  selectAdditionalBuyers,
  selectPrimary,
} from "#app/domain/people/parties.server.ts";
import { withPrimary } from "#app/domain/sales/sides.ts";
import { activeElseNewest, purchaseNumber } from "#app/domain/transactions/matter-parts.server.ts";
import type { Db } from "#db/connection.ts";

/** More buyers than one home has; a list is bounded all the same. */
const MAX_LISTED = 100;

export type MatterPurchase = Awaited<ReturnType<typeof listMatterPurchases>>[number];

/**
 * The purchases of a matter with their people: the active one first, then the newest (K-046 to K-048, X-031 to X-039).
 * Each has the number of its creation, which stays (AMB-K09). For staff: no owner narrows it.
 */
export async function listMatterPurchases(db: Db, transaction_id: string) {
  const rows = await db
    .selectFrom("purchase_intents")
    .where("purchase_intents.transaction_id", "=", transaction_id)
    .selectAll("purchase_intents")
    .select([
      purchaseNumber().as("number"),
      selectPrimary("buyer").as("primary_buyer"),
      selectAdditionalBuyers().as("additional_buyers"),
      giftors().as("giftors"),
    ])
    .$call(activeElseNewest)
    .limit(MAX_LISTED)
    .execute();
  return rows.map(({ primary_buyer, additional_buyers, ...purchase }) => ({
    ...purchase,
    buyers: withPrimary([primary_buyer, ...additional_buyers]),
    /** Only a purchase that is not active, and whose terms are accepted (K-063). */
    can_activate: !purchase.is_active && purchase.terms_accepted_at !== null,
  }));
}
