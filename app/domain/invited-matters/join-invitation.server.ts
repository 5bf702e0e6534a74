import { sql } from "kysely";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { ADDRESS_LINES } from "#app/domain/properties/addresses.server.ts";
import type { Role } from "#app/paths.ts";
import type { Db } from "#db/connection.ts";
import { homeKey, homeKeySql } from "./homes.server.ts";
import { INVITED, OPEN } from "./statuses.ts";

/** A sale or a purchase, by its id, as the matter of an invitation. */
export type InvitedMatter = { role: Role; id: string };

type Begun = InvitedMatter & {
  customer_id: string;
  /** The one that the customer has come by last, if any. */
  invitation_id: string | undefined;
};

/**
 * Joins a sale or a purchase that a customer has begun to their open invitation: the one they came by, or else one to the
 * same home. That it was sent and clicked is among the matter's events from then on. An invitation has one matter at most.
 */
export async function joinInvitation(trx: Db, begun: Begun): Promise<void> {
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
        .where("i.status", "in", OPEN)
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
  const event = { ...matter.events, type: INVITED[role] };
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

/** Which home it is about, and how its events name it. */
async function readMatter(trx: Db, { role, id }: Begun) {
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
