import { sql } from "kysely";
import { type Address, addressLine } from "#app/domain/shared/address.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { Db } from "#db/connection.ts";

export type OtherMatter = {
  id: string;
  address: string;
  /**
   * People who are in both matters, with their role in the other matter, such as "Ann Smith,
   * seller".
   */
  people: string[];
};

const MAX_OTHERS = 20;

/** Lists the other matters of this matter’s sellers, buyers and giftors, found by their emails. */
export async function listOtherMatters(
  db: Db,
  reader: StaffReader,
  transaction_id: string,
): Promise<OtherMatter[]> {
  const { rows } = await sql<
    Omit<OtherMatter, "address"> & Pick<Address, "line_1" | "post_town" | "postcode">
  >`
    select transactions.id::text, line_1, post_town, postcode,
      array_agg(distinct concat_ws(' ', other.first_name, other.last_name) || ', ' || other.part)
        as people
    from matter_emails own
    join matter_emails other on other.email = own.email
      and other.transaction_id <> own.transaction_id
      and other.part in ('seller', 'buyer', 'giftor')
    join transactions on transactions.id = other.transaction_id
    join properties on properties.id = transactions.property_id
    join addresses on addresses.id = properties.address_id
    where own.transaction_id = ${transaction_id} and own.part in ('seller', 'buyer', 'giftor')
    group by transactions.id, addresses.id
    order by transactions.created_at desc, transactions.id
    limit ${MAX_OTHERS}`.execute(db);
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return rows.map(({ id, people, ...address }) => ({
    id,
    people,
    address: addressLine(address),
  }));
}
