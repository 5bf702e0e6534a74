import { type Selectable, sql } from "kysely";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { addWorkingDays } from "#app/domain/shared/working-days.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { documentTitle } from "./document-kinds.ts";
import { queueInfectedEmails } from "./request-emails.server.ts";
import { sideOf, USUAL_WORKING_DAYS } from "./request-rules.ts";

/**
 * Emails the side that sent a file with a virus. If the file was the only one for its request, the
 * request is sent back, so that the side can upload another file. The caller has locked the matter.
 */
export async function refuseInfected(
  trx: Db,
  document: Pick<
    Selectable<DB["documents"]>,
    "id" | "transaction_id" | "purchase_intent_id" | "request_id" | "file_name" | "estate_agent_id"
  >,
): Promise<void> {
  const { transaction_id, purchase_intent_id, request_id, estate_agent_id } = document;
  // Staff see the state of an agent’s file when they check the memorandum, and decline it.
  if (estate_agent_id !== null) return;
  await queueInfectedEmails(trx, document);
  if (request_id === null) return;
  const today = londonDay(new Date());
  const request = await trx
    .updateTable("document_requests")
    .set((eb) => ({
      status: "sent_back",
      reason: `Our scanner found a virus in “${document.file_name}”. Send a clean copy.`,
      decided_by: null,
      decided_at: new Date(),
      requested_on: today,
      due_on: addWorkingDays(today, USUAL_WORKING_DAYS),
      version: eb("version", "+", 1),
    }))
    .where("id", "=", request_id)
    .where("status", "=", "received")
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("documents")
            .select(sql`1`.as("one"))
            .where("documents.request_id", "=", request_id)
            .where("documents.scan", "<>", "infected"),
        ),
      ),
    )
    .returning(["kind", "title"])
    .executeTakeFirst();
  if (!request) return;
  await recordEvent(trx, {
    transaction_id,
    ...(purchase_intent_id && { purchase_intent_id }),
    event_name: "document_sent_back",
    type: sideOf(document),
    author: "system",
    comments: documentTitle(request),
  });
}
