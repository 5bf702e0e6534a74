import { createAddress, type NewAddress } from "#app/domain/properties/addresses.server.ts";
import type { Db } from "#db/connection.ts";

/** Somebody who sells with, or is represented by, the one who signed in: a person, not a user. */
export type NewSeller = {
  first_name: string;
  middle_name?: string | null | undefined;
  last_name: string;
  email: string;
  /** E.164. */
  phone_number: string;
  correspondence_address: NewAddress;
};

/** Replaces the additional sellers of a sale, in this order. Whose sale it is, the caller has asked. */
export async function replaceAdditionalSellers(
  trx: Db,
  transaction_id: string,
  sellers: readonly NewSeller[],
): Promise<void> {
  const before = await trx
    .deleteFrom("parties")
    .where("transaction_id", "=", transaction_id)
    .where("kind", "=", "seller")
    .returning("correspondence_address_id")
    .execute();
  const addresses = before.flatMap((party) => party.correspondence_address_id ?? []);
  if (addresses.length > 0) {
    await trx.deleteFrom("addresses").where("id", "in", addresses).execute();
  }
  for (const [position, { correspondence_address, middle_name, ...seller }] of sellers.entries()) {
    await trx
      .insertInto("parties")
      .values({
        kind: "seller",
        transaction_id,
        position,
        ...seller,
        middle_name: middle_name ?? null,
        correspondence_address_id: await createAddress(trx, correspondence_address),
      })
      .execute();
  }
}
