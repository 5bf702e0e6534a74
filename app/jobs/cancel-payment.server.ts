import { cancelCheckout, cancelIntent } from "#app/domain/payments/open-payments.server.ts";
import { payloads } from "#app/queue/jobs.ts";
import { defineJob } from "./job.ts";

/** Calls off what must not take money any more: see cancelOpenPayment. */
export const cancelPayment = defineJob({
  payload: payloads["cancel-payment"],
  async run({ stripe_transaction_id, stripe_checkout_session_id }) {
    if (stripe_transaction_id) await cancelIntent(stripe_transaction_id);
    if (stripe_checkout_session_id) await cancelCheckout(stripe_checkout_session_id);
  },
});
