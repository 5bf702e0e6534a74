import { type RawBuilder, sql } from "kysely";
import { addressLine } from "#app/domain/properties/address.ts";

/**
 * Which home an invitation is about, so that two about the same one can be told: a property of ours, or an address that
 * was typed in.
 */

type Place = { property_id: string } | { address: Parameters<typeof addressLine>[0] };

/** Of a place as it is known here. */
export function homeKey(place: Place): string {
  return "property_id" in place ? place.property_id : addressLine(place.address).toLowerCase();
}

/** The same of a row, in a query that has `invitations` under this name in its FROM; null where nothing is known of it. */
export function homeKeySql(alias: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<string | null>`coalesce(${column("property_id")}::text, (
    select lower(concat_ws(', ', home.line_1, home.line_2, home.line_3, home.post_town, home.postcode))
    from addresses home where home.id = ${column("property_address_id")}))`;
}

/** Of a join of `addresses` to `invitations as i` and the `properties` of that: typed in for a seller, ours for a buyer. */
export function isAddressOfHome(): RawBuilder<boolean> {
  return sql<boolean>`addresses.id = coalesce(i.property_address_id, properties.address_id)`;
}
