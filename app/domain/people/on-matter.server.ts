import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/connection.ts";

/**
 * Who is on a matter: whoever signed up for it, and whoever is named in it by the address that they sign in with. Asked
 * in each query and kept nowhere, so that who is taken out, or whose address is corrected, sees nothing of it any more.
 */

/** Of a person whose mailbox is proved; a member of staff has the back office. */
const isNamed = (user_id: string) => sql`parties.email = (
  select users.email from users
  where users.id = ${user_id} and users.type = 'customer'
    and users.active)`;

/** Whether a person sells, by themselves or with another, in a query of `transactions`. */
export function sellsSql(user_id: string): RawBuilder<boolean> {
  return sql<boolean>`transactions.id in (
    select id from transactions own where own.seller_id = ${user_id}
    union all
    select parties.transaction_id from parties
    where parties.kind = 'seller' and ${isNamed(user_id)})`;
}

/** Whether a person buys, by themselves or with another, in a query of `purchase_intents`. */
export function buysSql(user_id: string): RawBuilder<boolean> {
  return sql<boolean>`purchase_intents.id in (
    select id from purchase_intents own where own.buyer_id = ${user_id}
    union all
    select parties.purchase_intent_id from parties
    where parties.kind = 'buyer' and ${isNamed(user_id)})`;
}

/** Whether a person gives money towards a purchase, in a query of `parties`. */
export function givesSql(user_id: string): RawBuilder<boolean> {
  return sql<boolean>`(parties.kind = 'giftor' and ${isNamed(user_id)})`;
}

/** Whether a row is a person's own by the address that they sign in with, in a query with that column. */
export function isOwnAddress(column: string, user_id: string): RawBuilder<boolean> {
  return sql<boolean>`coalesce(
    ${sql.ref(column)}::citext = (select users.email from users where users.id = ${user_id}), false)`;
}

/**
 * Makes an account for an address that has none and is named in a confirmed sale or purchase, so that a link can be sent
 * there: the link proves the mailbox, and until it is used the account is nobody's. One statement for every address, so that
 * the time it takes tells nothing.
 */
export async function createNamedCustomer(db: Db, email: string): Promise<void> {
  await sql`
    insert into users (email, first_name, middle_name, last_name, phone_number, type, active)
    select parties.email, parties.first_name, parties.middle_name, parties.last_name,
      parties.phone_number, 'customer', false
    from parties
    left join transactions on transactions.id = parties.transaction_id
    left join purchase_intents on purchase_intents.id = parties.purchase_intent_id
    where parties.email = ${email}
      and coalesce(transactions.terms_accepted_at, purchase_intents.terms_accepted_at) is not null
    order by parties.created_at desc, parties.id desc
    limit 1
    on conflict (email) do nothing`.execute(db);
}
