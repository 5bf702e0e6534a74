import { sql } from "kysely";
import { sha256 } from "#app/sha256.server.ts";
import type { Db } from "#db/connection.ts";

/**
 * Writes down that an invitation has lapsed, when somebody comes by its link after the seven days (AMB-B13). It says
 * only what the time has made true, so that it does not matter who comes by, or how often.
 */
export async function expireLapsedInvitation(db: Db, invitationToken: string): Promise<void> {
  await db
    .updateTable("invitations")
    .set({ status: "expired" })
    .where("token_hash", "=", sha256(invitationToken))
    .where("status", "in", ["pending", "sent", "clicked"])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("magic_link_tokens as t")
            .select("t.id")
            .whereRef("t.invitation_id", "=", "invitations.id")
            .where("t.expires_at", ">", sql<Date>`now()`),
        ),
      ),
    )
    .execute();
}
