import { columnsOf } from "#app/domain/fields/questions.ts";
import { selectAddress } from "#app/domain/properties/addresses.server.ts";
import type { Reachable } from "./parties.server.ts";
import type { Db } from "#db/connection.ts";
import { OTHER_PERSON } from "./questions.ts";

/** As many as can be chosen from at a glance. */
const MAX_KNOWN_PEOPLE = 10;

const COLUMNS = [
  "parties.id",
  ...columnsOf(OTHER_PERSON).map((column) => `parties.${column}` as const),
  "parties.correspondence_address_id",
  "parties.created_at",
] as const;

/**
 * The people whom this user has named before: additional sellers, additional buyers and giftors, each once, who was
 * named last first. A second matter need not ask for them again (WCAG 3.3.7).
 */
export async function knownPeople(db: Db, user_id: string) {
  const inSales = db
    .selectFrom("transactions")
    .innerJoin("parties", "parties.transaction_id", "transactions.id")
    .where("transactions.seller_id", "=", user_id)
    .select(COLUMNS);
  const inPurchases = db
    .selectFrom("purchase_intents")
    .innerJoin("parties", "parties.purchase_intent_id", "purchase_intents.id")
    .where("purchase_intents.buyer_id", "=", user_id)
    .select(COLUMNS);
  const eachOnce = db
    .selectFrom(inSales.unionAll(inPurchases).as("named"))
    .distinctOn(["email", "first_name", "last_name"])
    .selectAll()
    // Whoever is represented is no one to be written to, in another matter either.
    .where("email", "is not", null)
    .orderBy("email")
    .orderBy("first_name")
    .orderBy("last_name")
    .orderBy("created_at", "desc");
  return db
    .selectFrom(eachOnce.as("parties"))
    .select(["id as person_id", ...columnsOf(OTHER_PERSON)])
    .select(selectAddress("parties.correspondence_address_id").as("correspondence_address"))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_KNOWN_PEOPLE)
    .$narrowType<Reachable>()
    .execute();
}
