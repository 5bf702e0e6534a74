import { expressionBuilder } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { DB } from "#db/types.d.ts";

/** What was ordered, in its order, in a query that has `orders` in its FROM. */
export function selectOrderItems() {
  return jsonArrayFrom(
    expressionBuilder<DB, "orders">()
      .selectFrom("order_items")
      .select(["order_items.product_name", "order_items.product_price_pence"])
      .whereRef("order_items.order_id", "=", "orders.id")
      .orderBy("order_items.position")
      .orderBy("order_items.id"),
  );
}
