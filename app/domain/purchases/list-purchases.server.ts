import {
  giftors,
  selectAdditionalBuyers,
  selectPrimary,
} from "#app/domain/people/parties.server.ts";
import { ADDRESS_LINES } from "#app/domain/properties/address.server.ts";
import { withPrimary } from "#app/domain/sales/sides.ts";
import { hasComeSql } from "#app/domain/transactions/customer-parts.server.ts";
import { activeElseNewest, purchaseNumber } from "#app/domain/transactions/matter-parts.server.ts";
import type { Db } from "#db/connection.ts";
import { purchaseNotFound } from "./not-found.ts";
import { isSoldToOtherSql, selectPurchaseProgress } from "./read-purchase.server.ts";

/** More purchases than this one person does not have; a list is bounded all the same. */
const MAX_PURCHASES = 100;

type ListedPurchase = Awaited<ReturnType<typeof listPurchases>>[number];

/**
 * The purchases of this buyer with their transactions, newest first, as much of each as a card shows (D-056, D-059).
 * `id` is the purchase intent's.
 */
export async function listPurchases(db: Db, buyer_id: string) {
  return purchases(db, buyer_id)
    .orderBy("purchase_intents.created_at", "desc")
    .orderBy("purchase_intents.id", "desc")
    .limit(MAX_PURCHASES)
    .execute();
}

/**
 * One purchase of this buyer, as it is listed.
 *
 * @throws NotFoundError "Purchase intent not found", also for another customer's (AMB-A10).
 */
export async function readListedPurchase(
  db: Db,
  target: { id: string; buyer_id: string },
): Promise<ListedPurchase> {
  return purchases(db, target.buyer_id)
    .where("purchase_intents.id", "=", target.id)
    .executeTakeFirstOrThrow(purchaseNotFound);
}

function purchases(db: Db, buyer_id: string) {
  return db
    .selectFrom("purchase_intents")
    .innerJoin("properties", "properties.id", "purchase_intents.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .where("purchase_intents.buyer_id", "=", buyer_id)
    .select([
      "purchase_intents.id",
      "purchase_intents.transaction_id",
      "purchase_intents.property_id",
      "purchase_intents.created_at",
      ...ADDRESS_LINES,
    ])
    .select(selectPurchaseProgress())
    .select((eb) => [
      eb
        .or([hasComeSql("completed"), hasComeSql("aborted"), isSoldToOtherSql()])
        .$castTo<boolean>()
        .as("is_over"),
    ]);
}

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
