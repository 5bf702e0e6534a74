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
import { isObjectId } from "#app/domain/fields/answers.ts";
import { completeInvitation } from "#app/domain/invitations/invited-matters.server.ts";
import { requireNotRestored, TRY_LATER } from "#app/domain/restorations/restorations.server.ts";
import { tellNamed } from "#app/domain/people/named.server.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { cancelOpenPayment } from "./at-stripe.server.ts";
import { takeHome } from "./home-with-us.server.ts";
import { putBeforeStaff } from "./payment-reviews.server.ts";
import { fitsOrder } from "./payment-status.ts";
import { compareRefund } from "./reconcile.server.ts";
import type { Misfit } from "./labels.ts";

/** What telling an order about a payment intent came to. */
type PaymentOutcome =
  | "paid"
  /** The status was noted; it is not paid (yet). */
  | "noted"
  /** It changes nothing: an old or a repeated message, or one about something else. */
  | "ignored"
  /** It names an order that is not here. */
  | "unknown"
  /** Money moved that does not fit: a member of staff has to look. */
  | "review";

/**
 * Brings an order up to date with what Stripe says of a payment. Whoever learns of a payment calls this, in any order
 * and as often as they like: the webhook, the payment page, the page of success, and what cancels an open payment. A
 * success is final, and its event and email happen once (E-017, AMB-E09).
 *
 * @param intent as read from Stripe, or from an event with a valid signature; never from a browser.
 */
export async function recordPayment(trx: Db, intent: PaymentIntent): Promise<PaymentOutcome> {
  // Other things may be paid for with the same account of Stripe's.
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
  const other = await takeHome(trx, order);
  if (other) return review(trx, order, intent, "home_paid_twice", other);
  await markPaid(trx, order, intent);
  return "paid";
}

/** Of an order whose last try did not fail. */
const NO_FAILURE = { payment_failed_at: null, payment_failure: null };

type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;

/** The row stays locked until the transaction ends: card, code and webhook cannot pass each other. */
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
 * A status of the payment that is under way. One of an earlier attempt says nothing about this one, unless money is on
 * its way: then it is the one.
 */
async function noteStatus(
  trx: Db,
  order: LockedOrder,
  intent: PaymentIntent,
): Promise<PaymentOutcome> {
  const isCurrent = order.stripe_transaction_id === intent.id || intent.status === "processing";
  if (order.paid_at || !isCurrent) return "ignored";
  if (intent.status === "processing") await callOffOthers(trx, order, intent);
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

/** It was under way, and its seller was told that they would hear of it. */
function hasFailed(order: LockedOrder, { status }: PaymentIntent) {
  return (
    order.stripe_transaction_status === "processing" &&
    (status === "requires_payment_method" || status === "canceled")
  );
}

/** What the payment page says of the last try, until another is under way. */
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

/** Keeps every such payment, and tells the team once of each. */
async function review(
  trx: Db,
  order: LockedOrder,
  intent: PaymentIntent,
  reason: Misfit,
  other_transaction_id?: string,
): Promise<PaymentOutcome> {
  const review_id = await putBeforeStaff(trx, {
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
  // Whose money it is hears of it from us, whatever page they have left.
  await queueEmail(trx, {
    email: paymentHeldEmail,
    recipient: order.seller_email,
    transaction_id: order.transaction_id,
    user_id: order.seller_id,
    props: { payment_review_id: review_id },
    dedupe_key: `payment_held:${review_id}`,
  });
  await callOffOthers(trx, order, intent);
  return "review";
}

/** Money has come, or is on its way: nothing else that was started for this order takes any. */
function callOffOthers(trx: Db, order: LockedOrder, intent: PaymentIntent) {
  const { stripe_transaction_id, stripe_checkout_session_id } = order;
  return cancelOpenPayment(trx, {
    stripe_transaction_id: stripe_transaction_id === intent.id ? null : stripe_transaction_id,
    // The page that it was paid on is closed already, which does no harm.
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
  await callOffOthers(trx, order, intent);
  const { transaction_id } = order;
  const isNew = await recordEvent(trx, {
    transaction_id,
    event_name: "payment_successful",
    author: "system",
  });
  if (!isNew) return;
  await completeInvitation(trx, { role: "sell", id: transaction_id });
  await queueEmail(trx, {
    email: paymentReceivedEmail,
    recipient: order.seller_email,
    transaction_id,
    user_id: order.seller_id,
    props: { order_id: order.id },
    dedupe_key: `payment_received:${order.id}`,
  });
  await tellNamed(trx, { kind: "seller", transaction_id, primary_email: order.seller_email });
}

/**
 * Acts on an event of Stripe's, once by its id and whatever the order events arrive in (AMB-E09).
 *
 * @param event with a signature that has been checked.
 * @throws VendorError, or whatever the database throws: Stripe then sends the event again. RestoredError for an order
 *   that is not here, while it may have been lost: again, later.
 */
export async function receiveStripeEvent(db: Db, event: StripeEvent): Promise<PaymentOutcome> {
  // A trial payment is no payment.
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
    // Undone with the rest, so that the event counts as new when it comes again.
    if (outcome === "unknown") await requireNotRestored(trx, TRY_LATER);
    return outcome;
  });
}

/**
 * The payment as it is now, before the transaction begins. A success is final and needs no asking; anything else may
 * have passed since the event was written, and a checkout's event only names its payment.
 */
async function fetchIntent(event: StripeEvent): Promise<PaymentIntent | null> {
  const told = event.payment_intent;
  if (told?.status === "succeeded") return told;
  const id = told?.id ?? event.checkout_session?.payment_intent;
  return id ? nullIfNotFound(retrievePaymentIntent(id)) : null;
}
