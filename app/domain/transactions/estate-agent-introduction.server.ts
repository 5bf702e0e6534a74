import { fullNames } from "#app/domain/people/person.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { selectAddress } from "#app/domain/properties/addresses.server.ts";
import type { Db } from "#db/connection.ts";
import { selectSellers } from "./matter-parts.server.ts";

/**
 * What the introduction of an estate agent says (AMB-M06): the homes they sell, and whose they are.
 *
 * @throws NoResultError when the valuer or the transactions are gone
 */
export async function readIntroduction(
  db: Db,
  { transaction_ids, valuer_id }: { transaction_ids: string[]; valuer_id: string },
) {
  const { first_name } = await db
    .selectFrom("valuers")
    .select("first_name")
    .where("id", "=", valuer_id)
    .executeTakeFirstOrThrow();
  const matters = await db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .select(selectSellers().as("sellers"))
    .where("transactions.id", "in", transaction_ids)
    .orderBy("transactions.created_at")
    .orderBy("transactions.id")
    .execute();
  const homes = matters.map(({ address, sellers }) => ({
    property: addressLine(address),
    sellers: fullNames(sellers),
  }));
  return { first_name, homes };
}
