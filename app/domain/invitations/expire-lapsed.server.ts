import { type RawBuilder, sql } from "kysely";
import { INVITATION_DAYS, UNOPENED } from "#app/domain/invited-matters/statuses.ts";
import { sha256 } from "#app/sha256.server.ts";
import type { Db } from "#db/connection.ts";

/** As the condition of the index says it, not as parameters. */
const UNOPENED_LITERALLY = sql.join(UNOPENED.map((status) => sql.lit(status)));

/** Whether an invitation that nobody has opened has waited for too long, in a query of `invitations` under this name. */
export function hasLapsedSql(alias = "invitations"): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`(${column("status")} in (${UNOPENED_LITERALLY})
    and coalesce(${column("email_sent_at")}, ${column("created_at")})
      < now() - make_interval(days => ${INVITATION_DAYS}))`;
}

/**
 * Writes down which invitations have expired: seven days after they were sent. One whose link was opened never does,
 * since its customer has an account by then (AMB-R01).
 *
 * @returns how many
 */
export async function expireInvitations(db: Db): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("invitations")
    .set({ status: "expired" })
    .where(hasLapsedSql())
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * Writes down that an invitation has expired, when somebody comes by its link after the seven days (AMB-B13). It says
 * only what the time has made true, so that it does not matter who comes by, or how often.
 */
export async function expireLapsedInvitation(db: Db, invitationToken: string): Promise<void> {
  await db
    .updateTable("invitations")
    .set({ status: "expired" })
    .where("token_hash", "=", sha256(invitationToken))
    .where("status", "in", UNOPENED)
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
