/** Requests for documents that answers of the property information call for. */

import { sql } from "kysely";
import { londonDay } from "#app/domain/shared/dates.ts";
import { addWorkingDays } from "#app/domain/shared/working-days.ts";
import type { Db } from "#db/connection.ts";
import type { DocumentKind } from "./document-kinds.ts";
import { refreshRequests } from "./refresh-requests.server.ts";
import { USUAL_WORKING_DAYS } from "./request-rules.ts";

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
  const { transaction_id, question, kind, purpose } = request;
  const today = londonDay(new Date());
  const due_on = addWorkingDays(today, USUAL_WORKING_DAYS);
  await sql`
    insert into document_requests
      (transaction_id, kind, source, question, purpose, requested_on, due_on)
    select ${transaction_id}, ${kind}, 'answer', ${question}, ${purpose}, ${today}::date,
      ${due_on}::date
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
