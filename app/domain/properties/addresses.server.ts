import { expressionBuilder, type Insertable, sql } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { FOUND_PARTS, TYPED_PARTS } from "./address.ts";
import { DEFAULT_COUNTRY } from "./countries.ts";

/** An address as it is kept. Every owner of one has a row of their own, so that an edit changes one record. */
export type NewAddress = Omit<Insertable<DB["addresses"]>, "id" | "created_at">;

/** Every part of an address; what is not given is cleared when one is changed. */
const ADDRESS_PARTS = [
  ...TYPED_PARTS,
  "country",
  "country_iso_2",
  ...FOUND_PARTS,
] as const satisfies readonly (keyof NewAddress)[];

/** What `addressLine` shows of an address, to be selected from `addresses`. */
export const ADDRESS_LINES = ["line_1", "line_2", "line_3", "post_town", "postcode"] as const;

/** @returns the id of the new row. */
export async function createAddress(trx: Db, address: NewAddress): Promise<string> {
  const { id } = await trx
    .insertInto("addresses")
    .values(row(address))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Replaces an address, part for part: a part that is not given is cleared. */
export async function replaceAddress(trx: Db, id: string, address: NewAddress): Promise<void> {
  await trx.updateTable("addresses").set(row(address)).where("id", "=", id).execute();
}

/**
 * Keeps an address in the row that its owner has, or in a new one.
 *
 * @param kept the id of that row; null while there is none
 * @returns the id of the row
 */
export async function saveAddress(
  trx: Db,
  kept: string | null,
  address: NewAddress,
): Promise<string> {
  if (kept === null) return createAddress(trx, address);
  await replaceAddress(trx, kept, address);
  return kept;
}

function row(address: NewAddress): NewAddress {
  const given = Object.fromEntries(ADDRESS_PARTS.map((part) => [part, address[part] ?? null]));
  return {
    ...given,
    line_1: address.line_1,
    post_town: address.post_town,
    country: address.country,
    country_iso_2: address.country_iso_2 ?? DEFAULT_COUNTRY,
  };
}

/** The address that a column of another table points to, inside a query of that table. */
export function selectAddress(
  column:
    | "properties.address_id"
    | "users.correspondence_address_id"
    | "parties.correspondence_address_id"
    | "estate_agents.office_address_id"
    | "law_firms.address_id"
    | "companies.address_id"
    | "invitations.property_address_id",
) {
  return jsonObjectFrom(
    expressionBuilder<DB>()
      .selectFrom("addresses")
      .select(ADDRESS_PARTS)
      .where("addresses.id", "=", sql.ref<string>(column)),
  );
}
