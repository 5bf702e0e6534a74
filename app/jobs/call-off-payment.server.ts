import { z } from "zod";
import { callOffCheckout, callOffIntent } from "#app/domain/payments/open-payments.server.ts";
import { defineJob } from "./job.ts";

/**
 * A sale has been paid for with a referral code: what is still open at Stripe must not take money as well. What has
 * been paid all the same is told by Stripe's webhook, and put before staff.
 */
export const callOffPayment = defineJob({
  payload: z.object({
    stripe_transaction_id: z.string().nullable(),
    stripe_checkout_session_id: z.string().nullable(),
  }),
  async run({ stripe_transaction_id, stripe_checkout_session_id }) {
    if (stripe_transaction_id) await callOffIntent(stripe_transaction_id);
    if (stripe_checkout_session_id) await callOffCheckout(stripe_checkout_session_id);
  },
});
