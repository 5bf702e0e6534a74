/** Usual tasks of a matter’s stage, and documents that customers still have to send. */

import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { documentTitle } from "#app/domain/documents/document-kinds.ts";
import { ConflictError } from "#app/domain/errors.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { addWorkingDays } from "#app/domain/shared/working-days.ts";
import { currentStepOf } from "#app/domain/stages/current-step.ts";
import { selectStageRow } from "#app/domain/transactions/listed-transactions.server.ts";
import {
  lockMatter,
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import { MATTER_STAGES, toStageFacts } from "#app/domain/transactions/stage-facts.ts";
import type { Db } from "#db/connection.ts";
import { TASK_TEMPLATES } from "./task-templates.ts";

/**
 * Returns the usual tasks of a matter’s stage that it doesn’t have yet, with their days. `stage` is
 * null if the matter has ended.
 * @throws NotFoundError
 */
export async function readStageTasks(db: Db, reader: StaffReader, transaction_id: string) {
  const missing = await findMissing(db, transaction_id);
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return missing;
}

async function findMissing(db: Db, transaction_id: string) {
  requireTransactionId(transaction_id);
  const { stage_row } = await db
    .selectFrom("transactions")
    .select(selectStageRow().as("stage_row"))
    .where("transactions.id", "=", transaction_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  const today = londonDay(new Date());
  const { stage } = currentStepOf(toStageFacts(stage_row), today);
  if (stage === null) return { stage: null, tasks: [] };
  const known = await db
    .selectFrom("tasks")
    .select("template")
    .where("transaction_id", "=", transaction_id)
    .where("template", "is not", null)
    .execute();
  const keys = new Set(known.map(({ template }) => template));
  const tasks = TASK_TEMPLATES[stage]
    .filter(({ key }) => !keys.has(key))
    .map(({ key, title, working_days }) => ({
      key,
      title,
      due_on: addWorkingDays(today, working_days),
    }));
  return { stage: MATTER_STAGES[stage], tasks };
}

/**
 * Adds the usual tasks of a matter’s stage that it doesn’t have yet. The handler does them.
 * @param confirmed keys of the tasks that staff saw
 * @throws NotFoundError; ConflictError if the missing tasks have changed since
 */
export async function addStageTasks(
  trx: Db,
  transaction_id: string,
  { actor, confirmed }: { actor: Actor; confirmed: readonly string[] },
): Promise<void> {
  await lockMatter(trx, transaction_id);
  const { tasks } = await findMissing(trx, transaction_id);
  if (tasks.length === 0 || tasks.map(({ key }) => key).join() !== confirmed.join()) {
    throw new ConflictError("The tasks of this stage have changed. Check them and try again.");
  }
  await trx
    .insertInto("tasks")
    .values(
      tasks.map(({ key, title, due_on }) => ({
        ...{ transaction_id, title, due_on },
        template: key,
        created_by: actor.id,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await recordAudit(trx, {
    actor,
    action: "stage_tasks_added",
    subject: { type: "transaction", id: transaction_id },
  });
}

/** Maximum number of open requests that the list of tasks shows. */
const MAX_REQUESTS = 20;

/** Lists the documents that customers of a matter still have to send, by day. */
export async function listRequestedDocuments(db: Db, reader: StaffReader, transaction_id: string) {
  requireTransactionId(transaction_id);
  const requests = await db
    .selectFrom("document_requests")
    .select(["id", "kind", "title", "due_on", "purchase_intent_id"])
    .where("transaction_id", "=", transaction_id)
    .where("status", "in", ["requested", "sent_back"])
    .orderBy("due_on")
    .orderBy("kind")
    .orderBy("id")
    .limit(MAX_REQUESTS)
    .execute();
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return requests.map(({ id, due_on, purchase_intent_id, ...document }) => ({
    id,
    title: documentTitle(document),
    from: purchase_intent_id === null ? ("sellers" as const) : ("buyers" as const),
    due_on,
  }));
}
