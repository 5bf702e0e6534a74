import { reconcilePayments } from "#app/domain/payments/reconcile.server.ts";
import { payloads } from "#app/queue/jobs.ts";
import { db } from "#db/connection.ts";
import { defineJob } from "./job.ts";

/** Nightly: compares what Stripe holds with what we hold, and puts what differs before staff. */
export const reconcile = defineJob({
  payload: payloads["reconcile-payments"],
  async run({ since }) {
    const { compared, found, gone } = await reconcilePayments(
      db,
      new Date(),
      since === undefined ? since : new Date(since),
    );
    return `Compared ${compared} of Stripe's with ours: ${found} new differences, ${gone} gone.`;
  },
});
