import { callOffCheckout, callOffIntent } from "#app/domain/payments/open-payments.server.ts";
import { payloads } from "#app/queue/jobs.ts";
import { defineJob } from "./job.ts";

/** Calls off what must not take money any more: see callOff. */
export const callOffPayment = defineJob({
  payload: payloads["call-off-payment"],
  async run({ stripe_transaction_id, stripe_checkout_session_id }) {
    if (stripe_transaction_id) await callOffIntent(stripe_transaction_id);
    if (stripe_checkout_session_id) await callOffCheckout(stripe_checkout_session_id);
  },
});
