import { type RawBuilder, sql } from "kysely";

/**
 * Who is on a matter: whoever signed up for it, and whoever is named in it by the address that they sign in with. Asked
 * in each query and kept nowhere, so that who is taken out, or whose address is corrected, sees nothing of it any more.
 */

/** Of a person whose mailbox is proved; a member of staff has the back office. */
const isNamed = (user_id: string) => sql`parties.email = (
  select users.email from users
  where users.id = ${user_id} and users.type = 'customer'
    and users.active and users.deactivated_at is null)`;

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
