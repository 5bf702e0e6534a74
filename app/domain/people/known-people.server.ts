import { addressOf } from "#app/domain/properties/addresses.server.ts";
import type { Db } from "#db/connection.ts";

/** As many as can be chosen from at a glance. */
const MOST_PEOPLE = 10;

/**
 * The people whom this user has named before: additional sellers, additional buyers and giftors, each once, who was named
 * last first. A second matter need not ask for them again (WCAG 3.3.7).
 */
export async function knownPeople(db: Db, user_id: string) {
  const named = db
    .selectFrom("parties")
    .leftJoin("transactions", "transactions.id", "parties.transaction_id")
    .leftJoin("purchase_intents", "purchase_intents.id", "parties.purchase_intent_id")
    .where((eb) =>
      eb.or([
        eb("transactions.seller_id", "=", user_id),
        eb("purchase_intents.buyer_id", "=", user_id),
      ]),
    )
    .distinctOn(["parties.email", "parties.first_name", "parties.last_name"])
    .select([
      "parties.id as person_id",
      "parties.first_name",
      "parties.middle_name",
      "parties.last_name",
      "parties.email",
      "parties.phone_number",
      "parties.created_at",
    ])
    .select(addressOf("parties.correspondence_address_id").as("correspondence_address"))
    .orderBy("parties.email")
    .orderBy("parties.first_name")
    .orderBy("parties.last_name")
    .orderBy("parties.created_at", "desc");
  return db
    .selectFrom(named.as("person"))
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("person_id", "desc")
    .limit(MOST_PEOPLE)
    .execute();
}
