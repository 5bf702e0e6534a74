import { sql } from "kysely";
import { NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import { ADDRESS_LINES } from "#app/domain/properties/addresses.server.ts";
import type { Db } from "#db/connection.ts";
import { homeKeySql, isAddressOfHome } from "#app/domain/invited-matters/homes.server.ts";
import type { InvitationRole } from "./labels.ts";

/** Which invitation an address names, and in which of the two lists. */
export type InvitationPlace = { id: string; role: InvitationRole };

export type Invitation = Awaited<ReturnType<typeof readInvitation>>;

/**
 * An invitation with its customer and its address.
 *
 * @throws NotFoundError "Invitation not found", also for what is no id and for one of the other list
 */
export async function readInvitation(db: Db, { id, role }: InvitationPlace) {
  const missing = () => new NotFoundError("Invitation not found");
  if (!isObjectId(id)) throw missing();
  return db
    .selectFrom("invitations as i")
    .innerJoin("users", "users.id", "i.user_id")
    .leftJoin("properties", "properties.id", "i.property_id")
    .leftJoin("addresses", (join) => join.on(isAddressOfHome()))
    .where("i.id", "=", id)
    .where("i.role", "=", role)
    .select(["i.id", "i.role", "i.status", "i.user_id", "i.new_user", "i.prevent_email"])
    .select(["i.property_id", "i.property_address_id", "i.referral_code", "i.created_at"])
    .select(["i.link_click_count", "i.transaction_id", "i.purchase_intent_id"])
    .select(["users.first_name", "users.middle_name", "users.last_name", "users.email"])
    .select(["users.type", "users.deactivated_at"])
    .select(ADDRESS_LINES)
    .select(wasSentAgainSql("i").as("resent"))
    .executeTakeFirstOrThrow(missing);
}

/** Whether there is a newer invitation of the same customer to the same, in a query of `invitations` under this name (AMB-R06). */
export function wasSentAgainSql(alias: string) {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`exists (select from invitations newer
    where newer.user_id = ${column("user_id")} and newer.role = ${column("role")}
      and (newer.created_at, newer.id) > (${column("created_at")}, ${column("id")})
      and ${homeKeySql("newer")} = ${homeKeySql(alias)})`;
}
