import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { fullNameSql } from "#app/domain/audit/audit.server.ts";
import { PAYMENT_EVENTS, REFUND_EVENTS } from "#app/domain/events/catalogue.ts";
import { ADDRESS_LINES, selectAddress } from "#app/domain/shared/address.server.ts";
import { company } from "#app/platform/company.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { customerDate } from "#app/domain/shared/dates.ts";
import { formatMinorUnits } from "#app/domain/shared/money.ts";
import type { ReaderId, StaffReader } from "#app/domain/readers/reader.ts";
import { transactionNotFound } from "#app/domain/transactions/matter.server.ts";
import {
  selectOrderItems,
  selectRefund,
} from "#app/domain/transactions/read-transaction.server.ts";
import { paths } from "#app/paths.ts";
import { ORDER_EMAILS } from "./emails.ts";
import { emailStatusSql } from "#app/queue/outbox.server.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { splitVat } from "./costs.ts";
import { heldBecause, reviewAction, reviewLabel } from "./labels.ts";
import { readFeeAfterRefund, refundedSql } from "./fee-after-refund.server.ts";
import { paidSales } from "./paid-sales.server.ts";

/** An order: the charge for registering a sale. Forms never post any part of it (AMB-E02). */
export type Order = Awaited<ReturnType<typeof readOrder>>;

/** Ids of a sale and of its seller. Every query checks both. */
export type SellerSaleIds = { transaction_id: string; seller_id: ReaderId };

/**
 * Returns the order of a sale, and creates the order if there is none (AMB-E01, AMB-E12).
 * @throws NotFoundError
 */
export async function getOrCreateOrder(db: Db, sale: SellerSaleIds): Promise<Order> {
  const existing = await findOrder(db, sale);
  if (existing) return existing;
  await inTransaction(db, (trx) => createOrder(trx, sale));
  return readOrder(db, sale);
}

async function createOrder(trx: Db, sale: SellerSaleIds) {
  const transaction = await trx
    .selectFrom("transactions")
    .select("id")
    .where("id", "=", sale.transaction_id)
    .where("seller_id", "=", sale.seller_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  const items = await trx
    .selectFrom("products")
    .select(["name as product_name", "price_pence as product_price_pence", "position"])
    .where("charged_at_registration", "=", true)
    .orderBy("position")
    .execute();
  const order = await trx
    .insertInto("orders")
    .values({
      transaction_id: transaction.id,
      payment_type: "stripe_direct",
      total_amount_pence: items.reduce((sum, item) => sum + item.product_price_pence, 0),
    })
    .onConflict((conflict) => conflict.column("transaction_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!order) return;
  await trx
    .insertInto("order_items")
    .values(items.map((item) => ({ order_id: order.id, ...item })))
    .execute();
}

function orders(db: Db) {
  return db
    .selectFrom("orders")
    .innerJoin("transactions", "transactions.id", "orders.transaction_id")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .select((eb) => [
      "orders.id",
      "orders.transaction_id",
      "orders.payment_type",
      "orders.code",
      "orders.total_amount_pence",
      "orders.stripe_customer_id",
      "orders.stripe_transaction_id",
      "orders.stripe_transaction_status",
      "orders.stripe_checkout_session_id",
      "orders.paid_at",
      "orders.payment_failed_at",
      "orders.payment_failure",
      "orders.review",
      eb
        .selectFrom("payment_reviews")
        .select((count) => count.fn.countAll<number>().as("counted"))
        .whereRef("payment_reviews.order_id", "=", "orders.id")
        .where("payment_reviews.dealt_with_at", "is not", null)
        .$asScalar()
        .$notNull()
        .as("reviews_dealt_with"),
      selectOrderItems().as("items"),
      ...selectRefund(),
    ]);
}

function findOrder(db: Db, sale: SellerSaleIds) {
  return orders(db)
    .where("orders.transaction_id", "=", sale.transaction_id)
    .where("transactions.seller_id", "=", sale.seller_id)
    .executeTakeFirst();
}

/**
 * Reads the order of a sale.
 * @throws NotFoundError if the sale has no order or belongs to a different seller
 */
export async function readOrder(db: Db, sale: SellerSaleIds) {
  const order = await findOrder(db, sale);
  if (!order) throw transactionNotFound();
  return order;
}

/** Returns the order with this id, or null if it is not this seller’s. */
export async function findOrderOfSeller(
  db: Db,
  target: { order_id: string; seller_id: string },
): Promise<Order | null> {
  const order = await orders(db)
    .where("orders.id", "=", target.order_id)
    .where("transactions.seller_id", "=", target.seller_id)
    .executeTakeFirst();
  return order ?? null;
}

export type MatterOrder = NonNullable<Awaited<ReturnType<typeof readMatterOrder>>>;

/** Reads a matter’s order for staff, with reviews, events and emails (K-083, X-017, X-018). */
export async function readMatterOrder(db: Db, reader: StaffReader, transaction_id: string) {
  const order = await db
    .selectFrom("orders")
    .where("orders.transaction_id", "=", transaction_id)
    .selectAll("orders")
    .select((eb) => [
      // The developer’s payment for a whole group counts for each of its units (AMB-E14).
      eb
        .selectFrom("transaction_groups")
        .innerJoin("transactions", "transactions.group_id", "transaction_groups.id")
        .select("transaction_groups.stripe_transaction_id")
        .whereRef("transactions.id", "=", "orders.transaction_id")
        .as("group_stripe_transaction_id"),
      selectOrderItems().as("items"),
      jsonArrayFrom(
        eb
          .selectFrom("payment_reviews")
          .leftJoin("users as by", "by.id", "payment_reviews.dealt_with_by")
          .select(["payment_reviews.id", "payment_reviews.stripe_transaction_id", "reason"])
          .select(["stripe_status", "amount_pence", "currency", "note", "dealt_with_at"])
          .select(["payment_reviews.created_at", "closed_at"])
          .select(fullNameSql("by").as("dealt_with_by"))
          .where(isOfOrderOrGroup("payment_reviews"))
          .orderBy("payment_reviews.created_at")
          .orderBy("payment_reviews.id"),
      ).as("reviews"),
      jsonArrayFrom(
        eb
          .selectFrom("refunds")
          .innerJoin("users as by", "by.id", "refunds.requested_by")
          .select(["refunds.id", "refunds.stripe_payment_id", "refunds.amount_pence"])
          .select(["refunds.reason", "refunds.status", "refunds.refusal_code"])
          .select(["refunds.created_at", "refunds.answered_at", "refunds.group_id"])
          .select(fullNameSql("by").as("requested_by"))
          .where(isOfOrderOrGroup("refunds"))
          .orderBy("refunds.created_at")
          .orderBy("refunds.id"),
      ).as("refunds"),
      jsonArrayFrom(
        eb
          .selectFrom("events")
          .select(["events.id", "event_name", "date_time", "comments"])
          .whereRef("events.transaction_id", "=", "orders.transaction_id")
          .where("event_name", "in", [...PAYMENT_EVENTS, "payment_failed", ...REFUND_EVENTS])
          .orderBy("date_time")
          .orderBy("events.id"),
      ).as("events"),
      jsonArrayFrom(
        eb
          .selectFrom("email_log")
          .select(["email_log.id", "email_log.name", "recipient"])
          .select(emailStatusSql().as("status"))
          .select(["email_log.created_at", "sent_at"])
          .whereRef("email_log.transaction_id", "=", "orders.transaction_id")
          .where("email_log.name", "in", ORDER_EMAILS)
          .orderBy("email_log.created_at")
          .orderBy("email_log.id"),
      ).as("emails"),
    ])
    .executeTakeFirst();
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return order ?? null;
}

/** Returns a condition for rows about a payment of `orders`, or of the group of its sale. */
function isOfOrderOrGroup(table: "refunds" | "payment_reviews") {
  const [order_id, group_id] = [sql.ref(`${table}.order_id`), sql.ref(`${table}.group_id`)];
  return sql<boolean>`(${order_id} = orders.id or ${group_id} = (
    select group_id from transactions where transactions.id = orders.transaction_id))`;
}

/** Lists the products in the sequence of the catalogue, with their normal prices in pence. */
export function listProducts(
  db: Db,
): Promise<{ code: string; name: string; price_pence: number }[]> {
  return db
    .selectFrom("products")
    .select(["code", "name", "price_pence"])
    .orderBy("position")
    .execute();
}

/**
 * Returns the content of the receipt email (E-043).
 * @throws NoResultError if the order was deleted
 */
export async function readPaymentReceived(db: Db, { order_id }: { order_id: string }) {
  const order = await ordersOfSellers(db)
    .where("orders.id", "=", order_id)
    .select(["orders.total_amount_pence", "orders.code", "orders.paid_at"])
    .select(selectOrderItems().as("items"))
    .executeTakeFirstOrThrow();
  return {
    first_name: order.first_name,
    property: addressLine(order),
    transaction_id: order.transaction_id,
    receipt: {
      number: order_id,
      paid_on: customerDate(order.paid_at ?? new Date()),
      vat_number: company.vat_number ?? null,
    },
    items: order.items,
    ...splitVat(order.total_amount_pence),
    total_pence: order.total_amount_pence,
    code: order.code,
    dashboard: siteUrl(paths.dashboard.sell(order.transaction_id)),
  };
}

/**
 * Returns the content of the email about a failed payment.
 * @throws NoResultError if the order was deleted
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
 * Returns the content of the email about a payment that does not match its order.
 * @throws NoResultError if the review was deleted
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

/**
 * Returns the content of the email that says how a payment that did not match its order was
 * resolved.
 * @throws NoResultError if the review was deleted
 */
export async function readPaymentResolved(
  db: Db,
  { payment_review_id }: { payment_review_id: string },
) {
  const review = await ordersOfSellers(db)
    .innerJoin("payment_reviews as r", "r.order_id", "orders.id")
    .where("r.id", "=", payment_review_id)
    .select(["r.amount_pence", "r.currency", "orders.paid_at"])
    .select(refundedSql().as("refunded_pence"))
    .executeTakeFirstOrThrow();
  const { refunded_pence, currency } = review;
  return {
    first_name: review.first_name,
    property: addressLine(review),
    sum: formatMinorUnits(review.amount_pence ?? 0, currency ?? "gbp"),
    /** Part of the payment that is or will be refunded, such as "£200.00"; null if none. */
    refunded: refunded_pence > 0 ? formatMinorUnits(refunded_pence, currency ?? "gbp") : null,
    is_paid: review.paid_at !== null,
    page: siteUrl(
      review.paid_at
        ? paths.dashboard.sell(review.transaction_id)
        : paths.sell.payment({ sale: review.transaction_id }),
    ),
  };
}

/**
 * Returns the content of the email about a refund: one that staff made, or one that was made in
 * Stripe and that a review is about.
 * @throws NoResultError if the refund, the review or the sale was deleted
 */
export async function readPaymentRefunded(
  db: Db,
  ids: { refund_id: string } | { payment_review_id: string },
) {
  const refunded =
    "refund_id" in ids
      ? await db
          .selectFrom("refunds")
          .where("id", "=", ids.refund_id)
          .select(["order_id", "group_id", "amount_pence", sql<string>`'gbp'`.as("currency")])
          .executeTakeFirstOrThrow()
      : await db
          .selectFrom("payment_reviews")
          .where("id", "=", ids.payment_review_id)
          .select(["order_id", "group_id", "amount_pence", "currency"])
          .executeTakeFirstOrThrow();
  const sale = await paidSales(db, refunded).executeTakeFirstOrThrow();
  return {
    first_name: sale.first_name,
    property: addressLine(sale),
    group_name: sale.group_name,
    sum: formatMinorUnits(refunded.amount_pence ?? 0, refunded.currency ?? "gbp"),
    ...(await readFeeAfterRefund(db, refunded.order_id)),
  };
}

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
 * Returns the content of the team’s email about a new payment review, without names.
 * @throws NoResultError if the review was deleted
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
