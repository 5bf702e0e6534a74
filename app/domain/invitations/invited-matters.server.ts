import { type RawBuilder, sql } from "kysely";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { ADDRESS_LINES } from "#app/domain/shared/address.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { INVITED_SIDE, OPEN_STATUSES } from "#app/domain/shared/invitations.ts";
import type { Role } from "#app/paths.ts";
import type { Db } from "#db/connection.ts";

type InvitedMatter = { role: Role; id: string };

type StartedMatter = InvitedMatter & {
  customer_id: string;
  /** The last invitation that the customer opened, if any. */
  invitation_id: string | undefined;
};

/**
 * Links a new sale or purchase to one of the customer's open invitations: the one whose link they
 * used, or the newest for the same property. Records in the matter that the invitation was sent and
 * clicked. An invitation has at most one sale or purchase.
 */
export async function linkInvitation(trx: Db, begun: StartedMatter): Promise<void> {
  const { role, customer_id, invitation_id = null } = begun;
  const matter = await readMatter(trx, begun);
  const invitation = await trx
    .updateTable("invitations")
    .set(role === "sell" ? { transaction_id: begun.id } : { purchase_intent_id: begun.id })
    .where("id", "=", (eb) =>
      eb
        .selectFrom("invitations as i")
        .select("i.id")
        .where("i.user_id", "=", customer_id)
        .where("i.role", "=", role)
        .where("i.status", "in", OPEN_STATUSES)
        .where("i.transaction_id", "is", null)
        .where("i.purchase_intent_id", "is", null)
        .where(sql<boolean>`(i.id = ${invitation_id} or ${homeKeySql("i")} = ${matter.home})`)
        .orderBy(sql`i.id is not distinct from ${invitation_id}`, "desc")
        .orderBy("i.created_at", "desc")
        .limit(1)
        .forUpdate(),
    )
    .returning(["invited_by", "email_sent_at", "link_click_count"])
    .executeTakeFirst();
  if (!invitation) return;
  const event = { ...matter.events, type: INVITED_SIDE[role] };
  if (invitation.email_sent_at) {
    await recordEvent(trx, {
      ...event,
      event_name: "invitation_sent",
      author: "admin",
      author_id: invitation.invited_by,
      date_time: invitation.email_sent_at,
    });
  }
  if (invitation.link_click_count > 0) {
    await recordEvent(trx, { ...event, event_name: "invitation_clicked", author: "system" });
  }
}

async function readMatter(trx: Db, { role, id }: StartedMatter) {
  if (role === "buy") {
    const { transaction_id, property_id } = await trx
      .selectFrom("purchase_intents")
      .select(["transaction_id", "property_id"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return { home: homeKey({ property_id }), events: { transaction_id, purchase_intent_id: id } };
  }
  const address = await trx
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .select(ADDRESS_LINES)
    .where("transactions.id", "=", id)
    .executeTakeFirstOrThrow();
  return { home: homeKey({ address }), events: { transaction_id: id } };
}

/**
 * Completes the invitation to a sale that has been paid or a purchase that is complete (R-018,
 * AMB-R02). The invitation's link stops working. Call this function in the database transaction of
 * that change.
 */
export async function completeInvitation(trx: Db, { role, id }: InvitedMatter): Promise<void> {
  await trx
    .updateTable("invitations")
    .set({ status: "completed" })
    .where("status", "in", OPEN_STATUSES)
    .where(role === "sell" ? "transaction_id" : "purchase_intent_id", "=", id)
    .execute();
}

/** Key by which the properties of invitations are compared: a property's id or a typed address. */

type Place = { property_id: string } | { address: Parameters<typeof addressLine>[0] };

/** Returns the key of a property. */
export function homeKey(place: Place): string {
  return "property_id" in place ? place.property_id : addressLine(place.address).toLowerCase();
}

/** Returns SQL for the key of an invitation's property; null if the property is unknown. */
export function homeKeySql(alias: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<string | null>`coalesce(${column("property_id")}::text, (
    select lower(concat_ws(', ', home.line_1, home.line_2, home.line_3, home.post_town, home.postcode))
    from addresses home where home.id = ${column("property_address_id")}))`;
}

/**
 * Returns the SQL condition to join `addresses` to an invitation: the typed address for a seller,
 * the property's address for a buyer.
 */
export function invitationAddressSql(): RawBuilder<boolean> {
  return sql<boolean>`addresses.id = coalesce(i.property_address_id, properties.address_id)`;
}
