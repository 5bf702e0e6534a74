import { enqueue } from "#app/queue/enqueue.server.ts";
import type { Db } from "#db/connection.ts";
import type { Order } from "./orders.server.ts";

/** What an order can be paid on at Stripe: a payment on our page, or a page of Stripe's own. It has one at most. */
export type OpenPayment = Pick<Order, "stripe_transaction_id" | "stripe_checkout_session_id">;

/**
 * Queues that what is open at Stripe takes no money any more. What has been paid all the same is told by Stripe's
 * webhook, and put before staff.
 *
 * @param trx the transaction in which it became one too many
 */
export async function cancelOpenPayment(trx: Db, open: OpenPayment): Promise<void> {
  const { stripe_transaction_id, stripe_checkout_session_id } = open;
  if (stripe_transaction_id ?? stripe_checkout_session_id) {
    await enqueue(trx, "cancel-payment", { stripe_transaction_id, stripe_checkout_session_id });
  }
}
