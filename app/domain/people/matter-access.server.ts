/**
 * SQL conditions for access to a matter. Every query checks access and never caches it, so that a
 * removed person loses access immediately.
 */

import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/connection.ts";

/**
 * Builds an SQL condition on `parties`: true if the participant’s email is the email of this user,
 * an active customer. Active customers have proved that the mailbox is theirs. Staff use the back
 * office instead.
 */
const isNamed = (user_id: string) => sql`parties.email = (
  select users.email from users
  where users.id = ${user_id} and users.type = 'customer'
    and users.active)`;

/** Builds an SQL condition on `transactions`: true if the person is its seller or a co-seller. */
export function isSellerSql(user_id: string): RawBuilder<boolean> {
  return sql<boolean>`transactions.id in (
    select id from transactions own where own.seller_id = ${user_id}
    union all
    select parties.transaction_id from parties
    where parties.kind = 'seller' and ${isNamed(user_id)})`;
}

/** Builds an SQL condition on `purchase_intents`: true if the person is its buyer or a co-buyer. */
export function isBuyerSql(user_id: string): RawBuilder<boolean> {
  return sql<boolean>`purchase_intents.id in (
    select id from purchase_intents own where own.buyer_id = ${user_id}
    union all
    select parties.purchase_intent_id from parties
    where parties.kind = 'buyer' and ${isNamed(user_id)})`;
}

/** Builds an SQL condition on `parties`: true if the person is the giftor. */
export function isGiftorSql(user_id: string): RawBuilder<boolean> {
  return sql<boolean>`(parties.kind = 'giftor' and ${isNamed(user_id)})`;
}

/** Builds an SQL condition: true if the column has the email of the person’s account. */
export function isOwnAddress(column: string, user_id: string): RawBuilder<boolean> {
  return sql<boolean>`coalesce(
    ${sql.ref(column)}::citext = (select users.email from users where users.id = ${user_id}), false)`;
}

/**
 * Creates an inactive account for an email that was added to a matter with accepted terms. A
 * sign-in link then activates the account. Runs the same statement for any email, so that the
 * response time does not reveal whether the email is on a matter.
 */
export async function createParticipantAccount(db: Db, email: string): Promise<void> {
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
