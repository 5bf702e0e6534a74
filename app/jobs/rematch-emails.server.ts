import { finishRematch, runRematchBatch } from "#app/domain/inbound-emails/rematch.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { payloads } from "#app/queue/jobs.ts";
import { db } from "#db/connection.ts";
import { defineJob } from "./job.ts";

/**
 * Matches emails again, batch by batch (AMB-T02). Whatever goes wrong ends the run: staff are told and may start
 * another one, which does no harm to what this one has done.
 */
export const rematchEmails = defineJob({
  payload: payloads["rematch-emails"],
  async run({ email_rematch_id }) {
    try {
      while (await runRematchBatch(db, email_rematch_id));
    } catch (error) {
      await nullIfFailed(finishRematch(db, email_rematch_id, "failed"), {
        what: "ending a rematch",
      });
      throw error;
    }
  },
});
