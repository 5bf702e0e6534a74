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
import { cancelOpenPayment, type OpenPayment } from "./at-stripe.server.ts";
import type { Order } from "./orders.server.ts";
import { recordPayment } from "./record-payment.server.ts";
import { isSettled } from "./payment-status.ts";

/**
 * What Stripe holds open for an order: a payment on our page, or a page of Stripe's own, and never both, so that no one
 * pays twice. A new one takes the place of the one before only once that is called off at Stripe. None of this is
 * called within a transaction.
 */

/** @throws ConflictError for an order for which no more is taken */
export function refuseSettled(order: Pick<Order, "paid_at" | "review">): void {
  if (isSettled(order)) throw alreadyPaidError();
}

/** Said to whoever would pay, by card or with a code, for what is paid for. */
export function alreadyPaidError(): ConflictError {
  return new ConflictError("This sale has already been paid for.");
}

/** Another tab has just started to pay, or its payment is being made: there is something to be seen there. */
export function paymentUnderWayError() {
  return new ConflictError("You’ve already started paying for this sale in another tab.");
}

/**
 * Makes what was started at Stripe the one thing that the order can be paid on. Of several that were started side by
 * side, in whichever way, the first is kept. The others are called off, and no one gets to see them.
 *
 * @param order as it was read before: what it could be paid on then has been called off, or there was nothing
 * @param started exactly one of the two ids
 * @returns false when another was kept, or the order has been paid for
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
    // With the same idempotency key two tabs start the same one.
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
 * The payment of an order that can still be made, or null. One that has been made meanwhile is written down.
 *
 * @throws ConflictError when it has been made or is on its way; VendorError when Stripe does not answer.
 */
export async function findOpenIntent(db: Db, order: Order): Promise<PaymentIntent | null> {
  if (!order.stripe_transaction_id) return null;
  const intent = await nullIfNotFound(retrievePaymentIntent(order.stripe_transaction_id));
  if (!intent || intent.status === "canceled") return null;
  if (intent.status !== "succeeded" && intent.status !== "processing") return intent;
  await inTransaction(db, (trx) => recordPayment(trx, intent));
  throw alreadyPaidError();
}

/** The page of Stripe's own on which an order can still be paid, or null. Throws as findOpenIntent. */
export async function findOpenCheckout(db: Db, order: Order): Promise<CheckoutSession | null> {
  if (!order.stripe_checkout_session_id) return null;
  const session = await nullIfNotFound(retrieveCheckoutSession(order.stripe_checkout_session_id));
  if (session?.status === "open") return session;
  if (session?.status !== "complete") return null;
  // What was tried there and failed in the end leaves nothing open.
  await findOpenIntent(db, { ...order, stripe_transaction_id: session.payment_intent });
  return null;
}

/**
 * Makes sure that a payment is not made any more.
 *
 * @returns false when it has been made, or is on its way.
 * @throws VendorError when Stripe does not answer.
 */
export function cancelIntent(id: string): Promise<boolean> {
  return callOff(cancelPaymentIntent(id), async () => {
    const intent = await nullIfNotFound(retrievePaymentIntent(id));
    return intent === null || intent.status === "canceled";
  });
}

/** As cancelIntent, for a page of Stripe's own. */
export function cancelCheckout(id: string): Promise<boolean> {
  return callOff(expireCheckoutSession(id), async () => {
    const session = await nullIfNotFound(retrieveCheckoutSession(id));
    return session === null || session.status === "expired";
  });
}

/** Where Stripe refuses, another was quicker: another tab called it off, or the customer paid. */
async function callOff(asked: Promise<unknown>, isCalledOff: () => Promise<boolean>) {
  try {
    await asked;
    return true;
  } catch (error) {
    if (!(error instanceof VendorError) || error.kind !== "4xx") throw error;
    return isCalledOff();
  }
}

const COPIES_WITHIN_MS = 10 * 60 * 1_000;

/**
 * An idempotency key: two tabs and a second try create one thing. Stripe repeats even a failure under the same key for
 * a day, hence the time in it; what was created and lost sight of can be paid by no one.
 *
 * @param before what the order could be paid on until then, and how many of its payments staff have dealt with: each of
 *   them may have let the order be paid anew, on something that is not there yet
 */
export function attemptKey(
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
