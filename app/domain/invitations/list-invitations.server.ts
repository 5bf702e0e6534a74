import { sql } from "kysely";
import { isAddressOfHome } from "#app/domain/invited-matters/homes.server.ts";
import { countUpToMax, MAX_COUNTED } from "#app/domain/paging/count.server.ts";
import { follows } from "#app/domain/paging/follows.server.ts";
import { keysetPage, type KeysetQuery } from "#app/domain/paging/keyset.ts";
import { firstAndLastName } from "#app/domain/fields/names.server.ts";
import { ADDRESS_LINES } from "#app/domain/properties/addresses.server.ts";
import type { Db } from "#db/connection.ts";
import { emailFailedSql } from "./email-of-invitation.server.ts";
import type { InvitationRole } from "./labels.ts";
import { wasSentAgainSql } from "./read-invitation.server.ts";

export type ListedInvitation = Awaited<ReturnType<typeof listInvitations>>["items"][number];

/** The invitations to sell, or those to buy, what changed last first. For staff: no owner narrows it. */
export async function listInvitations(db: Db, query: KeysetQuery & { role: InvitationRole }) {
  const { limit } = query;
  const rows = await db
    .selectFrom(changedLast(db, { ...query, limit: limit + 1 }).as("i"))
    .innerJoin("users", "users.id", "i.user_id")
    .innerJoin("users as inviter", "inviter.id", "i.invited_by")
    .leftJoin("properties", "properties.id", "i.property_id")
    .leftJoin("addresses", (join) => join.on(isAddressOfHome()))
    .select(["i.id", "i.role", "i.status", "i.link_click_count", "i.email_sent_at"])
    .select(["i.transaction_id", "i.purchase_intent_id"])
    .select(["i.referral_code", "users.first_name", "users.middle_name", "users.last_name"])
    .select(["users.email", firstAndLastName("inviter").as("invited_by")])
    .select(ADDRESS_LINES)
    .select([
      sql<boolean>`(i.status = 'pending' and ${emailFailedSql("i")})`.as("email_failed"),
      sql<boolean>`(i.status = 'expired' and ${wasSentAgainSql("i")})`.as("resent"),
    ])
    .orderBy("i.updated_at", "desc")
    .orderBy("i.id", "desc")
    .execute();
  return keysetPage(rows, limit);
}

/**
 * How many of them there are.
 *
 * @returns `more` when there are more than were counted.
 */
export function countInvitations(db: Db, role: InvitationRole) {
  return countUpToMax(db, changedLast(db, { role, limit: MAX_COUNTED + 1 }).as("found"));
}

/** The rows to show and no other, from an index that is in the order of the list already. */
function changedLast(db: Db, { role, limit, after }: KeysetQuery & { role: InvitationRole }) {
  const query = db
    .selectFrom("invitations")
    .selectAll()
    .where("role", "=", role)
    .orderBy("updated_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  return after ? query.where(follows("invitations", "updated_at", after)) : query;
}
