import { sql } from "kysely";
import { OPEN, UNOPENED } from "#app/domain/invited-matters/statuses.ts";
import { sha256 } from "#app/sha256.server.ts";
import type { Db } from "#db/connection.ts";

/**
 * Counts a click on an invitation's link, and moves a sent invitation to clicked (B-067, R-015, AMB-B11).
 * The caller sees to it that one browser session counts once.
 *
 * @returns the invitation, or null when the token is not of an open invitation of that user.
 */
export async function trackClick(
  db: Db,
  click: { invitationToken: string; userId: string },
): Promise<{ id: string } | null> {
  const row = await db
    .updateTable("invitations")
    .set({
      link_click_count: sql`link_click_count + 1`,
      status: sql`case when status in (${sql.join(UNOPENED)}) then 'clicked' else status end`,
    })
    // The token itself is only in the email.
    .where("token_hash", "=", sha256(click.invitationToken))
    .where("user_id", "=", click.userId)
    .where("status", "in", OPEN)
    .returning("id")
    .executeTakeFirst();
  return row ?? null;
}
