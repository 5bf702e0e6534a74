import { CompiledQuery } from "kysely";
import { type Connection, PEOPLE } from "#app/domain/stages/matter-facts.server.ts";
import type { DeskFacts, ItemFacts } from "./desk-items.ts";

/** Items as they are stored. Times are text, as in JSON. */
export type StoredItem = {
  id: string;
  kind: string;
  source_id: string;
  handler_id: string | null;
  since: string;
  due_at: string | null;
  facts: ItemFacts;
};

const list = (query: string) => `(select coalesce(json_agg(found), '[]') from (${query}) as found)`;

const CONVERSATIONS = `
  select id, handler_id, purchase_intent_id, snoozed_until, unanswered_since, answer_by
  from conversations where conversations.transaction_id = transactions.id and state = 'open'`;

/** Only internal notes mention a colleague, and the index `messages_notes` has only these. */
const MENTIONS = `
  select message_id, user_id, messages.at, conversation_id, purchase_intent_id
  from conversations
  join messages on messages.conversation_id = conversations.id and messages.kind = 'internal_note'
  join message_mentions on message_mentions.message_id = messages.id and read_at is null
  where conversations.transaction_id = transactions.id`;

const TASKS = `
  select id, due_on, assignee_id from tasks
  where tasks.transaction_id = transactions.id and done_at is null`;

/** Most matters have no check to review, and then the people and the checks are not read. */
const HAS_CHECK_TO_REVIEW = `
  exists (select from identity_checks where identity_checks.transaction_id = transactions.id
    and order_called_off_at is null
    and (status = 'failed' or (status = 'complete' and result <> 'clear')))`;

const CHECKS = `
  select id, person_type, email, first_name, last_name, purchase_intent_id, status, result, updated_at
  from identity_checks
  where identity_checks.transaction_id = transactions.id and order_called_off_at is null
  order by created_at desc, id desc`;

const SEARCHES = `(
  select json_build_object(
    'is_complete', listed.searches = 'complete',
    'unread', count(*) filter (where arrived.date_time > coalesce(report.generated_at, '-infinity')),
    'unread_since', min(arrived.date_time) filter (
      where arrived.date_time > coalesce(report.generated_at, '-infinity')),
    'report', case when report.generated_at is null then null else json_build_object(
      'generated_at', report.generated_at,
      'was_shared', exists (select from events as shared
        where shared.transaction_id = transactions.id
          and shared.event_name = 'property_report_shared'
          and shared.date_time >= report.generated_at)) end,
    'has_active_purchase', exists (select from purchase_intents
      where purchase_intents.transaction_id = transactions.id and is_active))
  from events as arrived
  left join lateral (
    select generated_at from reports where reports.transaction_id = transactions.id
    order by generated_at desc limit 1) as report on true
  where arrived.transaction_id = transactions.id and arrived.event_name = 'search_completed'
  group by report.generated_at)`;

const DOCUMENTS = `
  select id, purchase_intent_id, coalesce(answered_at, updated_at) as answered_at
  from document_requests
  where document_requests.transaction_id = transactions.id
    and (status = 'received'
      or (status in ('requested', 'sent_back') and missing_reason is not null))`;

const PAYMENT_REVIEWS = `
  select payment_reviews.id, payment_reviews.created_at from orders
  join payment_reviews on payment_reviews.order_id = orders.id
  where orders.transaction_id = transactions.id and dealt_with_at is null and closed_at is null`;

const DECLINED = `
  select id, side, purchase_intent_id, answered_at from instruction_answers
  where instruction_answers.transaction_id = transactions.id and answer = 'declined'
    and lawyer_group_id = case side
      when 'seller' then transactions.seller_lawyer_group_id
      else transactions.buyer_lawyer_group_id end`;

/** The agent’s memorandum of sale that staff must check, as in the facts of the stage. */
const MEMORANDUM = `(
  select row_to_json(sent) from (
    select id, sent_at from memoranda
    where memoranda.transaction_id = transactions.id and status = 'sent'
      and not exists (select from purchase_intents
        where purchase_intents.transaction_id = transactions.id and is_active)) as sent)`;

/** The same addresses as on the record (app/domain/deliveries/undelivered.server.ts). */
const UNDELIVERED = `
  select distinct on (outcome.recipient) outcome.id, outcome.failed_at, part
  from email_outcomes as outcome
  join matter_emails on matter_emails.transaction_id = transactions.id
    and matter_emails.email = outcome.recipient
  where outcome.transaction_ids @> array[transactions.id::text] and outcome.failed_at is not null
    and not exists (select from email_outcomes as later
      where later.recipient = outcome.recipient and later.delivered_at > outcome.failed_at)
  order by outcome.recipient, outcome.failed_at desc, part`;

const STORED = `
  select id, kind, source_id, handler_id, since, due_at, facts from desk_items
  where desk_items.transaction_id = transactions.id`;

/**
 * The query is a prepared statement that returns JSON, like the query for the rows of lists. The
 * stored row (`listed_transactions`) has the stage.
 */
const FACTS = `select /* planned once */ row_to_json(facts) as facts from (
  select transactions.id, transactions.created_at, transactions.type, transactions.handler_id,
    listed.stage, listed.next_step, listed.holder, listed.since, listed.payment, listed.paid_at,
    listed.purchase_intent_id, listed.paused_on, listed.paused_until,
    ${list(CONVERSATIONS)} as conversations,
    ${list(MENTIONS)} as mentions,
    ${list(TASKS)} as tasks,
    case when ${HAS_CHECK_TO_REVIEW} then ${list(PEOPLE)} else '[]' end as people,
    case when ${HAS_CHECK_TO_REVIEW} then ${list(CHECKS)} else '[]' end as checks,
    case when listed.searches <> 'outstanding' then ${SEARCHES} end as searches,
    ${list(DOCUMENTS)} as documents,
    ${list(PAYMENT_REVIEWS)} as payment_reviews,
    ${list(DECLINED)} as declined,
    ${MEMORANDUM} as memorandum,
    ${list(UNDELIVERED)} as undelivered,
    ${list(STORED)} as stored
  from transactions
  join listed_transactions as listed on listed.id = transactions.id
  where transactions.id = any($1::text[])
) as facts`;

/** Reads the facts from which the items of matters are derived, and the items as stored. */
export async function readDeskFacts(
  connection: Connection,
  ids: readonly string[],
): Promise<(DeskFacts & { stored: StoredItem[] })[]> {
  const { rows } = await connection.executeQuery<{
    facts: DeskFacts & { stored: StoredItem[] };
  }>(CompiledQuery.raw(FACTS, [ids]));
  return rows.map(({ facts }) => facts);
}
