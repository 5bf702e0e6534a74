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

/** Checks a session id from the URL’s query before it is requested from Stripe. */
const isSessionId = (id: string) => /^cs_\w{1,200}$/.test(id);

/** "review": the payment does not fit, and staff have been notified. */
export type PaymentState = PaymentStatus | "review";

type Asked = { payment_intent: string; seller_id: ReaderId };

/**
 * Records a payment’s state at Stripe, and returns it with its sale; null if it is not this
 * seller’s. The id comes from a URL that anyone can write (E-022, AMB-E06).
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

/** Skips the request if a webhook or an earlier visit has recorded the payment. */
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

/** Returns the payment of a seller’s checkout session, or null. @throws VendorError */
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
 * Records and returns the state of an order’s payment, or null. `named` comes from the URL’s query.
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
