import {
  isIntentId,
  type PaymentStatus,
  retrieveCheckoutSession,
  retrievePaymentIntent,
} from "#app/clients/stripe/client.server.ts";
import { nullIfNotFound } from "#app/clients/vendor-error.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { findOrderOfSeller, type Order } from "./orders.server.ts";
import { recordPayment } from "./record-payment.server.ts";

/**
 * Returns true if a value from the URL’s query looks like the id of a checkout session. Other
 * values are not sent to Stripe.
 */
const isSessionId = (id: string) => /^cs_\w{1,200}$/.test(id);

/**
 * State of a payment. "review" means that the payment does not match its order and staff have been
 * emailed.
 */
export type PaymentState = PaymentStatus | "review";

type Asked = { payment_intent: string; seller_id: ReaderId };

/**
 * Records the state that a payment has at Stripe, and returns it with the id of the sale. Returns
 * null if the payment is not this seller’s, because its id comes from a URL that anyone can write
 * (E-022, AMB-E06).
 * @throws VendorError
 */
export async function syncPayment(
  db: Db,
  asked: Asked,
): Promise<{ transaction_id: string; state: PaymentState } | null> {
  if (!isIntentId(asked.payment_intent)) return null;
  const paid = await paidWith(db, asked);
  if (paid) return { transaction_id: paid.transaction_id, state: "succeeded" };

  const intent = await nullIfNotFound(retrievePaymentIntent(asked.payment_intent));
  const order = intent && (await orderNamed(db, intent.metadata.order_id, asked.seller_id));
  if (!order) return null;
  const outcome = await inTransaction(db, (trx) => recordPayment(trx, intent));
  const state = outcome === "review" ? "review" : intent.status;
  return { transaction_id: order.transaction_id, state };
}

/**
 * Returns the sale of a payment that a webhook or an earlier visit has recorded as paid, so that
 * Stripe is not called again.
 */
function paidWith(db: Db, { payment_intent, seller_id }: Asked) {
  return db
    .selectFrom("orders")
    .innerJoin("transactions", "transactions.id", "orders.transaction_id")
    .select("orders.transaction_id")
    .where("orders.stripe_transaction_id", "=", payment_intent)
    .where("orders.paid_at", "is not", null)
    .where("transactions.seller_id", "=", seller_id)
    .executeTakeFirst();
}

async function orderNamed(db: Db, order_id: string | undefined, seller_id: string) {
  return isObjectId(order_id) ? findOrderOfSeller(db, { order_id, seller_id }) : null;
}

/** Returns the payment intent id of a seller’s checkout session, or null. @throws VendorError */
export async function checkoutPayment(
  db: Db,
  { session_id, seller_id }: { session_id: string; seller_id: ReaderId },
): Promise<string | null> {
  if (!isSessionId(session_id)) return null;
  const session = await nullIfNotFound(retrieveCheckoutSession(session_id));
  const order = await orderNamed(db, session?.client_reference_id ?? undefined, seller_id);
  return order && session ? session.payment_intent : null;
}

/**
 * Records and returns the state of an order’s payment, or null if there is none. `named` is the
 * payment id from the URL’s query.
 * @throws VendorError
 */
export async function syncOrderPayment(
  db: Db,
  order: Order,
  { named, seller_id }: { named: string | null; seller_id: ReaderId },
): Promise<PaymentState | null> {
  if (order.review && !order.paid_at) return "review";
  const isUnderWay = order.stripe_transaction_status === "processing";
  const payment_intent = named ?? (isUnderWay ? order.stripe_transaction_id : null);
  const settled = payment_intent ? await syncPayment(db, { payment_intent, seller_id }) : null;
  if (settled?.transaction_id === order.transaction_id) return settled.state;
  return order.payment_failed_at ? "requires_payment_method" : null;
}
