import { addressLine } from "#app/domain/properties/address.ts";
import { ADDRESS_LINES } from "#app/domain/properties/addresses.server.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/site-url.server.ts";
import type { Db } from "#db/connection.ts";
import { reviewAction, reviewLabel } from "./labels.ts";
import { selectOrderItems } from "#app/domain/transactions/order-items.server.ts";
import { splitVat } from "./vat.ts";

/**
 * What the seller is told when an order is paid (E-043): what was bought, the VAT in it, and where the matter is.
 *
 * @throws NoResultError when the order is gone
 */
export async function readPaymentReceived(db: Db, { order_id }: { order_id: string }) {
  const order = await db
    .selectFrom("orders")
    .innerJoin("transactions as t", "t.id", "orders.transaction_id")
    .innerJoin("users as u", "u.id", "t.seller_id")
    .innerJoin("properties as p", "p.id", "t.property_id")
    .innerJoin("addresses as a", "a.id", "p.address_id")
    .where("orders.id", "=", order_id)
    .select(["u.first_name", "t.id as transaction_id", "orders.total_amount_pence"])
    .select(selectOrderItems().as("items"))
    .select(ADDRESS_LINES)
    .executeTakeFirstOrThrow();
  return {
    first_name: order.first_name,
    property: addressLine(order),
    items: order.items,
    ...splitVat(order.total_amount_pence),
    total_pence: order.total_amount_pence,
    dashboard: siteUrl(paths.dashboard.sell(order.transaction_id)),
  };
}

/**
 * What the team is told of money that a person has to look at: ids and reasons, and whose it is on the page.
 *
 * @throws NoResultError when the review is gone
 */
export async function readPaymentReview(
  db: Db,
  { payment_review_id }: { payment_review_id: string },
) {
  const { reason, ...review } = await db
    .selectFrom("payment_reviews as r")
    .leftJoin("orders as o", "o.id", "r.order_id")
    .where("r.id", "=", payment_review_id)
    .select(["r.reason", "r.stripe_transaction_id", "r.order_id", "o.transaction_id"])
    .select("r.other_transaction_id")
    .executeTakeFirstOrThrow();
  return {
    ...review,
    why: reviewLabel(reason),
    to_do: reviewAction(reason),
    page: siteUrl(paths.admin.paymentReview(payment_review_id)),
  };
}
