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

/** What has been given back of an order, and when last, in a query that has `orders` in its FROM; null for nothing. */
export function selectRefund() {
  const refunds = expressionBuilder<DB, "orders">()
    .selectFrom("payment_reviews")
    .whereRef("payment_reviews.order_id", "=", "orders.id")
    .where("payment_reviews.reason", "=", "refunded")
    .where("payment_reviews.closed_at", "is", null);
  return [
    refunds
      .select((eb) => eb.fn.sum<number | null>("payment_reviews.amount_pence").as("sum"))
      .as("refunded_pence"),
    refunds
      .select((eb) =>
        eb.fn
          .max<Date | null>(
            eb.fn.coalesce("payment_reviews.happened_at", "payment_reviews.created_at"),
          )
          .as("last"),
      )
      .as("refunded_at"),
  ] as const;
}
