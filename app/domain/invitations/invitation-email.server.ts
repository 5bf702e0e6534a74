import { type RawBuilder, sql } from "kysely";
import { isAddressOfHome } from "#app/domain/invited-matters/invited-matters.server.ts";
import { OPEN } from "#app/domain/fields/invitations.ts";
import { readCodeOffer } from "./referral-codes.server.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { ADDRESS_LINES } from "#app/domain/properties/address.server.ts";
import type { Db } from "#db/connection.ts";

/** The email of an invitation is queued under this key, by which its fate is found. */
export const EMAIL_KEY = "invitation:";

/** Whether an invitation's email was given up, in a query that has `invitations` under this name in its FROM. */
export function emailFailedSql(alias: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from email_log
    where email_log.dedupe_key = ${EMAIL_KEY}::text || ${sql.ref(`${alias}.id`)}
      and email_log.status = 'failed')`;
}

export type InvitationEmail = Awaited<ReturnType<typeof readInvitationEmail>>;

/**
 * What an invitation's email says, but for its link, and whom the link signs in.
 *
 * @throws NoResultError for one that is gone, or that opens nothing any more
 */
export async function readInvitationEmail(db: Db, { invitation_id }: { invitation_id: string }) {
  const { first_name, invited_by, user_id, role, email, referral_code, ...address } = await db
    .selectFrom("invitations as i")
    .innerJoin("users", "users.id", "i.user_id")
    .innerJoin("users as inviter", "inviter.id", "i.invited_by")
    .leftJoin("properties", "properties.id", "i.property_id")
    .innerJoin("addresses", (join) => join.on(isAddressOfHome()))
    .where("i.id", "=", invitation_id)
    .where("i.status", "in", OPEN)
    .select(["i.user_id", "i.role", "users.first_name", "users.email"])
    .select(["inviter.first_name as invited_by", "i.referral_code"])
    .select(ADDRESS_LINES)
    .executeTakeFirstOrThrow();
  return {
    invitation_id,
    user_id,
    role,
    recipient: email,
    contents: {
      first_name,
      invited_by,
      property: addressLine(address),
      offer: await readCodeOffer(db, referral_code),
    },
  };
}

/** Writes down that Postmark has taken an invitation's email: pending becomes sent (R-014, AMB-R01). */
export async function markInvitationSent(
  trx: Db,
  { invitation_id }: { invitation_id: string },
): Promise<void> {
  await trx
    .updateTable("invitations")
    .set({
      email_sent_at: sql`now()`,
      // Whoever was faster than this has clicked already.
      status: sql`case status when 'pending' then 'sent' else status end`,
    })
    .where("id", "=", invitation_id)
    .where("email_sent_at", "is", null)
    .execute();
}
