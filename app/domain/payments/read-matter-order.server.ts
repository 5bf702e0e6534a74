import { jsonArrayFrom } from "kysely/helpers/postgres";
import { PAYMENT_EVENTS } from "#app/domain/events/catalogue.ts";
import { firstAndLastName } from "#app/domain/fields/names.server.ts";
import type { QueuedEmailName } from "#app/queue/emails.ts";
import type { Db } from "#db/connection.ts";
import { selectOrderItems } from "#app/domain/transactions/order-items.server.ts";

export type MatterOrder = NonNullable<Awaited<ReturnType<typeof readMatterOrder>>>;

const EMAILS: QueuedEmailName[] = [
  "payment_received",
  "payment_failed",
  "payment_held",
  "payment_review",
];

/**
 * What was ordered in a matter, with all that is on record of the money: what Stripe says, which payments a person has to
 * look at, what happened, and which emails were owed for it (K-083, X-017, X-018). For staff: no owner narrows it.
 *
 * @returns null before there is an order
 */
export async function readMatterOrder(db: Db, transaction_id: string) {
  const order = await db
    .selectFrom("orders")
    .where("orders.transaction_id", "=", transaction_id)
    .selectAll("orders")
    .select((eb) => [
      // What a developer has paid for a whole group is the payment of each of its units (AMB-E14).
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
          .select(firstAndLastName("by").as("dealt_with_by"))
          .whereRef("payment_reviews.order_id", "=", "orders.id")
          .orderBy("payment_reviews.created_at")
          .orderBy("payment_reviews.id"),
      ).as("reviews"),
      jsonArrayFrom(
        eb
          .selectFrom("events")
          .select(["events.id", "event_name", "date_time", "comments"])
          .whereRef("events.transaction_id", "=", "orders.transaction_id")
          .where("event_name", "in", [...PAYMENT_EVENTS, "payment_failed"])
          .orderBy("date_time")
          .orderBy("events.id"),
      ).as("events"),
      jsonArrayFrom(
        eb
          .selectFrom("email_log")
          .select(["email_log.id", "email_log.name", "recipient", "status"])
          .select(["email_log.created_at", "sent_at"])
          .whereRef("email_log.transaction_id", "=", "orders.transaction_id")
          .where("email_log.name", "in", EMAILS)
          .orderBy("email_log.created_at")
          .orderBy("email_log.id"),
      ).as("emails"),
    ])
    .executeTakeFirst();
  return order ?? null;
}
