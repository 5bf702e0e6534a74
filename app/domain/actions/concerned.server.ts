import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { readFirmContact } from "#app/domain/chases/chased-matter.server.ts";
import { fullName, type Names } from "#app/domain/shared/names.ts";
import { londonToday } from "#app/domain/shared/dates.server.ts";
import { giftors } from "#app/domain/people/parties.server.ts";
import { pick } from "#app/domain/shared/questions.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { selectContacts } from "#app/domain/transactions/matter-parts.server.ts";
import { transactionNotFound } from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";
import type { ActionParties, ActionPlace } from "./action.ts";
import type { ActionReader } from "./notified.ts";

/** A person or firm of a matter whom an action may concern. */
export type Concerned = {
  reader: ActionReader;
  /** Full name of a person, or the name of a firm. */
  name: string;
  first_name: string | null;
  /** Null for a firm without a contact who has an email address. */
  to: string | null;
  cc: readonly string[];
};

/**
 * Reads a matter with everyone whom an action may concern: people of both sides, earlier buyers and
 * firms. A person with two parts is listed for the first.
 * @param parties the buyers and the firm whom the action concerns; null for the current ones
 * @throws NotFoundError
 */
export async function readConcerned(
  db: Db,
  { transaction_id, purchase_intent_id }: ActionPlace,
  parties: ActionParties | null,
) {
  const matter = await db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .select(["transactions.number", "transactions.seller_lawyer_group_id"])
    .select(["transactions.buyer_lawyer_group_id", "transactions.estate_agent_id"])
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .select(selectContacts("seller").as("sellers"))
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom("purchase_intents")
          .select(["purchase_intents.id", selectContacts("buyer").as("buyers")])
          .select(["purchase_intents.released_on", "purchase_intents.terms_accepted_at"])
          // A purchase that the end of the matter has aborted is still the current one.
          .select(
            sql<boolean>`purchase_intents.aborted <= ${londonToday}
              and purchase_intents.id is distinct from transactions.ended_purchase_id`.as(
              "has_ended",
            ),
          )
          .select(giftors().as("giftors"))
          .whereRef("purchase_intents.transaction_id", "=", "transactions.id")
          .orderBy(sql`purchase_intents.id = ${purchase_intent_id}`, (order) => order.desc())
          .orderBy("purchase_intents.id"),
      ).as("purchases"),
    )
    .where("transactions.id", "=", transaction_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  const { sellers, purchases, number, address, ...current_firms } = matter;
  // The buyers of a change of the buyer are those that the change names.
  const current = purchases.find(
    ({ id, has_ended }) => id === purchase_intent_id && (parties !== null || !has_ended),
  );
  const earlier = purchases.filter((purchase) =>
    parties ? purchase.id === parties.displaced_id : purchase !== current,
  );
  const firms = parties
    ? { ...current_firms, ...pick(parties, ["buyer_lawyer_group_id"]) }
    : current_firms;
  const people = [
    ...sellers.map((person, index) => concerned(index === 0 ? "seller" : "co_seller", person)),
    ...(current?.buyers ?? []).map((person, index) =>
      concerned(index === 0 ? "buyer" : "co_buyer", person),
    ),
    ...(current?.giftors ?? []).map((person) => concerned("giftor", person)),
    ...earlier.flatMap((purchase) => [
      ...purchase.buyers.map((person) =>
        concerned(!parties && isWaiting(purchase) ? "waiting_buyer" : "displaced_buyer", person),
      ),
      ...(parties ? purchase.giftors : []).map((person) => concerned("previous_giftor", person)),
    ]),
  ];
  const seen = new Set<string>();
  const once = people.filter(({ to }) => {
    const mailbox = to?.toLowerCase() ?? "";
    if (seen.has(mailbox)) return false;
    seen.add(mailbox);
    return true;
  });
  return { number, address, concerned: [...once, ...(await readFirms(db, firms))] };
}

/** Returns true for a purchase with which the sale could go ahead, but does not now. */
const isWaiting = (purchase: {
  has_ended: boolean;
  released_on: string | null;
  terms_accepted_at: string | null;
}) => !purchase.has_ended && purchase.released_on === null && purchase.terms_accepted_at !== null;

const concerned = (reader: ActionReader, person: Names & { email: string }): Concerned => ({
  reader,
  name: fullName(person),
  first_name: person.first_name,
  to: person.email,
  cc: [],
});

async function readFirms(
  db: Db,
  firms: {
    seller_lawyer_group_id: string | null;
    buyer_lawyer_group_id: string | null;
    estate_agent_id: string | null;
  },
): Promise<Concerned[]> {
  const ids = {
    seller_solicitor: firms.seller_lawyer_group_id,
    buyer_solicitor: firms.buyer_lawyer_group_id,
    estate_agent: firms.estate_agent_id,
  };
  const found: Concerned[] = [];
  for (const firm of ["seller_solicitor", "buyer_solicitor", "estate_agent"] as const) {
    const id = ids[firm];
    if (id !== null) found.push({ reader: firm, ...(await readFirmContact(db, { firm, id })) });
  }
  return found;
}
