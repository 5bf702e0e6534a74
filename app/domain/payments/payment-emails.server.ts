import { formatMinorUnits } from "#app/domain/fields/money.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { ADDRESS_LINES } from "#app/domain/properties/address.server.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/site-url.server.ts";
import type { Db } from "#db/connection.ts";
import { heldBecause, reviewAction, reviewLabel } from "./labels.ts";
import { selectOrderItems } from "#app/domain/transactions/read-transaction.server.ts";
import { splitVat } from "./costs.ts";

/**
 * What the seller is told when an order is paid (E-043): what was bought, the VAT in it, and where the matter is.
 *
 * @throws NoResultError when the order is gone
 */
export async function readPaymentReceived(db: Db, { order_id }: { order_id: string }) {
  const order = await ordersOfSellers(db)
    .where("orders.id", "=", order_id)
    .select(["orders.total_amount_pence", "orders.code"])
    .select(selectOrderItems().as("items"))
    .executeTakeFirstOrThrow();
  return {
    first_name: order.first_name,
    property: addressLine(order),
    items: order.items,
    ...splitVat(order.total_amount_pence),
    total_pence: order.total_amount_pence,
    code: order.code,
    dashboard: siteUrl(paths.dashboard.sell(order.transaction_id)),
  };
}

/**
 * What the seller is told of a payment that was under way and failed: how much, why, and the way back.
 *
 * @throws NoResultError when the order is gone
 */
export async function readPaymentFailed(db: Db, { order_id }: { order_id: string }) {
  const order = await ordersOfSellers(db)
    .where("orders.id", "=", order_id)
    .select(["orders.total_amount_pence", "orders.payment_failure"])
    .executeTakeFirstOrThrow();
  return {
    first_name: order.first_name,
    property: addressLine(order),
    amount_pence: order.total_amount_pence,
    reason: order.payment_failure,
    payment_page: siteUrl(paths.sell.payment({ sale: order.transaction_id })),
  };
}

/**
 * What the seller is told of money of theirs that does not fit.
 *
 * @throws NoResultError when the review is gone
 */
export async function readPaymentHeld(
  db: Db,
  { payment_review_id }: { payment_review_id: string },
) {
  const review = await ordersOfSellers(db)
    .innerJoin("payment_reviews as r", "r.order_id", "orders.id")
    .where("r.id", "=", payment_review_id)
    .select(["r.reason", "r.amount_pence", "r.currency"])
    .executeTakeFirstOrThrow();
  return {
    first_name: review.first_name,
    property: addressLine(review),
    sum: formatMinorUnits(review.amount_pence ?? 0, review.currency ?? "gbp"),
    why: heldBecause(review.reason),
  };
}

/** Orders, each with its seller and its home. */
function ordersOfSellers(db: Db) {
  return db
    .selectFrom("orders")
    .innerJoin("transactions as t", "t.id", "orders.transaction_id")
    .innerJoin("users as u", "u.id", "t.seller_id")
    .innerJoin("properties as p", "p.id", "t.property_id")
    .innerJoin("addresses as a", "a.id", "p.address_id")
    .select(["u.first_name", "t.id as transaction_id"])
    .select(ADDRESS_LINES);
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
