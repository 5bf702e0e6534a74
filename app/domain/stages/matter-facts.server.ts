import { CompiledQuery, type QueryResult } from "kysely";
import type { MatterFacts } from "./matter-row.ts";

/**
 * A connection that a query can run on: a database, a transaction, or the connection of a
 * transaction that is about to commit.
 */
export type Connection = {
  executeQuery: <Row>(query: CompiledQuery<Row>) => Promise<QueryResult<Row>>;
};

/** Selects the people of a matter, in a query of `transactions`. */
export const PEOPLE = `
  select 'seller' as person_type, email, first_name, last_name, null::text as purchase_intent_id, false as is_represented
  from users where users.id = transactions.seller_id
  union all
  select kind, email, first_name, last_name, null, representation_reason is not null
  from parties where parties.transaction_id = transactions.id
  union all
  select 'buyer', email, first_name, last_name, purchase_intents.id, false
  from purchase_intents join users on users.id = purchase_intents.buyer_id
  where purchase_intents.transaction_id = transactions.id
  union all
  select kind, email, first_name, last_name, purchase_intents.id, false
  from purchase_intents join parties on parties.purchase_intent_id = purchase_intents.id
  where purchase_intents.transaction_id = transactions.id`;

const CHECKS = `
  select person_type, email, first_name, last_name, purchase_intent_id, status, result, created_at,
    order_sent_at is not null as is_unconfirmed
  from identity_checks where identity_checks.transaction_id = transactions.id and order_called_off_at is null
  order by created_at desc, id desc`;

const SEARCHES = `
  select status, created_at, completion_date
  from searches where searches.transaction_id = transactions.id and status <> 'cancelled'`;

/**
 * The matter’s active purchase or, if none is active, the newest (AMB-J01). A sale
 * continues without a purchase that was released.
 */
const PURCHASE = `
  select id, buyer_id, created_at, sale_agreed, exchanged, completed, aborted,
    contract_pack_sent_on, enquiries_raised_on, enquiries_answered_on
  from purchase_intents where purchase_intents.transaction_id = transactions.id and released_on is null
  order by is_active desc, purchase_intents.created_at desc, id desc limit 1`;

/** A pack that was sent to any buyer was ready, also if that sale fell through. */
const PACK_READY_ON = `
  least(contract_pack_ready_on, (
    select min(contract_pack_sent_on) from purchase_intents where purchase_intents.transaction_id = transactions.id))`;

/** Days on which the current solicitors were assigned, or replaced others. */
const EVENTS = `
  select
    max(date_time) filter (where event_name = 'seller_solicitors_assigned'
      or event_name = 'solicitors_replaced' and type = 'seller') as seller_assigned_at,
    max(date_time) filter (where event_name = 'buyer_solicitors_assigned'
      or event_name = 'solicitors_replaced' and type = 'buyer') as buyer_assigned_at,
    min(date_time) filter (where event_name = 'seller_solicitor_preferred') as chosen_at,
    max(date_time) filter (where event_name = 'thirdfort_check_completed' and type = 'seller') as seller_checked_at,
    max(date_time) filter (where event_name = 'thirdfort_check_completed' and type = 'buyer') as buyer_checked_at
  from events where events.transaction_id = transactions.id and event_name in (
    'seller_solicitors_assigned', 'buyer_solicitors_assigned', 'solicitors_replaced',
    'seller_solicitor_preferred', 'thirdfort_check_completed')`;

/**
 * Letters to the current solicitors. If the delivery of a letter failed, `failed_at` is the time.
 */
const LETTERS = `
  select side, letter.purchase_intent_id, min(failed_at) as failed_at
  from solicitor_letter_matters
  join solicitor_letters as letter on letter.id = letter_id
  left join email_log on dedupe_key = 'solicitor_letter:' || letter.id
  left join email_outcomes on email_log_id = email_log.id
    and email_outcomes.recipient = email_log.recipient and outcome_is_failure(email_outcomes)
  where solicitor_letter_matters.transaction_id = transactions.id
    and lawyer_group_id = case side when 'seller' then seller_lawyer_group_id else buyer_lawyer_group_id end
  group by letter.id, side, letter.purchase_intent_id`;

/** Current solicitors who have declined to act. */
const DECLINED = `
  select side, purchase_intent_id, answered_at
  from instruction_answers where instruction_answers.transaction_id = transactions.id
    and answer = 'declined'
    and lawyer_group_id = case side when 'seller' then seller_lawyer_group_id else buyer_lawyer_group_id end`;

/** The agent’s memorandum of sale that staff must check. A sale with a buyer needs none. */
const MEMORANDUM = `
  select sent_at from memoranda where memoranda.transaction_id = transactions.id and status = 'sent'
    and not exists (select from purchase_intents
      where purchase_intents.transaction_id = transactions.id and is_active)`;

const IS_REFERRED = `
  'yes' in (is_using_foreign_currency, requires_mortgage_referral)
  or exists (select from adviser_referrals where adviser_referrals.transaction_id = transactions.id)
  or exists (select from purchase_intents as bought where bought.transaction_id = transactions.id
    and 'yes' in (bought.is_using_foreign_currency, bought.requires_mortgage_referral))`;

const list = (query: string) => `(select coalesce(json_agg(part), '[]') from (${query}) as part)`;
const one = (query: string) => `(select row_to_json(part) from (${query}) as part)`;

/**
 * The query returns JSON, which keeps microseconds that a JavaScript Date would lose. It is a
 * prepared statement, because planning takes most of its time.
 */
const FACTS = `select /* planned once */ row_to_json(facts) as facts from (
  select id, created_at, type, asking_price_pounds, legals_started_at, tags, property_id, seller_id,
    estate_agent_status, estate_agent_id, seller_lawyer_group_id, buyer_lawyer_group_id, group_id, solicitor_preference,
    handler_id, ended_on, paused_on, paused_until,
    ${one(`select payment_type, stripe_transaction_status, paid_at from orders where orders.transaction_id = transactions.id`)} as "order",
    ${PACK_READY_ON} as contract_pack_ready_on,
    ${one(PURCHASE)} as purchase,
    ${list(PEOPLE)} as people,
    ${list(CHECKS)} as checks,
    ${list(SEARCHES)} as searches,
    ${one(EVENTS)} as events,
    ${list(LETTERS)} as letters,
    ${list(DECLINED)} as declined,
    ${one(MEMORANDUM)} as memorandum,
    ${one(`select confirmed_at from property_information where property_information.transaction_id = transactions.id`)} as property_information,
    coalesce(${IS_REFERRED}, false) as is_referred
  from transactions where id = any($1::text[])
) as facts`;

/** Reads the facts about matters from which their rows in `listed_transactions` are derived. */
export async function readMatterFacts(
  connection: Connection,
  ids: readonly string[],
): Promise<MatterFacts[]> {
  const { rows } = await connection.executeQuery<{ facts: MatterFacts }>(
    CompiledQuery.raw(FACTS, [ids]),
  );
  return rows.map(({ facts }) => facts);
}
