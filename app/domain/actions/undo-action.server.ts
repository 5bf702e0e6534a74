/** Undoing an action before its emails are sent. */

import { sql } from "kysely";
import { type Actor, fullNameSql } from "#app/domain/audit/audit.server.ts";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { lockMatter, requireTransactionId } from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";
import { changeText, personOf, readPlace, requireAction } from "./plan-action.server.ts";
import { matterActionEmail, recordActionEvent } from "./take-action.server.ts";

type ActionId = { transaction_id: string; action_id: string };

/**
 * Undoes an action whose emails have not been sent, and stores the values from before it. Does
 * nothing if it has been undone already.
 * @throws NotFoundError; ConflictError if the emails have been sent or a later change depends on it
 */
export async function undoAction(
  trx: Db,
  { transaction_id, action_id }: ActionId,
  { actor }: { actor: Actor },
): Promise<void> {
  await lockMatter(trx, transaction_id);
  const taken = await readTaken(trx, { transaction_id, action_id });
  if (taken.undone_at) return;
  const refusal = await undoRefusal(trx, taken);
  if (refusal) throw new ConflictError(refusal);
  const { action, before, after } = taken;
  const place = { transaction_id, purchase_intent_id: taken.purchase_intent_id };
  await action.write(trx, place, before);
  await trx
    .updateTable("matter_actions")
    .set({ undone_at: sql`now()`, undone_by: actor.id })
    .where("id", "=", action_id)
    .execute();
  await recordActionEvent(trx, action, {
    ...{ action_id, place, before: after, after: before, actor },
    name: "action_undone",
  });
}

async function readTaken(db: Db, { transaction_id, action_id }: ActionId) {
  requireTransactionId(transaction_id);
  const row = await db
    .selectFrom("matter_actions")
    .selectAll()
    .select(sql<boolean>`sends_at <= now()`.as("is_sent"))
    .where("id", "=", isObjectId(action_id) ? action_id : null)
    .where("transaction_id", "=", transaction_id)
    .executeTakeFirstOrThrow(() => new NotFoundError("Action not found"));
  return { ...row, action: requireAction(row.kind) };
}

type Taken = Awaited<ReturnType<typeof readTaken>>;

async function undoRefusal(db: Db, taken: Taken): Promise<string | null> {
  const { transaction_id, purchase_intent_id, action, before, after, is_sent } = taken;
  if (is_sent) return "The emails about this have been sent. Take the action again instead.";
  const { place, facts } = await readPlace(db, transaction_id);
  if (action.undoConflict) return action.undoConflict(db, place, { before, after, facts });
  const has_other_buyer =
    purchase_intent_id !== null && place.purchase_intent_id !== purchase_intent_id;
  const refusal = has_other_buyer
    ? "The matter has another buyer since."
    : await (action.undoRefusal ?? action.refusal)(facts, place, db);
  if (refusal) return refusal;
  const now = action.show(await action.read(db, place, personOf(after)));
  if (JSON.stringify(now) !== JSON.stringify(action.show(after))) {
    return "This has been changed again since.";
  }
  return (await action.problem(db, place, before))?.message ?? null;
}

/**
 * Lists the actions of a matter that can still be undone, newest first.
 * @throws NotFoundError for an invalid id
 */
export async function listUndoable(db: Db, reader: StaffReader, transaction_id: string) {
  requireTransactionId(transaction_id);
  const rows = await db
    .selectFrom("matter_actions")
    .leftJoin("users", "users.id", "matter_actions.done_by")
    .select(["matter_actions.id", "kind", "before", "after", "sends_at"])
    .select(fullNameSql("users").as("done_by"))
    .select((eb) =>
      eb
        .selectFrom("email_log")
        .select((count) => count.fn.countAll<number>().as("count"))
        .where("email_log.transaction_id", "=", transaction_id)
        .where("name", "=", matterActionEmail.name)
        .where(sql<boolean>`props ->> 'action_id' = matter_actions.id`)
        .as("emails"),
    )
    .where("matter_actions.transaction_id", "=", transaction_id)
    .where("undone_at", "is", null)
    .where("sends_at", ">", sql<Date>`now()`)
    .orderBy("done_at", "desc")
    .orderBy("matter_actions.id", "desc")
    .limit(10)
    .execute();
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return rows.map(({ kind, before, after, emails, ...row }) => {
    const action = requireAction(kind);
    const change = changeText(action, { before, after });
    return { ...row, kind: action.kind, emails: emails ?? 0, change };
  });
}
