/** Documents that rules and answers request. Staff’s own requests are in staff-requests.server.ts. */

import { CompiledQuery, type QueryResult, sql } from "kysely";
import { londonDay } from "#app/domain/shared/dates.ts";
import { addWorkingDays } from "#app/domain/shared/working-days.ts";
import type { Db } from "#db/connection.ts";
import type { DocumentKind } from "./document-kinds.ts";
import {
  neededDocuments,
  notNeededReason,
  REQUESTED_BY_EMAIL,
  type RequestFacts,
  USUAL_WORKING_DAYS,
} from "./request-rules.ts";

/** A database, a transaction, or the connection of a transaction that is about to commit. */
type Connection = {
  executeQuery: <Row>(query: CompiledQuery<Row>) => Promise<QueryResult<Row>>;
};

type RuleRequest = {
  id: string;
  purchase_intent_id: string | null;
  kind: string;
  status: "requested" | "received" | "accepted" | "sent_back" | "not_needed";
  /** Null unless staff decided the request. */
  decided_by: string | null;
};

type Matter = RequestFacts & { id: string; requests: RuleRequest[]; others: RuleRequest[] };

/**
 * Facts from which the requests of matters are derived. The stored row of a matter
 * (`listed_transactions`) says whether it is paid for and how far it is.
 */
const FACTS = `select /* planned once */ transactions.id,
    json_build_object(
      'is_open', (listed.payment = 'complete' or transactions.type = 'development')
        and listed.contract_pack_sent_on is null
        and coalesce(listed.exchanged, listed.completed) is null,
      'type', transactions.type,
      'tenure', properties.tenure,
      'is_company', company_seller_id is not null,
      'has_died', exists (select from parties where parties.transaction_id = transactions.id
        and representation_reason = 'died'),
      'cannot_act', exists (select from parties where parties.transaction_id = transactions.id
        and representation_reason = 'cannot_act')
    ) as seller,
    (select coalesce(json_agg(json_build_object(
        'id', purchase.id,
        'is_active', is_active,
        'is_open', is_active and aborted is null and completed is null
          and coalesce(exchanged > $2, true),
        'has_mortgage', mortgage_required_for_purchase = 'yes',
        'has_gifts', gifts = 'yes' or exists (select from parties
          where parties.purchase_intent_id = purchase.id and parties.kind = 'giftor'))
        order by purchase.id), '[]')
      from purchase_intents as purchase where purchase.transaction_id = transactions.id
    ) as purchases,
    (select coalesce(json_agg(json_build_object('id', request.id, 'kind', request.kind,
        'purchase_intent_id', request.purchase_intent_id, 'status', status,
        'decided_by', decided_by) order by request.id), '[]')
      from document_requests as request
      where request.transaction_id = transactions.id and source = 'rule'
    ) as requests,
    (select coalesce(json_agg(json_build_object('id', request.id, 'kind', request.kind,
        'purchase_intent_id', request.purchase_intent_id, 'status', status,
        'decided_by', decided_by) order by request.id), '[]')
      from document_requests as request
      where request.transaction_id = transactions.id and source <> 'rule'
        and status <> 'not_needed'
    ) as others
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
  if (made.length > 0) {
    await connection.executeQuery(CompiledQuery.raw(REQUEST, [JSON.stringify(made), today]));
  }
  if (reopened.length > 0) {
    await connection.executeQuery(CompiledQuery.raw(REOPEN, [JSON.stringify(reopened), today]));
  }
  if (withdrawn.length > 0) {
    await connection.executeQuery(CompiledQuery.raw(WITHDRAW, [JSON.stringify(withdrawn)]));
  }
}

/** Number of matters that each database transaction locks. */
const BATCH = 100;

/** Refreshes the requests of matters in batches, each in its own database transaction. */
export async function refreshRequestsInBatches(db: Db, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    await db.transaction().execute(async (trx) => {
      await trx
        .selectFrom("transactions")
        .select("id")
        .where("id", "in", batch)
        .orderBy("id")
        .forNoKeyUpdate()
        .execute();
      await refreshRequests(trx, batch);
    });
  }
}

function changesOf(matter: Matter, today: string) {
  const needed = neededDocuments(matter, today).map((document) => ({
    ...document,
    request: matter.requests.find(isSameAs(document)),
    is_covered: matter.others.some(isSameAs(document)),
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

const isSameAs =
  (one: { kind: string; purchase_intent_id: string | null }) =>
  (other: { kind: string; purchase_intent_id: string | null }) =>
    one.kind === other.kind && one.purchase_intent_id === other.purchase_intent_id;

const isOpen = ({ status }: RuleRequest) => status === "requested" || status === "sent_back";

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

/**
 * Requests a document from the sellers because of an answer to a question. If the answer had been
 * withdrawn before, the request is opened again. Does nothing if the document has already been
 * requested for another reason. Idempotent.
 * @param request.question id of the question
 * @param request.purpose reason for the request in our words, shown to the sellers
 */
export async function requestForAnswer(
  trx: Db,
  request: { transaction_id: string; question: string; kind: DocumentKind; purpose: string },
): Promise<void> {
  await requestOnce(trx, { ...request, source: "answer" });
}

/**
 * Marks an open request as not needed, because the answer that called for it has changed. Received
 * and accepted documents stay as they are.
 * @param request.reason reason in our words, shown to the sellers
 */
export async function withdrawForAnswer(
  trx: Db,
  {
    transaction_id,
    question,
    reason,
  }: { transaction_id: string; question: string; reason: string },
): Promise<void> {
  await trx
    .updateTable("document_requests")
    .set((eb) => ({
      status: "not_needed",
      reason,
      decided_at: new Date(),
      version: eb("version", "+", 1),
    }))
    .where("transaction_id", "=", transaction_id)
    .where("question", "=", question)
    .where("source", "=", "answer")
    .where("status", "in", ["requested", "sent_back"])
    .execute();
}

/**
 * Requests a document from the sellers that staff have requested by the email of the specification:
 * the water bill or the plot plan. Idempotent.
 */
export async function requestByEmail(
  trx: Db,
  { transaction_id, kind }: { transaction_id: string; kind: keyof typeof REQUESTED_BY_EMAIL },
): Promise<void> {
  const purpose = REQUESTED_BY_EMAIL[kind];
  await requestOnce(trx, { transaction_id, kind, purpose, question: null, source: "rule" });
}

async function requestOnce(
  trx: Db,
  request: {
    transaction_id: string;
    kind: DocumentKind;
    purpose: string;
    question: string | null;
    source: "answer" | "rule";
  },
) {
  const { transaction_id, kind, purpose, question, source } = request;
  const today = londonDay(new Date());
  const due_on = addWorkingDays(today, USUAL_WORKING_DAYS);
  await sql`
    insert into document_requests
      (transaction_id, kind, source, question, purpose, requested_on, due_on)
    select ${transaction_id}, ${kind}, ${source}, ${question}, ${purpose}, ${today}, ${due_on}
    where not exists (
      select from document_requests as other
      where other.transaction_id = ${transaction_id} and other.purchase_intent_id is null
        and other.kind = ${kind} and other.status <> 'not_needed'
        and other.question is distinct from ${question})
    on conflict (transaction_id, coalesce(purchase_intent_id, ''), kind, coalesce(question, ''))
      where source <> 'staff'
    do update set purpose = excluded.purpose, status = 'requested', reason = null,
      missing_reason = null, requested_on = excluded.requested_on, due_on = excluded.due_on,
      version = document_requests.version + 1
    where document_requests.status = 'not_needed' and document_requests.decided_by is null`.execute(
    trx,
  );
}
