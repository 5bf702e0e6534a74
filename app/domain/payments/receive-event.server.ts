import {
  isLive,
  retrievePaymentIntent,
  type PaymentIntent,
  type StripeEvent,
} from "#app/clients/stripe.server.ts";
import { nullIfNotFound } from "#app/clients/vendor-error.ts";
import { requireNotRestored, TRY_LATER } from "#app/domain/restorations/restorations.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { compareRefund } from "./reconcile.server.ts";
import { recordPayment, type PaymentOutcome } from "./record-payment.server.ts";

/**
 * Acts on an event of Stripe's, once by its id and whatever the order events arrive in (AMB-E09).
 *
 * @param event with a signature that has been checked.
 * @throws VendorError, or whatever the database throws: Stripe then sends the event again. RestoredError for an order that is
 *   not here, while it may have been lost: again, later.
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
