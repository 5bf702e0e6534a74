/** Facts about refunds for the emails to the seller who paid. */

import { sql } from "kysely";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import type { Db } from "#db/connection.ts";
import { DUPLICATE_SALE } from "./labels.ts";

/** Selects how much of an order’s payment is refunded, by us or in Stripe’s dashboard, in pence. */
export const refundedSql = () => sql<number>`(
  select coalesce(sum(amount_pence), 0)::int from (
    select amount_pence from refunds
    where order_id = orders.id and stripe_payment_id = r.stripe_transaction_id
      and status in ('sending', 'pending', 'succeeded')
    union all
    select amount_pence from payment_reviews
    where order_id = orders.id and stripe_payment_id = r.stripe_transaction_id
      and reason = 'refunded' and closed_at is null
  ) as refunded)`;

/**
 * Returns whether the service fee of a sale is paid, which a refund doesn’t change, and the page to
 * pay it. The fee is held while a payment is processing or under review. It is null if there is
 * nothing to say: for a sale that has ended, for a home that another customer is selling, and for
 * the payment of a group, which has no order.
 */
export async function readFeeAfterRefund(
  db: Db,
  order_id: string | null,
): Promise<{ fee: "paid" | "held" | "unpaid" | null; payment_page: string | null }> {
  const none = { fee: null, payment_page: null };
  if (order_id === null) return none;
  const { transaction_id, has_ended, is_sold_by_other, ...order } = await db
    .selectFrom("orders")
    .leftJoin("listed_transactions as listed", "listed.id", "orders.transaction_id")
    .select(["orders.transaction_id", "orders.paid_at", "orders.review"])
    .select("orders.stripe_transaction_status")
    .select(
      sql<boolean>`listed.ended_on is not null or coalesce(listed.stage = 'completed', false)`.as(
        "has_ended",
      ),
    )
    .select(
      sql<boolean>`exists (select from payment_reviews
        where order_id = orders.id and reason = ${DUPLICATE_SALE})`.as("is_sold_by_other"),
    )
    .where("orders.id", "=", order_id)
    .executeTakeFirstOrThrow();
  if (has_ended) return none;
  if (order.paid_at !== null) return { fee: "paid", payment_page: null };
  if (order.review !== null || order.stripe_transaction_status === "processing") {
    return { fee: "held", payment_page: null };
  }
  if (is_sold_by_other) return none;
  return { fee: "unpaid", payment_page: siteUrl(paths.sell.payment({ sale: transaction_id })) };
}
