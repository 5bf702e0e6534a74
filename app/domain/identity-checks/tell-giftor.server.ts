import { queueEmail } from "#app/domain/emails/outbox.server.ts";
import { firstTwoNames } from "#app/domain/people/person.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { selectAddress } from "#app/domain/properties/address.server.ts";
import { selectBuyers } from "#app/domain/transactions/matter-parts.server.ts";
import type { Db } from "#db/connection.ts";

/**
 * Owes whoever gives money towards a purchase an email before the provider writes to them (C13), in the transaction that
 * orders or asks for their check. Once for each order: the same one never writes twice.
 *
 * @param person.person_id of the giftor in the purchase; others, who have read of it elsewhere, are passed over
 * @param order_key names the order, or the request to the office that orders it
 */
export async function tellGiftor(
  trx: Db,
  person: { person_id: string; person_type: string; email: string },
  { transaction_id, order_key }: { transaction_id: string; order_key: string },
): Promise<void> {
  const { person_id: party_id, person_type, email: recipient } = person;
  if (person_type !== "giftor") return;
  await queueEmail(trx, {
    name: "giftor_id_check",
    recipient,
    transaction_id,
    props: { party_id },
    dedupe_key: `giftor_id_check:${order_key}:${party_id}`,
  });
}

/**
 * What that email says, as it is when it is sent.
 *
 * @throws NoResultError when the giftor is in the purchase no more
 */
export async function readGiftorIdCheck(db: Db, { party_id }: { party_id: string }) {
  const { first_name, buyers, address } = await db
    .selectFrom("parties")
    .innerJoin("purchase_intents", "purchase_intents.id", "parties.purchase_intent_id")
    .innerJoin("transactions", "transactions.id", "purchase_intents.transaction_id")
    .innerJoin("properties", "properties.id", "purchase_intents.property_id")
    .where("parties.id", "=", party_id)
    .where("parties.kind", "=", "giftor")
    .select("parties.first_name")
    .select([
      selectBuyers().as("buyers"),
      selectAddress("properties.address_id").$notNull().as("address"),
    ])
    .executeTakeFirstOrThrow();
  return { first_name, buyers: firstTwoNames(buyers), property: addressLine(address) };
}
