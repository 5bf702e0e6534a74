import { refreshChanged, refreshOpen } from "#app/domain/identity-checks/refresh-checks.server.ts";
import { payloads } from "#app/queue/jobs.ts";
import { db } from "#db/connection.ts";
import { defineJob } from "./job.ts";

/** Thirdfort has said that a check has changed (AMB-N04). */
export const refreshCheck = defineJob({
  payload: payloads["refresh-check"],
  run: ({ thirdfort_id }) => refreshChanged(db, thirdfort_id),
});

/** Every quarter of an hour: a webhook may have been lost. */
export const refreshChecks = defineJob({
  payload: payloads["refresh-checks"],
  async run() {
    return `Asked Thirdfort after ${await refreshOpen(db)} open checks.`;
  },
});
