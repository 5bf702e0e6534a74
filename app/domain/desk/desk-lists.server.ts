/** Lists of the desk: the work of matters, and work that belongs to no matter yet. */

import { type RawBuilder, sql } from "kysely";
import type { Failure } from "#app/clients/postmark/outcomes.ts";
import { fullNameSql } from "#app/domain/audit/audit.server.ts";
import type { KeysetPage, KeysetQuery } from "#app/domain/paging/paging.ts";
import type { ReviewReason } from "#app/domain/payments/labels.ts";
import type { ChaseAnswer } from "#app/domain/chases/chase-words.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { Db } from "#db/connection.ts";
import type { DeskKind, ItemFacts } from "./desk-items.ts";
import { type ListedMatter, readPlace, selectMatter, selectPlace } from "./desk-place.server.ts";

/** Owners of the work in a list. An empty list of handlers means work without a handler. */
export type Whose = { handlers: readonly string[] } | "everyone";

type DeskScope = {
  whose: Whose;
  /** False leaves out payments, which not every role may see. */
  payments: boolean;
};

/** Kinds of listed work, with those of conversations and payments without a matter. */
export type ListedKind = DeskKind | "unmatched" | "unmatched_payment";

/** Details of the row that an item is about. Which of them are set depends on the kind. */
type Detail = {
  title?: string | null;
  /** Question to a firm that a task follows from. */
  chase?: {
    answer: ChaseAnswer | null;
    side: Side;
    estate_agent_id: string | null;
    by: string | null;
  } | null;
  kind?: string;
  status?: string;
  missing_reason?: string | null;
  first_name?: string;
  last_name?: string;
  result?: string | null;
  text?: string | null;
  by?: string | null;
  count?: number;
  reason?: ReviewReason;
  amount_pence?: number | null;
  recipient?: string;
  failure?: Failure | null;
  /** Name of the law firm that has declined an instruction, and its reason. */
  firm?: string;
  declined?: string;
  /** Agreed price of a memorandum of sale, whose office is in `firm`. */
  agreed_price_pounds?: number;
};

export type ListedItem = {
  id: string;
  kind: ListedKind;
  source_id: string;
  since: Date;
  due_at: Date | null;
  facts: ItemFacts;
  detail: Detail | null;
  handler: string | null;
  matter: ListedMatter | null;
};

/**
 * Lists what waits, oldest first. Items of a later day are not shown yet.
 * @param query.after place of the last row, as in `next` of the page before
 */
export async function listDesk(
  db: Db,
  reader: StaffReader,
  scope: DeskScope,
  { limit, after }: KeysetQuery,
): Promise<KeysetPage<ListedItem>> {
  const parts = sql.join(
    partsOf(scope, { limit: limit + 1, after }).map((part) => sql`(${part})`),
    sql` union all `,
  );
  const { rows } = await sql<ListedItem & { place: string }>`
    with page as materialized (
      select * from (${parts}) as item order by since, id limit ${limit + 1}
    )
    select page.id, page.kind, page.source_id, page.since, page.due_at, page.facts,
      ${selectPlace("page.since", "page.id")} as place,
      ${DETAIL} as detail,
      (select ${fullNameSql("handler")} from users as handler where handler.id = page.handler_id)
        as handler,
      ${selectMatter("page.transaction_id", sql`page.facts ->> 'purchase_intent_id'`)} as matter
    from page order by page.since, page.id`.execute(db);
  await reader.recordView({ list: "desk" });
  const next = rows.length > limit ? (rows[limit - 1]?.place ?? null) : null;
  return { items: rows.slice(0, limit).map(({ place: _, ...item }) => item), next };
}

/** Maximum number of items that are counted; staff read "99+" above it. */
const MAX_COUNTED = 100;

/** Counts what waits, up to a maximum. `more` is true if there are more. */
export async function countDesk(
  db: Db,
  scope: DeskScope,
): Promise<{ total: number; more: boolean }> {
  const parts = sql.join(
    partsOf(scope, { limit: MAX_COUNTED }).map((part) => sql`(${part})`),
    sql` union all `,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from (select id from (${parts}) as item limit ${MAX_COUNTED}) as counted`.execute(db);
  const count = rows[0]?.count ?? 0;
  return { total: Math.min(count, MAX_COUNTED - 1), more: count === MAX_COUNTED };
}

type Walk = { limit: number; after?: string | undefined };

/**
 * Builds the queries whose rows make up a list. Each walks an index in the order of the list, and
 * stops at the limit.
 */
function partsOf({ whose, payments }: DeskScope, walk: Walk): RawBuilder<unknown>[] {
  const isOfHandlers = whose !== "everyone" && whose.handlers.length > 0;
  const parts = isOfHandlers
    ? whose.handlers.flatMap((id) => [
        itemsOf(sql`handler_id = ${id}`, payments, walk),
        unmatchedOf(sql`answerer_key = ${id}`, walk),
      ])
    : whose === "everyone"
      ? [itemsOf(sql`true`, payments, walk), unmatchedOf(sql`true`, walk)]
      : [
          itemsOf(sql`handler_id is null`, payments, walk),
          unmatchedOf(sql`answerer_key = ''`, walk),
        ];
  return payments && !isOfHandlers ? [...parts, unmatchedPayments(walk)] : parts;
}

function itemsOf(isOwned: RawBuilder<unknown>, payments: boolean, { limit, after }: Walk) {
  return sql`
    select id, kind, source_id, transaction_id, handler_id, since, due_at, facts
    from desk_items
    where ${isOwned} and since <= now() and ${after ? isAfter("since", after) : sql`true`}
      and ${payments ? sql`true` : sql`kind <> 'payment_review'`}
    order by since, id limit ${limit}`;
}

/** A snoozed conversation begins to wait on its day. */
function unmatchedOf(isOwned: RawBuilder<unknown>, { limit, after }: Walk) {
  return sql`
    select id, 'unmatched', id, null::object_id, answerer_id, waits_from, answer_by, '{}'::jsonb
    from conversations
    where state = 'open' and transaction_id is null and ${isOwned} and waits_from <= now()
      and ${after ? isAfter("waits_from", after) : sql`true`}
    order by waits_from, id limit ${limit}`;
}

function unmatchedPayments({ limit, after }: Walk) {
  return sql`
    select id, 'unmatched_payment', id, null::object_id, null::object_id, created_at,
      null::timestamptz, '{}'::jsonb
    from payment_reviews
    where order_id is null and dealt_with_at is null and closed_at is null
      and ${after ? isAfter("created_at", after) : sql`true`}
    order by created_at, id limit ${limit}`;
}

function isAfter(moment: string, after: string) {
  const { at, id } = readPlace(after);
  return sql`(${sql.ref(moment)}, id) > (${at}, ${id})`;
}

/** Number of characters of a message that a row shows. */
const SHOWN_TEXT = 200;

/** Details of the row that an item is about. Only the subquery of the item’s kind runs. */
const DETAIL = sql`case
  when page.kind in ('message', 'unmatched') then (
    select json_build_object('count', conversations.unanswered, 'by', coalesce(
        conversations.sender::text, ${fullNameSql("author")}, newest.spoke_with, newest.from_name, newest.from_email::text),
      'kind', newest.kind, 'text', left(coalesce(newest.text, newest.subject), ${sql.lit(SHOWN_TEXT)}))
    from conversations
    left join lateral (
      select messages.kind, messages.author_id, messages.spoke_with, messages.text, email.subject, email.from_name,
        email.from_email
      from messages left join inbound_emails as email on email.id = messages.inbound_email_id
      where messages.conversation_id = conversations.id
        and messages.kind in ('email_received', 'page_message', 'update_request', 'firm_message')
        and email.automatic is null
      order by messages.at desc, messages.id desc limit 1) as newest on true
    left join users as author on author.id = newest.author_id
    where conversations.id = page.source_id)
  when page.kind = 'mention' then (
    select json_build_object('text', left(messages.text, ${sql.lit(SHOWN_TEXT)}),
      'by', ${fullNameSql("author")})
    from messages left join users as author on author.id = messages.author_id
    where messages.id = page.source_id)
  when page.kind = 'task' then (
    select json_build_object('title', title, 'chase', case when chases.id is not null then
      json_build_object('answer', chases.answer, 'side', chases.side,
        'estate_agent_id', chases.estate_agent_id,
        'by', coalesce(chases.answered_by, lawyers.name, agents.office_name)) end)
    from tasks
    left join chases on chases.id = tasks.chase_id and chases.ended_at is null
    left join lawyer_groups as lawyers on lawyers.id = chases.lawyer_group_id
    left join estate_agents as agents on agents.id = chases.estate_agent_id
    where tasks.id = page.source_id)
  when page.kind = 'identity_check' then (
    select json_build_object('first_name', first_name, 'last_name', last_name, 'status', status,
      'result', result)
    from identity_checks where identity_checks.id = page.source_id)
  when page.kind = 'document' then (
    select json_build_object('kind', request.kind, 'title', title, 'missing_reason', missing_reason)
    from document_requests as request where request.id = page.source_id)
  when page.kind in ('payment_review', 'unmatched_payment') then (
    select json_build_object('reason', reason, 'amount_pence', amount_pence)
    from payment_reviews where payment_reviews.id = page.source_id)
  when page.kind = 'undelivered' then (
    select json_build_object('recipient', recipient, 'failure', failure)
    from email_outcomes where email_outcomes.id = page.source_id)
  when page.kind = 'declined_instruction' then (
    select json_build_object('firm', law_firms.name, 'declined', reason)
    from instruction_answers
    join lawyer_groups on lawyer_groups.id = instruction_answers.lawyer_group_id
    join law_firms on law_firms.id = lawyer_groups.law_firm_id
    where instruction_answers.id = page.source_id)
  when page.kind = 'sale_agreed' then (
    select json_build_object('agreed_price_pounds', agreed_price_pounds, 'by', sent_by,
      'firm', coalesce(nullif(office_name, ''), brand_name::text))
    from memoranda
    join estate_agents on estate_agents.id = memoranda.estate_agent_id
    left join brands on brands.id = estate_agents.brand_id
    where memoranda.id = page.source_id)
end`;
