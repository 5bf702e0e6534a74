import { expireInvitations } from "#app/domain/invitations/invitations.server.ts";
import { payloads } from "#app/queue/jobs.ts";
import { db } from "#db/connection.ts";
import { defineJob } from "./job.ts";

/** Nightly: writes down which invitations nobody has opened in time, as the lists of them do when staff look (AMB-R01). */
export const expireLapsedInvitations = defineJob({
  payload: payloads["expire-invitations"],
  run: async () => `Invitations expired: ${await expireInvitations(db)}.`,
});
