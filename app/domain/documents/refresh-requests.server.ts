/**
 * Requests for documents that follow from the facts of a matter. This module must not import
 * db/connection.ts, which imports it.
 */

import { CompiledQuery, type QueryResult } from "kysely";
import { londonDay } from "#app/domain/shared/dates.ts";
import { neededDocuments, notNeededReason, type RequestFacts } from "./request-rules.ts";

/** A database, a transaction, or the connection of a transaction that is about to commit. */
type Connection = {
  executeQuery: <Row>(query: CompiledQuery<Row>) => Promise<QueryResult<Row>>;
};

type StoredRequest = {
  id: string;
  source: "rule" | "answer" | "staff";
  purchase_intent_id: string | null;
  kind: string;
  status: "requested" | "received" | "accepted" | "sent_back" | "not_needed";
  /** Null unless staff decided the request. */
  decided_by: string | null;
};

type Matter = RequestFacts & {
  id: string;
  requests: StoredRequest[];
  has_water_bill: boolean;
};

/**
 * Facts from which the requests of matters are derived. The stored row of a matter
 * (`listed_transactions`) says whether it is paid for and how far it is.
 */
const FACTS = `select /* planned once */ transactions.id,
    json_build_object(
      'is_open', (listed.payment = 'complete' or transactions.type = 'development')
        and listed.contract_pack_sent_on is null
        and coalesce(listed.exchanged, listed.completed) is null,
      'has_completed', coalesce(listed.completed <= $2, false),
      'has_ended', listed.ended_on is not null,
      'type', transactions.type,
      'tenure', properties.tenure,
      'is_company', company_seller_id is not null,
      'has_died', exists (select from parties where parties.transaction_id = transactions.id
        and representation_reason = 'died'),
      'cannot_act', exists (select from parties where parties.transaction_id = transactions.id
        and representation_reason = 'cannot_act'),
      'water_bill_requested', exists (select from additional_requests
        where additional_requests.transaction_id = transactions.id and type = 'sewer_bill'),
      'plot_plan_requested', exists (select from events
        where events.transaction_id = transactions.id
          and event_name = 'plot_plan_request_email_sent')
    ) as seller,
    exists (select from additional_requests
      where additional_requests.transaction_id = transactions.id and type = 'sewer_bill'
        and status in ('received', 'forwarded')) as has_water_bill,
    (select coalesce(json_agg(json_build_object(
        'id', purchase.id,
        'is_active', is_active,
        'has_completed', coalesce(completed <= $2, false),
        'has_fallen_through', coalesce(aborted <= $2, false),
        'is_open', is_active and aborted is null and completed is null
          and coalesce(exchanged > $2, true),
        'has_mortgage', mortgage_required_for_purchase = 'yes',
        'has_gifts', gifts = 'yes' or exists (select from parties
          where parties.purchase_intent_id = purchase.id and parties.kind = 'giftor'))
        order by purchase.id), '[]')
      from purchase_intents as purchase where purchase.transaction_id = transactions.id
    ) as purchases,
    (select coalesce(json_agg(json_build_object('id', request.id, 'kind', request.kind,
        'source', source, 'purchase_intent_id', request.purchase_intent_id, 'status', status,
        'decided_by', decided_by) order by request.id), '[]')
      from document_requests as request
      where request.transaction_id = transactions.id
    ) as requests
  from transactions
  join properties on properties.id = transactions.property_id
  join listed_transactions as listed on listed.id = transactions.id
  where transactions.id = any($1::text[])`;

/**
 * Requests the documents that the rules call for, and marks open requests as not needed if their
 * rule no longer applies. Received and accepted documents stay as they are, and so do decisions of
 * staff. Idempotent. Sends no emails. The matters must be locked and their stored rows refreshed:
 * db/matter-driver.ts calls it before each commit that changes a matter.
 * @param ids ids of matters
 */
export async function refreshRequests(
  connection: Connection,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const today = londonDay(new Date());
  const { rows } = await connection.executeQuery<Matter>(CompiledQuery.raw(FACTS, [ids, today]));
  const changes = rows.map((matter) => changesOf(matter, today));
  const made = changes.flatMap(({ requested }) => requested);
  const reopened = changes.flatMap((change) => change.reopened);
  const withdrawn = changes.flatMap((change) => change.withdrawn);
  const bills = rows.filter(({ has_water_bill }) => has_water_bill).map(({ id }) => id);
  if (made.length > 0) {
    await connection.executeQuery(CompiledQuery.raw(REQUEST, [JSON.stringify(made), today]));
  }
  if (reopened.length > 0) {
    await connection.executeQuery(CompiledQuery.raw(REOPEN, [JSON.stringify(reopened), today]));
  }
  if (withdrawn.length > 0) {
    await connection.executeQuery(CompiledQuery.raw(WITHDRAW, [JSON.stringify(withdrawn)]));
  }
  if (bills.length > 0) await connection.executeQuery(CompiledQuery.raw(ACCEPT_BILL, [bills]));
}

function changesOf(matter: Matter, today: string) {
  const needed = neededDocuments(matter, today).map((document) => ({
    ...document,
    request: matter.requests.find(
      (request) => request.source === "rule" && isSame(request, document),
    ),
    is_covered: matter.requests.some(
      (request) => request.status !== "not_needed" && isSame(request, document),
    ),
  }));
  return {
    requested: needed
      .filter(({ request, is_covered }) => !request && !is_covered)
      .map(({ kind, purchase_intent_id, purpose, due_on }) => ({
        transaction_id: matter.id,
        ...{ purchase_intent_id, kind, purpose, due_on },
      })),
    reopened: needed.flatMap(({ request, due_on }) =>
      request?.status === "not_needed" && request.decided_by === null
        ? [{ id: request.id, due_on }]
        : [],
    ),
    withdrawn: matter.requests.flatMap((request) => {
      const reason = isOpen(request) ? notNeededReason(matter, request) : null;
      return reason === null ? [] : [{ id: request.id, reason }];
    }),
  };
}

type Place = { kind: string; purchase_intent_id: string | null };

const isSame = (one: Place, other: Place) =>
  one.kind === other.kind && one.purchase_intent_id === other.purchase_intent_id;

const isOpen = ({ status }: StoredRequest) => status === "requested" || status === "sent_back";

const REQUEST = `
  insert into document_requests
    (transaction_id, purchase_intent_id, kind, source, purpose, requested_on, due_on)
  select transaction_id, purchase_intent_id, kind, 'rule', purpose, $2, due_on
  from json_populate_recordset(null::document_requests, $1::json)
  on conflict do nothing`;

const REOPEN = `
  update document_requests as request
  set status = 'requested', reason = null, missing_reason = null, requested_on = $2,
    due_on = changed.due_on, version = version + 1
  from json_to_recordset($1::json) as changed (id text, due_on date)
  where request.id = changed.id and status = 'not_needed'`;

const WITHDRAW = `
  update document_requests as request
  set status = 'not_needed', reason = changed.reason, decided_at = now(), version = version + 1
  from json_to_recordset($1::json) as changed (id text, reason text)
  where request.id = changed.id and status in ('requested', 'sent_back')`;

/** Staff mark the additional request as received when the bill came by email (O-038). */
const ACCEPT_BILL = `
  update document_requests
  set status = 'accepted', decided_at = now(), version = version + 1
  where transaction_id = any($1::text[]) and kind = 'water_bill' and source = 'rule'
    and status = 'requested'`;
