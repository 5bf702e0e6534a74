import { sql } from "kysely";
import { addressLine } from "#app/domain/shared/address.ts";
import type { Db } from "#db/connection.ts";
import type { DataSubject } from "./find-person.server.ts";

/** Summary of a data copy: the person, their matters, and the firms that received their data. */
export type CopySummary = {
  phone_number: string | null;
  address: string | null;
  matters: readonly { role: string; home: string; began: Date }[];
  firms: readonly { name: string; role: string }[];
};

type Lines = Parameters<typeof addressLine>[0];

/**
 * Reads the summary within the database transaction that reads the copy’s rows, so that both match.
 */
export async function readCopySummary(trx: Db, person: DataSubject): Promise<CopySummary> {
  const [contact, matters, firms] = [
    await readContact(trx, person),
    await listMatters(trx, person),
    await listFirms(trx, person),
  ];
  return { ...contact, matters, firms };
}

async function readContact(trx: Db, { id }: DataSubject) {
  const { phone_number, ...lines } = await trx
    .selectFrom("users")
    .leftJoin("addresses", "addresses.id", "users.correspondence_address_id")
    .select(["phone_number", "line_1", "line_2", "line_3", "post_town", "postcode"])
    .where("users.id", "=", id)
    .executeTakeFirstOrThrow();
  const { line_1, post_town } = lines;
  const isWhole = line_1 !== null && post_town !== null;
  return { phone_number, address: isWhole ? addressLine({ ...lines, line_1, post_town }) : null };
}

/**
 * Selects a person’s own sales and purchases, and other people’s matters with accepted terms in
 * which the person is a participant.
 */
const partsOf = ({ id, email }: DataSubject) => sql`
  select 'Seller' as role, sale.id as transaction_id, null as purchase_id, created_at
  from transactions sale where seller_id = ${id}
  union all
  select 'Buyer', transaction_id, purchase.id, created_at
  from purchase_intents purchase where buyer_id = ${id}
  union all
  select case parties.kind when 'giftor' then 'Giftor' when 'buyer' then 'Buyer' else 'Seller' end,
    coalesce(sale.id, purchase.transaction_id), purchase.id, parties.created_at
  from parties
    left join transactions sale on sale.id = parties.transaction_id
    left join purchase_intents purchase on purchase.id = parties.purchase_intent_id
  where parties.email = ${email}
    and coalesce(sale.terms_accepted_at, purchase.terms_accepted_at) is not null`;

async function listMatters(trx: Db, person: DataSubject) {
  const { rows } = await sql<Lines & { role: string; began: Date }>`
    select role, part.created_at as began, line_1, line_2, line_3, post_town, postcode
    from (${partsOf(person)}) part
      join transactions on transactions.id = part.transaction_id
      join properties on properties.id = transactions.property_id
      join addresses on addresses.id = properties.address_id
    order by part.created_at, part.transaction_id`.execute(trx);
  return rows.map(({ role, began, ...home }) => ({ role, began, home: addressLine(home) }));
}

async function listFirms(trx: Db, person: DataSubject) {
  const { rows } = await sql<{ name: string; role: string }>`
    with part as materialized (${partsOf(person)}),
    groups as (
      select case role when 'Seller' then seller_lawyer_group_id else buyer_lawyer_group_id end as id
      from part join transactions on transactions.id = part.transaction_id
      union select lawyer_group_id from part
        join solicitor_letter_matters on solicitor_letter_matters.transaction_id = part.transaction_id
        join solicitor_letters on solicitor_letters.id = letter_id
      where role = 'Seller' or purchase_intent_id = purchase_id
      union select shared_with from identity_checks where email = ${person.email})
    select law_firms.name, 'Law firm' as role from groups
      join lawyer_groups on lawyer_groups.id = groups.id
      join law_firms on law_firms.id = lawyer_groups.law_firm_id
    union select coalesce(nullif(office_name, ''), brand_name), 'Estate agent' from part
      join transactions on transactions.id = part.transaction_id
      join estate_agents on estate_agents.id = transactions.estate_agent_id
      left join brands on brands.id = estate_agents.brand_id
    order by role, name`.execute(trx);
  return rows;
}
