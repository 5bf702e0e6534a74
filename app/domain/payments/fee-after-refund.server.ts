/** Facts about refunds for the emails to the seller who paid. */

import { sql } from "kysely";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import type { Db } from "#db/connection.ts";

/** Selects how much of a payment has been refunded, by us or in Stripe’s dashboard. */
export function refundedSql(payment_id: "r.stripe_transaction_id") {
  const id = sql.ref(payment_id);
  return sql<number>`(
    select coalesce(sum(amount_pence), 0)::int from (
      select amount_pence from refunds
      where stripe_payment_id = ${id} and status in ('pending', 'succeeded')
      union all
      select amount_pence from payment_reviews
      where stripe_payment_id = ${id} and reason = 'refunded' and closed_at is null
    ) as refunded)`;
}

/**
 * Returns whether the service fee of a sale is paid, which a refund doesn’t change, and the page to
 * pay it. The fee is held while a payment is under review. It is null for a sale that has ended,
 * and for the payment of a group, which has no order.
 */
export async function readFeeAfterRefund(
  db: Db,
  order_id: string | null,
): Promise<{ fee: "paid" | "held" | "unpaid" | null; payment_page: string | null }> {
  const none = { fee: null, payment_page: null };
  if (order_id === null) return none;
  const { transaction_id, paid_at, review, has_ended } = await db
    .selectFrom("orders")
    .leftJoin("listed_transactions as listed", "listed.id", "orders.transaction_id")
    .select(["orders.transaction_id", "orders.paid_at", "orders.review"])
    .select(sql<boolean>`coalesce(listed.stage in ('completed', 'aborted'), false)`.as("has_ended"))
    .where("orders.id", "=", order_id)
    .executeTakeFirstOrThrow();
  if (has_ended) return none;
  if (paid_at !== null) return { fee: "paid", payment_page: null };
  if (review !== null) return { fee: "held", payment_page: null };
  return { fee: "unpaid", payment_page: siteUrl(paths.sell.payment({ sale: transaction_id })) };
}
