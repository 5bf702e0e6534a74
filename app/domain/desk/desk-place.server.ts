import { type RawBuilder, sql } from "kysely";
import { fullNameSql } from "#app/domain/audit/audit.server.ts";

/**
 * Place in a list that is sorted by a moment and an id: microseconds since 1970, and the id. The
 * list continues at its place even if the row there has been resolved since.
 */
export const PLACE = /^(\d{1,18})-([0-9a-f]{24})$/;

/** Selects the place of a row. A JavaScript Date would lose the microseconds. */
export function selectPlace(moment: string, id: string): RawBuilder<string> {
  return sql<string>`(extract(epoch from ${sql.ref(moment)}) * 1000000)::bigint || '-' || ${sql.ref(id)}`;
}

/** Reads a place that `selectPlace` has selected. Any other text is the start of the list. */
export function readPlace(place: string): { at: RawBuilder<Date>; id: string } {
  const [, micros = "0", id = ""] = PLACE.exec(place) ?? [];
  return {
    at: sql<Date>`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`,
    id,
  };
}

/** Matter of a row: its number, its address, and the person whom the row is about. */
export type ListedMatter = {
  id: string;
  number: number;
  address: {
    line_1: string;
    line_2: string | null;
    line_3: string | null;
    post_town: string;
    postcode: string | null;
  };
  side: "seller" | "buyer";
  /** The seller, or the buyer of the purchase that the row is about. */
  person: string;
};

/** Selects the matter of a row, or null. Reads one row of each table. */
export function selectMatter(
  transaction_id: string,
  purchase_intent_id: RawBuilder<unknown>,
): RawBuilder<ListedMatter | null> {
  return sql<ListedMatter | null>`(
    select json_build_object('id', matter.id, 'number', matter.number,
      'address', json_build_object('line_1', line_1, 'line_2', line_2, 'line_3', line_3,
        'post_town', post_town, 'postcode', postcode),
      'side', case when ${purchase_intent_id} is null then 'seller' else 'buyer' end,
      'person', (select ${fullNameSql("person")} from users as person
        where person.id = coalesce((select buyer_id from purchase_intents as about
          where about.id = ${purchase_intent_id}), matter.seller_id)))
    from transactions as matter
    join properties as home on home.id = matter.property_id
    join addresses as at on at.id = home.address_id
    where matter.id = ${sql.ref(transaction_id)})`;
}
