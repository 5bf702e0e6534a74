/**
 * An order has at most one open payment, an intent or a checkout session, so that no one pays
 * twice. An open payment is replaced only after it has been cancelled at Stripe. Do not call these
 * functions within a database transaction.
 */

import {
  cancelPaymentIntent,
  type CheckoutSession,
  expireCheckoutSession,
  type PaymentIntent,
  retrieveCheckoutSession,
  retrievePaymentIntent,
} from "#app/clients/stripe/client.server.ts";
import { nullIfNotFound, VendorError } from "#app/clients/vendor-error.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { cancelOpenPayment, type OpenPayment } from "./compare-with-stripe.server.ts";
import type { Order } from "./orders.server.ts";
import { recordPayment } from "./record-payment.server.ts";
import { isSettled } from "./payment-status.ts";

/** Throws if an order must not take another payment. @throws ConflictError */
export function requireUnsettled(order: Pick<Order, "paid_at" | "review">): void {
  if (isSettled(order)) throw alreadyPaidError();
}

/** Returns the error for an attempt to pay for a sale that is already paid. */
export function alreadyPaidError(): ConflictError {
  return new ConflictError("This sale has already been paid for.");
}

function paymentProcessingError(): ConflictError {
  return new ConflictError("Your payment is still being processed. You don’t need to pay again.");
}

/** Returns the error for a payment that another tab has started or is making. */
export function paymentUnderWayError() {
  return new ConflictError("You’ve already started paying for this sale in another tab.");
}

/**
 * Stores a new payment intent or checkout session as the order’s only open payment, and returns
 * true. If the order was settled or got a different payment after `order` was read, cancels the new
 * one, which no customer has seen, and returns false.
 */
export async function storeOpenPayment(
  db: Db,
  order: Order,
  started: OpenPayment & { stripe_transaction_status: string | null; stripe_customer_id: string },
): Promise<boolean> {
  const { stripe_transaction_id, stripe_checkout_session_id } = started;
  return inTransaction(db, async (trx) => {
    const now = await trx
      .selectFrom("orders")
      .select(["stripe_transaction_id", "stripe_checkout_session_id", "paid_at", "review"])
      .where("id", "=", order.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const isPayable = !isSettled(now);
    // Two tabs with the same idempotency key get the same payment from Stripe.
    if (isPayable && isSame(now, started)) return true;
    if (!isPayable || !isSame(now, order)) {
      await cancelOpenPayment(trx, { stripe_transaction_id, stripe_checkout_session_id });
      return false;
    }
    await trx.updateTable("orders").set(started).where("id", "=", order.id).execute();
    return true;
  });
}

function isSame(one: OpenPayment, other: OpenPayment) {
  return (
    one.stripe_transaction_id === other.stripe_transaction_id &&
    one.stripe_checkout_session_id === other.stripe_checkout_session_id
  );
}

/**
 * Returns the order’s payment intent if it can still be paid, or null if there is none. An intent
 * that has been paid or is processing is recorded.
 * @throws ConflictError if it is paid or processing; VendorError
 */
export async function findOpenIntent(db: Db, order: Order): Promise<PaymentIntent | null> {
  if (!order.stripe_transaction_id) return null;
  const intent = await nullIfNotFound(retrievePaymentIntent(order.stripe_transaction_id));
  if (!intent || intent.status === "canceled") return null;
  if (intent.status !== "succeeded" && intent.status !== "processing") return intent;
  await inTransaction(db, (trx) => recordPayment(trx, intent));
  throw intent.status === "succeeded" ? alreadyPaidError() : paymentProcessingError();
}

/**
 * Returns the order’s checkout session if it can still be paid, or null if there is none. Throws as
 * findOpenIntent does.
 */
export async function findOpenCheckout(db: Db, order: Order): Promise<CheckoutSession | null> {
  if (!order.stripe_checkout_session_id) return null;
  const session = await nullIfNotFound(retrieveCheckoutSession(order.stripe_checkout_session_id));
  if (session?.status === "open") return session;
  if (session?.status !== "complete") return null;
  await findOpenIntent(db, { ...order, stripe_transaction_id: session.payment_intent });
  return null;
}

/**
 * Cancels a payment intent. Returns false if it is already paid or processing.
 * @throws VendorError
 */
export function cancelIntent(id: string): Promise<boolean> {
  return cancelOrConfirm(cancelPaymentIntent(id), async () => {
    const intent = await nullIfNotFound(retrievePaymentIntent(id));
    return intent === null || intent.status === "canceled";
  });
}

/**
 * Expires a checkout session. Returns false if it is already paid or processing.
 * @throws VendorError
 */
export function cancelCheckout(id: string): Promise<boolean> {
  return cancelOrConfirm(expireCheckoutSession(id), async () => {
    const session = await nullIfNotFound(retrieveCheckoutSession(id));
    return session === null || session.status === "expired";
  });
}

/**
 * Returns true if Stripe accepts the cancellation of a payment. If Stripe refuses, either the
 * customer has paid or another tab has already cancelled the payment. In that case, returns the
 * result of `isCancelled`.
 */
async function cancelOrConfirm(asked: Promise<unknown>, isCancelled: () => Promise<boolean>) {
  try {
    await asked;
    return true;
  } catch (error) {
    if (!(error instanceof VendorError) || error.kind !== "4xx") throw error;
    return isCancelled();
  }
}

const COPIES_WITHIN_MS = 10 * 60 * 1_000;

/**
 * Returns an idempotency key for creating an object at Stripe, so that two tabs or a retry create
 * only one object. The key changes every 10 minutes, because Stripe repeats its answer for a day,
 * even a failure. The key also depends on the order’s previous payment and resolved reviews
 * (`before`), because a new payment may follow a cancelled payment or a resolved review.
 */
export function paymentIdempotencyKey(
  what: string,
  id: string,
  before?: OpenPayment & Partial<Pick<Order, "reviews_dealt_with">>,
): string {
  const stretch = Math.floor(Date.now() / COPIES_WITHIN_MS);
  const { stripe_transaction_id, stripe_checkout_session_id, reviews_dealt_with } = before ?? {};
  const previous = stripe_transaction_id ?? stripe_checkout_session_id ?? "first";
  return [what, id, previous, stretch, ...(reviews_dealt_with ? [reviews_dealt_with] : [])].join(
    ":",
  );
}
