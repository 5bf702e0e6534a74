import { paymentFailedEmail, paymentHeldEmail, paymentReceivedEmail } from "./emails.ts";
import { sql } from "kysely";
import {
  isLive,
  type PaymentIntent,
  retrievePaymentIntent,
  type StripeEvent,
} from "#app/clients/stripe/client.server.ts";
import { nullIfNotFound } from "#app/clients/vendor-error.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { assignNewMatters } from "#app/domain/handlers/assign-new-matters.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { completeInvitation } from "#app/domain/invitations/invited-matters.server.ts";
import { requireNotRestored, TRY_LATER } from "#app/domain/restorations/restorations.server.ts";
import { queueParticipantEmails } from "#app/domain/people/participant-email.server.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { cancelOpenPayment } from "./compare-with-stripe.server.ts";
import { lockProperty } from "./duplicate-property.server.ts";
import { flagForReview } from "./payment-reviews.server.ts";
import { fitsOrder } from "./payment-status.ts";
import { compareRefund } from "./reconcile.server.ts";
import type { Misfit } from "./labels.ts";

type PaymentOutcome =
  | "paid"
  /** The status of the payment was stored. The payment has not succeeded so far. */
  | "noted"
  /**
   * Nothing changed, because the message is old or repeated, or is about a payment that is not the
   * order’s current one.
   */
  | "ignored"
  /** The payment intent names an order that is not in our database. */
  | "unknown"
  /** The payment does not match the order. Staff must review it. */
  | "review";

/**
 * Records the state of a payment intent on its order. Idempotent in any sequence of calls. A
 * success is final: its event and email happen only once (E-017, AMB-E09).
 * @param intent from Stripe or from an event with a valid signature, never from a browser
 */
export async function recordPayment(trx: Db, intent: PaymentIntent): Promise<PaymentOutcome> {
  // The Stripe account may also take payments that are not for our orders.
  const { order_id } = intent.metadata;
  if (!isObjectId(order_id)) return "ignored";
  const order = await lockOrder(trx, order_id);
  if (!order) return "unknown";
  if (intent.status !== "succeeded") return noteStatus(trx, order, intent);

  if (order.paid_at) {
    if (order.stripe_transaction_id === intent.id) return "ignored";
    return review(trx, order, intent, order.code ? "paid_and_referred" : "paid_twice");
  }
  const taken = { amount_pence: intent.amount_received_pence, currency: intent.currency };
  if (!fitsOrder(taken, order)) {
    return review(trx, order, intent, "amount_mismatch");
  }
  const other = await lockProperty(trx, order);
  if (other) return review(trx, order, intent, "home_paid_twice", other);
  await markPaid(trx, order, intent);
  return "paid";
}

const NO_FAILURE = { payment_failed_at: null, payment_failure: null };

type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;

/**
 * Locks the order’s row, so that a card payment, a payment with a code and a webhook are processed
 * one after the other.
 */
function lockOrder(trx: Db, order_id: string) {
  return trx
    .selectFrom("orders")
    .innerJoin("transactions", "transactions.id", "orders.transaction_id")
    .innerJoin("users", "users.id", "transactions.seller_id")
    .select([
      "orders.id",
      "orders.transaction_id",
      "orders.code",
      "orders.total_amount_pence",
      "orders.stripe_transaction_id",
      "orders.stripe_transaction_status",
      "orders.stripe_checkout_session_id",
      "orders.paid_at",
      "users.id as seller_id",
      "users.email as seller_email",
    ])
    .where("orders.id", "=", order_id)
    .forUpdate("orders")
    .executeTakeFirst();
}

/**
 * Stores the status of the order’s current payment. The status of a different payment is stored
 * only if that payment is processing.
 */
async function noteStatus(
  trx: Db,
  order: LockedOrder,
  intent: PaymentIntent,
): Promise<PaymentOutcome> {
  const isCurrent = order.stripe_transaction_id === intent.id || intent.status === "processing";
  if (order.paid_at || !isCurrent) return "ignored";
  if (intent.status === "processing") await cancelOtherPayments(trx, order, intent);
  await trx
    .updateTable("orders")
    .set({
      stripe_transaction_id: intent.id,
      stripe_transaction_status: intent.status,
      ...failureOf(order, intent),
    })
    .where("id", "=", order.id)
    .execute();
  if (hasFailed(order, intent)) await tellFailure(trx, order);
  return "noted";
}

/**
 * Returns true if a payment that was processing has now failed. The seller was promised an email
 * about it.
 */
function hasFailed(order: LockedOrder, { status }: PaymentIntent) {
  return (
    order.stripe_transaction_status === "processing" &&
    (status === "requires_payment_method" || status === "canceled")
  );
}

function failureOf(order: LockedOrder, intent: PaymentIntent) {
  const { status, last_error } = intent;
  if (status === "processing") return NO_FAILURE;
  if (!hasFailed(order, intent) && (status !== "requires_payment_method" || !last_error)) return {};
  return { payment_failed_at: sql<Date>`now()`, payment_failure: last_error };
}

async function tellFailure(trx: Db, order: LockedOrder) {
  const { transaction_id } = order;
  await recordEvent(trx, { transaction_id, event_name: "payment_failed", author: "system" });
  await queueEmail(trx, {
    email: paymentFailedEmail,
    recipient: order.seller_email,
    transaction_id,
    user_id: order.seller_id,
    props: { order_id: order.id },
  });
}

/** Flags the payment for review. Idempotent: one review and one email per payment. */
async function review(
  trx: Db,
  order: LockedOrder,
  intent: PaymentIntent,
  reason: Misfit,
  other_transaction_id?: string,
): Promise<PaymentOutcome> {
  const review_id = await flagForReview(trx, {
    order_id: order.id,
    transaction_id: order.transaction_id,
    reason,
    stripe_transaction_id: intent.id,
    stripe_status: intent.status,
    amount_pence: intent.amount_received_pence,
    currency: intent.currency,
    ...(other_transaction_id && { other_transaction_id }),
  });
  if (!review_id) return "review";
  await trx.updateTable("orders").set({ review: reason }).where("id", "=", order.id).execute();
  // Email the payer, who may have left the page.
  await queueEmail(trx, {
    email: paymentHeldEmail,
    recipient: order.seller_email,
    transaction_id: order.transaction_id,
    user_id: order.seller_id,
    props: { payment_review_id: review_id },
    dedupe_key: `payment_held:${review_id}`,
  });
  await cancelOtherPayments(trx, order, intent);
  return "review";
}

/** Cancels the order’s open payments other than `intent`, which is paid or processing. */
function cancelOtherPayments(trx: Db, order: LockedOrder, intent: PaymentIntent) {
  const { stripe_transaction_id, stripe_checkout_session_id } = order;
  return cancelOpenPayment(trx, {
    stripe_transaction_id: stripe_transaction_id === intent.id ? null : stripe_transaction_id,
    // Cancelling a checkout session that has already completed has no effect.
    stripe_checkout_session_id,
  });
}

async function markPaid(trx: Db, order: LockedOrder, intent: PaymentIntent) {
  await trx
    .updateTable("orders")
    .set({
      payment_type: "stripe_direct",
      stripe_transaction_id: intent.id,
      stripe_transaction_status: "succeeded",
      stripe_customer_id: intent.customer,
      paid_at: sql`now()`,
      ...NO_FAILURE,
    })
    .where("id", "=", order.id)
    .execute();
  await cancelOtherPayments(trx, order, intent);
  const { transaction_id } = order;
  const isNew = await recordEvent(trx, {
    transaction_id,
    event_name: "payment_successful",
    author: "system",
  });
  if (!isNew) return;
  await assignNewMatters(trx, [transaction_id]);
  await completeInvitation(trx, { role: "sell", id: transaction_id });
  await queueEmail(trx, {
    email: paymentReceivedEmail,
    recipient: order.seller_email,
    transaction_id,
    user_id: order.seller_id,
    props: { order_id: order.id },
    dedupe_key: `payment_received:${order.id}`,
  });
  await queueParticipantEmails(trx, {
    kind: "seller",
    transaction_id,
    primary_email: order.seller_email,
  });
}

/**
 * Records the payment of a Stripe event whose signature is valid. Each event counts once, and
 * events may arrive in any order (AMB-E09).
 * @throws VendorError, RestoredError or a database error, so that Stripe retries
 */
export async function receiveStripeEvent(db: Db, event: StripeEvent): Promise<PaymentOutcome> {
  // Ignore test-mode events in live mode, and live events in test mode.
  if (event.livemode !== isLive) return "ignored";
  if (event.refund_id) await compareRefund(db, event.refund_id);
  const intent = await fetchIntent(event);
  return inTransaction(db, async (trx) => {
    const isNew = await trx
      .insertInto("stripe_events")
      .values({ id: event.id, type: event.type })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!isNew || !intent) return "ignored";
    const outcome = await recordPayment(trx, intent);
    // If this throws, the rollback removes the event’s row, so that a retry counts as new.
    if (outcome === "unknown") await requireNotRestored(trx, TRY_LATER);
    return outcome;
  });
}

/**
 * Reads the event’s payment from Stripe, because its state may have changed since the event. A
 * success is final, so it is not read again.
 */
async function fetchIntent(event: StripeEvent): Promise<PaymentIntent | null> {
  const intent = event.payment_intent;
  if (intent?.status === "succeeded") return intent;
  const id = intent?.id ?? event.checkout_session?.payment_intent;
  return id ? nullIfNotFound(retrievePaymentIntent(id)) : null;
}
