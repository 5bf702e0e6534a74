import { createCheckoutSession } from "#app/clients/stripe.server.ts";
import { NOTHING_PAID, requireNotRestored } from "#app/domain/restorations/restorations.server.ts";
import type { Db } from "#db/connection.ts";
import { describeOrder, stripeCustomer } from "./card-payment.server.ts";
import { refuseWithCode } from "./chosen-code.server.ts";
import { refuseHomeWithUs } from "./home-with-us.server.ts";
import {
  attemptKey,
  cancelIntent,
  storeOpenPayment,
  findOpenCheckout,
  findOpenIntent,
  refuseSettled,
  paymentUnderWayError,
} from "./open-payments.server.ts";
import { getOrCreateOrder, type Order, readOrder, type SellerSaleIds } from "./orders.server.ts";

/**
 * Opens Stripe's own page for an order, which needs no script of ours (AMB-E11). Not to be called within a transaction.
 *
 * @param urls absolute; `success` may hold {CHECKOUT_SESSION_ID}.
 * @returns the address of that page.
 * @throws ConflictError when the sale has been paid for, the home is with us already, a code counts, or nobody may pay; VendorError when Stripe does not answer.
 */
export async function startHostedPayment(
  db: Db,
  sale: SellerSaleIds,
  urls: { success: string; cancel: string },
): Promise<string> {
  await requireNotRestored(db, NOTHING_PAID);
  const order = await getOrCreateOrder(db, sale);
  refuseSettled(order);
  await refuseHomeWithUs(db, order);
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
    idempotency_key: attemptKey("checkout", order.id, order),
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

/** Another tab was quicker, or the sale has been paid for: nobody gets to see the page made here. */
async function otherCheckout(db: Db, sale: SellerSaleIds) {
  const order = await readOrder(db, sale);
  refuseSettled(order);
  const session = await findOpenCheckout(db, order);
  if (!session) throw paymentUnderWayError();
  return session.url;
}
