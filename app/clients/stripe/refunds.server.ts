/** Refunds of payments, in pence (docs.stripe.com/api/refunds). */

import { readBody } from "../outbound.server.ts";
import { callStripe, stripe } from "./sdk.server.ts";
import { type ReturnedPayment, stripeSchemas } from "./shapes.server.ts";

/**
 * Refunds a part of a payment, or all of it. If the idempotency key is used again within a day,
 * Stripe returns its first response again and refunds nothing more.
 * @throws {VendorError} "4xx" if Stripe refuses the refund; its code is Stripe’s error code
 */
export function createRefund({
  amount_pence,
  idempotency_key,
  ...refund
}: {
  payment_intent: string;
  amount_pence: number;
  metadata: Record<string, string>;
  idempotency_key: string;
}): Promise<ReturnedPayment> {
  return callStripe(true, async () => {
    const made = await stripe.refunds.create(
      { ...refund, amount: amount_pence, expand: ["payment_intent"] },
      { idempotencyKey: idempotency_key },
    );
    return readBody("stripe", stripeSchemas.refund, made);
  });
}
