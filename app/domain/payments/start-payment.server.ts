import {
  createCheckoutSession,
  createCustomer,
  createPaymentIntent,
  type PaymentIntent,
  updateCustomer,
  updateReceiptEmail,
} from "#app/clients/stripe/client.server.ts";
import { VendorError } from "#app/clients/vendor-error.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { NOTHING_PAID, requireNotRestored } from "#app/domain/restorations/restorations.server.ts";
import type { Db } from "#db/connection.ts";
import { requireNoOtherSale } from "./duplicate-property.server.ts";
import {
  paymentIdempotencyKey,
  cancelCheckout,
  cancelIntent,
  findOpenCheckout,
  findOpenIntent,
  paymentUnderWayError,
  requireUnsettled,
  storeOpenPayment,
} from "./open-payments.server.ts";
import { getOrCreateOrder, type Order, readOrder, type SellerSaleIds } from "./orders.server.ts";
import { refuseWithCode } from "./pay-with-code.server.ts";

/**
 * Returns what our card form needs: the client secret and the amount in pence of the order’s open
 * payment intent, or of a new one (E-011, AMB-E02). Must not be called within a database
 * transaction.
 * @throws ConflictError if the sale cannot be paid by card; VendorError
 */
export async function startCardPayment(
  db: Db,
  sale: SellerSaleIds,
): Promise<{ client_secret: string; total_amount_pence: number }> {
  await requireNotRestored(db, NOTHING_PAID);
  const order = await getOrCreateOrder(db, sale);
  requireUnsettled(order);
  await requireNoOtherSale(db, order);
  await refuseWithCode(db, sale);
  // Stripe’s own page may be open in another tab and must not also take the money.
  const checkout = await findOpenCheckout(db, order);
  if (checkout && !(await cancelCheckout(checkout.id))) throw paymentUnderWayError();
  const intent = (await findOpenIntent(db, order)) ?? (await newIntent(db, sale, order));
  if (!intent.client_secret) throw new Error("A payment intent came without a client secret");
  return { client_secret: intent.client_secret, total_amount_pence: order.total_amount_pence };
}

async function newIntent(db: Db, sale: SellerSaleIds, order: Order): Promise<PaymentIntent> {
  const { customer, email } = await stripeCustomer(db, sale.seller_id);
  const intent = await createPaymentIntent({
    amount_pence: order.total_amount_pence,
    customer,
    metadata: { order_id: order.id, transaction_id: order.transaction_id },
    description: describeOrder(order),
    receipt_email: email,
    idempotency_key: paymentIdempotencyKey("intent", order.id, order),
  });
  const isKept = await storeOpenPayment(db, order, {
    stripe_transaction_id: intent.id,
    stripe_checkout_session_id: null,
    stripe_transaction_status: intent.status,
    stripe_customer_id: customer,
  });
  return isKept ? intent : otherIntent(db, sale);
}

/**
 * Returns the payment intent that another tab stored first. The one that this tab created is never
 * shown. Throws if the sale is paid.
 */
async function otherIntent(db: Db, sale: SellerSaleIds): Promise<PaymentIntent> {
  const order = await readOrder(db, sale);
  requireUnsettled(order);
  const intent = await findOpenIntent(db, order);
  if (!intent) throw paymentUnderWayError();
  return intent;
}

/**
 * Maximum length of a payment’s description. Stripe rejects longer text, and a long address can
 * exceed the limit.
 */
const MAX_DESCRIPTION_LENGTH = 250;

/**
 * Returns the order’s products and the property’s address on one line, for Stripe. The address is
 * needed because a seller may have two sales.
 */
export function describeOrder({ items, address }: Pick<Order, "items" | "address">): string {
  const products = items.map((item) => item.product_name).join(", ");
  return `${products}: ${addressLine(address)}`.slice(0, MAX_DESCRIPTION_LENGTH);
}

/**
 * Returns the URL of Stripe’s page where the order can be paid without our scripts (AMB-E11). Must
 * not be called within a database transaction. The URL `success` may contain {CHECKOUT_SESSION_ID}.
 * Throws as startCardPayment does.
 */
export async function startHostedPayment(
  db: Db,
  sale: SellerSaleIds,
  urls: { success: string; cancel: string },
): Promise<string> {
  await requireNotRestored(db, NOTHING_PAID);
  const order = await getOrCreateOrder(db, sale);
  requireUnsettled(order);
  await requireNoOtherSale(db, order);
  await refuseWithCode(db, sale);
  const open = await findOpenCheckout(db, order);
  if (open?.url) return open.url;

  const intent = await findOpenIntent(db, order);
  if (intent && !(await cancelIntent(intent.id))) throw paymentUnderWayError();
  return newCheckout(db, sale, order, urls);
}

async function newCheckout(
  db: Db,
  sale: SellerSaleIds,
  order: Order,
  urls: { success: string; cancel: string },
): Promise<string> {
  const { customer, email } = await stripeCustomer(db, sale.seller_id);
  const session = await createCheckoutSession({
    amount_pence: order.total_amount_pence,
    name: describeOrder(order),
    customer,
    client_reference_id: order.id,
    metadata: { order_id: order.id, transaction_id: order.transaction_id },
    receipt_email: email,
    success_url: urls.success,
    cancel_url: urls.cancel,
    idempotency_key: paymentIdempotencyKey("checkout", order.id, order),
  });
  const isKept = await storeOpenPayment(db, order, {
    stripe_transaction_id: null,
    stripe_checkout_session_id: session.id,
    stripe_transaction_status: null,
    stripe_customer_id: customer,
  });
  const url = isKept ? session.url : await otherCheckout(db, sale);
  if (!url) throw new Error("A checkout session came without an address");
  return url;
}

/**
 * Returns the URL of the checkout session that another tab stored first. The session that this tab
 * created is never shown. Throws if the sale is paid.
 */
async function otherCheckout(db: Db, sale: SellerSaleIds) {
  const order = await readOrder(db, sale);
  requireUnsettled(order);
  const session = await findOpenCheckout(db, order);
  if (!session) throw paymentUnderWayError();
  return session.url;
}

/**
 * Returns a seller’s email and the id of their Stripe customer, which is created at their first
 * payment (E-009, E-010).
 */
export async function stripeCustomer(
  db: Db,
  seller_id: string,
): Promise<{ customer: string; email: string }> {
  const user = await db
    .selectFrom("users")
    .select(["email", "first_name", "last_name", "stripe_customer_id"])
    .where("id", "=", seller_id)
    .executeTakeFirstOrThrow();
  if (user.stripe_customer_id) return { customer: user.stripe_customer_id, email: user.email };
  const customer = await createCustomer({
    email: user.email,
    name: fullName(user),
    metadata: { user_id: seller_id },
    idempotency_key: paymentIdempotencyKey("customer", seller_id),
  });
  await db
    .updateTable("users")
    .set({ stripe_customer_id: customer })
    .where("id", "=", seller_id)
    .where("stripe_customer_id", "is", null)
    .execute();
  return { customer, email: user.email };
}

/**
 * Updates a seller’s corrected name and email at Stripe, also on open payments. Checkout sessions
 * keep the old details for up to a day. Must not be called within a database transaction.
 * @throws VendorError
 */
export async function correctStripeCustomer(db: Db, seller_id: string): Promise<void> {
  const user = await db
    .selectFrom("users")
    .select(["email", "first_name", "last_name", "stripe_customer_id"])
    .where("id", "=", seller_id)
    .executeTakeFirst();
  if (!user?.stripe_customer_id) return;
  const { email, stripe_customer_id } = user;
  await unlessRefused(updateCustomer(stripe_customer_id, { email, name: fullName(user) }));
  const open = await db
    .selectFrom("orders")
    .innerJoin("transactions", "transactions.id", "orders.transaction_id")
    .select((eb) => eb.ref("orders.stripe_transaction_id").$notNull().as("payment"))
    .where("transactions.seller_id", "=", seller_id)
    .where("orders.paid_at", "is", null)
    .where("orders.stripe_transaction_id", "is not", null)
    .execute();
  for (const { payment } of open) await unlessRefused(updateReceiptEmail(payment, email));
}

/**
 * Ignores an error that Stripe returns because the customer was deleted there or the payment was
 * cancelled.
 */
async function unlessRefused(request: Promise<void>) {
  await request.catch((error: unknown) => {
    if (!(error instanceof VendorError) || error.kind !== "4xx") throw error;
  });
}
