import { sql } from "kysely";
import { londonToday } from "#app/domain/shared/dates.server.ts";
import { ADDRESS_LINES } from "#app/domain/shared/address.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { isSoldToOtherSql } from "#app/domain/purchases/purchases.server.ts";
import { purchaseIsCompleteSql } from "#app/domain/transactions/complete-purchase.server.ts";
import { saleIsCompleteSql, saleIsOpen } from "#app/domain/sales/open-sales.server.ts";
import { hasComeSql } from "#app/domain/transactions/customer-parts.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import type { Db } from "#db/connection.ts";
import type { UnderWay } from "./erasure-answer.ts";
import { RETENTION_PERIODS } from "./retention-periods.server.ts";
import { matterRetentionSql } from "./matter-ends.server.ts";

/**
 * Data that an erasure keeps, with the reason and the last day, as shown to the person and to
 * staff.
 */
export type KeptData = { what: string; until: string; why: string };

type ErasurePlan = {
  /** The person’s matters in progress. If there are any, nothing can be erased. */
  under_way: UnderWay[];
  keeps: KeptData[];
  account: KeptAccount;
};

/**
 * Part of the account that an erasure keeps: all of it, only the email (so that no one can sign in
 * with it), or nothing.
 */
export type KeptAccount = "whole" | "address" | "nothing";

/** Plans the erasure of the data that belongs to a person’s account or email. */
export async function planErasure(db: Db, user_id: ReaderId): Promise<ErasurePlan> {
  const [sales, purchases, kinds] = await Promise.all([
    listSales(db, user_id),
    listPurchases(db, user_id),
    readLastDays(db, user_id),
  ]);
  return {
    under_way: [...sales, ...purchases].map(({ completes, ...home }) => ({
      home: addressLine(home),
      completes,
    })),
    keeps: KEPT.flatMap(({ kind, what, why }) => {
      const until = kinds.get(kind);
      return until ? { what, until, why } : [];
    }),
    account: kinds.has("matter") ? "whole" : kinds.size > 0 ? "address" : "nothing",
  };
}

type Kind = "matter" | "named" | "email" | "check";

const OTHERS_NEED =
  "the other people in them and we may need them to answer questions or legal claims";

const KEPT: readonly { kind: Kind; what: string; why: string }[] = [
  {
    kind: "matter",
    what: "Sales and purchases with accepted terms, including the people involved, their contact details, letters, emails, searches and payments",
    why: "we may need them to answer questions or legal claims, and the law requires us to keep payment records",
  },
  {
    kind: "named",
    what: "Details in other sales and purchases: name, contact details, address, any gift and invitations",
    why: OTHERS_NEED,
  },
  { kind: "email", what: "Emails about other sales and purchases", why: OTHERS_NEED },
  { kind: "check", what: "ID checks", why: "the Money Laundering Regulations 2017 require it" },
];

const MAX_NAMED = 20;

const addressOf = (user_id: string) => sql`(select email from users where users.id = ${user_id})`;

/** Selects the ids of the sales or purchases that have a participant with the person’s email. */
const namedIn = (column: "transaction_id" | "purchase_intent_id", user_id: string) => sql`
  select parties.${sql.ref(column)} from parties where parties.email = ${addressOf(user_id)}`;

const isPlanned = (name: "completed" | "aborted") =>
  sql`purchase.${sql.ref(name)} > ${londonToday}`;

/**
 * Lists the person’s sales that are paid, have a buyer, or have a payment that is processing or
 * under review.
 */
function listSales(db: Db, user_id: string) {
  const isOpen = sql`(${saleIsOpen()} or exists (
    select from purchase_intents purchase where purchase.transaction_id = transactions.id
      and (${isPlanned("completed")} or ${isPlanned("aborted")}))
    and transactions.ended_on is null and not exists (
    select from purchase_intents purchase where purchase.transaction_id = transactions.id
      and ${hasComeSql("completed", "purchase")}))`;
  return db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .select(ADDRESS_LINES)
    .select(
      sql<string | null>`(
        select to_char(max(completed), 'YYYY-MM-DD') from purchase_intents purchase
        where purchase.transaction_id = transactions.id and ${isPlanned("completed")})`.as(
        "completes",
      ),
    )
    .where(
      sql<boolean>`(transactions.seller_id = ${user_id}
        or transactions.id in (${namedIn("transaction_id", user_id)}))`,
    )
    .where(
      sql<boolean>`(
        ${isOpen} and (${saleIsCompleteSql()}
          or exists (select from purchase_intents where transaction_id = transactions.id))
        or exists (select from orders where transaction_id = transactions.id and paid_at is null
          and (stripe_transaction_status = 'processing' or review is not null)))`,
    )
    .orderBy("transactions.id", "desc")
    .limit(MAX_NAMED)
    .execute();
}

function listPurchases(db: Db, user_id: string) {
  return db
    .selectFrom("purchase_intents")
    .innerJoin("properties", "properties.id", "purchase_intents.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .select(ADDRESS_LINES)
    .select("purchase_intents.completed as completes")
    .where(
      sql<boolean>`(purchase_intents.buyer_id = ${user_id}
        or purchase_intents.id in (${namedIn("purchase_intent_id", user_id)}))`,
    )
    .where(purchaseIsCompleteSql())
    .where((eb) =>
      eb.not(eb.or([hasComeSql("completed"), hasComeSql("aborted"), isSoldToOtherSql()])),
    )
    .orderBy("purchase_intents.id", "desc")
    .limit(MAX_NAMED)
    .execute();
}

/**
 * Returns the last day on which records of each kind are kept, counted from today for matters in
 * progress. The person’s own matters count if their terms are accepted or they are paid for.
 */
async function readLastDays(db: Db, user_id: string): Promise<ReadonlyMap<Kind, string>> {
  const { rows } = await sql<{ kind: Kind; until: string }>`
    with person as (select id, email from users where id = ${user_id}),
    own as materialized (
      select id as transaction_id from transactions where seller_id = ${user_id}
        and (terms_accepted_at is not null or ${saleIsCompleteSql()})
      union select transaction_id from purchase_intents
      where buyer_id = ${user_id} and terms_accepted_at is not null),
    naming as materialized (
      select 'matter' as kind, transaction_id from own
      union select 'named', coalesce(sale.id, purchase.transaction_id)
      from person join parties using (email)
        left join transactions sale on sale.id = parties.transaction_id
        left join purchase_intents purchase on purchase.id = parties.purchase_intent_id
      where coalesce(sale.seller_id, purchase.buyer_id) <> person.id
      union select 'named', coalesce(invitations.transaction_id, purchase.transaction_id)
      from invitations left join purchase_intents purchase on purchase.id = purchase_intent_id
      where user_id = ${user_id}
      union select 'email', transaction_id from person join email_log on recipient = person.email
      union select 'email', transaction_id from email_log where user_id = ${user_id}
      union select 'email', homes.id from person
        join email_log on recipient = person.email or user_id = person.id
        cross join lateral jsonb_array_elements_text(props -> 'transaction_ids') as homes (id)
      where transaction_id is null and body_text is not null
      union select 'email', transaction_id from person join inbound_emails on from_email = person.email
      union select 'check', transaction_id from person join identity_checks using (email)
      union select 'check', transaction_id from own
      where exists (select from identity_checks where identity_checks.transaction_id = own.transaction_id))
    select kind, to_char(max(coalesce(ended, current_date) + case kind
        when 'check' then least(${RETENTION_PERIODS.check.after}::interval, ${matterRetentionSql()})
        else ${matterRetentionSql()} end), 'YYYY-MM-DD') as until
    from naming join matter_ends using (transaction_id)
    where kind in ('matter', 'check') or transaction_id not in (select transaction_id from own)
    group by kind`.execute(db);
  return new Map(rows.map(({ kind, until }) => [kind, until]));
}
