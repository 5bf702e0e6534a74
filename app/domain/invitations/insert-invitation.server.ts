import type { Insertable } from "kysely";
import type { StaffAction } from "#app/domain/audit/actions.ts";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { queueEmail } from "#app/domain/emails/outbox.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import { INVITATION_EMAILS } from "#app/domain/invited-matters/statuses.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";

type NewRow = Omit<Insertable<DB["invitations"]>, "invited_by">;

/** The email of an invitation is queued under this key, by which its fate is found. */
export const EMAIL_KEY = "invitation:";

/**
 * Writes an invitation down, and queues its email unless none is to be sent: it is pending until Postmark has taken that
 * (AMB-R01). A new invitation and one that is sent again go through here.
 *
 * @throws DomainError "Admin user data is missing. Cannot create invitation." when who invites is no member of staff any
 *   more, "Failed to create invitation: No ID returned"
 */
export async function insertInvitation(
  trx: Db,
  row: NewRow,
  { actor, action, recipient }: { actor: Actor; action: StaffAction; recipient: string },
): Promise<string> {
  await requireInviter(trx, actor);
  const { id } = await trx
    .insertInto("invitations")
    .values({ ...row, invited_by: actor.id })
    .returning("id")
    .executeTakeFirstOrThrow(
      () => new DomainError("Failed to create invitation: No ID returned", 500),
    );
  const fields = Object.keys(row);
  await recordAudit(trx, { actor, action, subject: { type: "invitation", id }, fields });
  if (!row.prevent_email) {
    await queueEmail(trx, {
      name: INVITATION_EMAILS[row.role],
      recipient,
      user_id: row.user_id,
      props: { invitation_id: id },
      dedupe_key: `${EMAIL_KEY}${id}`,
    });
  }
  return id;
}

async function requireInviter(trx: Db, { id }: Actor) {
  await trx
    .selectFrom("users")
    .select("id")
    .where("id", "=", id)
    .where("type", "=", "admin")
    .where("active", "=", true)
    .executeTakeFirstOrThrow(
      () => new DomainError("Admin user data is missing. Cannot create invitation."),
    );
}
