import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import { selectAddress } from "#app/domain/properties/addresses.server.ts";
import {
  hasCompleteCheck,
  selectSellers,
  selectSolicitor,
} from "#app/domain/transactions/matter-parts.server.ts";
import { requireTransactionId, transactionNotFound } from "#app/domain/transactions/not-found.ts";
import type { Db } from "#db/connection.ts";
import { saleIsCompleteSql } from "./completeness.server.ts";

export type SellerDashboard = Awaited<ReturnType<typeof readSellerDashboard>>;

/**
 * What a seller's dashboard shows: never events or comments of staff (AMB-F06).
 *
 * @param target.reader the seller whose sale it is, or staff.
 * @throws NotFoundError "Transaction not found", also for somebody else's and for what is no id (AMB-A10).
 */
export async function readSellerDashboard(
  db: Db,
  target: { id: string; reader: { id: string; type: "admin" | "customer" } },
) {
  const { id, reader } = target;
  requireTransactionId(id);
  return db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .where("transactions.id", "=", id)
    .$if(reader.type !== "admin", (query) => query.where("transactions.seller_id", "=", reader.id))
    .select(["transactions.id", "transactions.seller_id", "transactions.property_id"])
    .select((eb) => [
      eb("transactions.terms_accepted_at", "is not", null).$castTo<boolean>().as("terms_accepted"),
      saleIsCompleteSql().as("complete"),
      selectAddress("properties.address_id").$notNull().as("address"),
      selectSellers().as("sellers"),
      jsonObjectFrom(
        eb
          .selectFrom("orders")
          .select(["orders.code", "orders.total_amount_pence", "orders.paid_at"])
          .select((order) =>
            jsonArrayFrom(
              order
                .selectFrom("order_items")
                .select(["order_items.product_name", "order_items.product_price_pence"])
                .whereRef("order_items.order_id", "=", "orders.id")
                .orderBy("order_items.position"),
            ).as("items"),
          )
          .whereRef("orders.transaction_id", "=", "transactions.id"),
      ).as("order"),
      selectSolicitor("transactions.seller_lawyer_group_id").as("solicitor"),
      hasCompleteCheck("seller").as("is_checked"),
    ])
    .executeTakeFirstOrThrow(transactionNotFound);
}
