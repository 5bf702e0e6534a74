import { selectAddress } from "#app/domain/properties/addresses.server.ts";
import {
  hasCompleteCheck,
  selectBuyers,
  selectSolicitor,
} from "#app/domain/transactions/matter-parts.server.ts";
import { requireTransactionId, transactionNotFound } from "#app/domain/transactions/not-found.ts";
import type { Db } from "#db/connection.ts";
import { purchaseIsCompleteSql } from "./completeness.server.ts";

export type BuyerDashboard = Awaited<ReturnType<typeof readBuyerDashboard>>;

/**
 * What a buyer's dashboard shows (F-031): never events or comments of staff (AMB-F06). Of several purchases in a matter
 * it is the buyer's newest complete one, else the newest (AMB-D11); for staff the active one, else the newest (AMB-J01).
 *
 * @param target.id the transaction's.
 * @param target.reader a buyer of that matter, or staff.
 * @throws NotFoundError "Transaction not found", also for somebody else's and for what is no id (AMB-A10).
 */
export async function readBuyerDashboard(
  db: Db,
  target: { id: string; reader: { id: string; type: "admin" | "customer" } },
) {
  const { id, reader } = target;
  requireTransactionId(id);
  const { is_active, solicitor, ...purchase } = await db
    .selectFrom("purchase_intents")
    .innerJoin("transactions", "transactions.id", "purchase_intents.transaction_id")
    .innerJoin("properties", "properties.id", "purchase_intents.property_id")
    .where("purchase_intents.transaction_id", "=", id)
    .$if(reader.type !== "admin", (query) =>
      query
        .where("purchase_intents.buyer_id", "=", reader.id)
        .orderBy(purchaseIsCompleteSql(), "desc"),
    )
    .$if(reader.type === "admin", (query) => query.orderBy("purchase_intents.is_active", "desc"))
    .orderBy("purchase_intents.created_at", "desc")
    .orderBy("purchase_intents.id", "desc")
    .limit(1)
    .select([
      "transactions.id",
      "purchase_intents.id as purchase_intent_id",
      "purchase_intents.buyer_id",
      "purchase_intents.property_id",
      "purchase_intents.agreed_price_pounds",
      "purchase_intents.is_active",
    ])
    .select((eb) => [
      eb("purchase_intents.terms_accepted_at", "is not", null)
        .$castTo<boolean>()
        .as("terms_accepted"),
      purchaseIsCompleteSql().as("complete"),
      selectAddress("properties.address_id").$notNull().as("address"),
      selectBuyers().as("buyers"),
      selectSolicitor("transactions.buyer_lawyer_group_id").as("solicitor"),
      hasCompleteCheck("buyer").as("is_checked"),
    ])
    .executeTakeFirstOrThrow(transactionNotFound);
  // The buyer's solicitors of a matter act for the active buyer: they are nobody else's business.
  return { ...purchase, solicitor: is_active ? solicitor : null };
}
