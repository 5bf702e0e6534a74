import { z } from "zod";
import { repeatLetters } from "#app/domain/assignments/letters-again.server.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import { SIDES } from "#app/domain/transactions/sides.ts";
import { queuedJob } from "#app/queue/job.ts";
import type { Db } from "#db/connection.ts";

export const sendLettersOfActionJob = queuedJob(
  "send-letters-of-action",
  z.object({ action_id: z.string() }),
);

/**
 * Sends the letters that staff chose with an action, once, unless the action has been undone.
 * @returns true if letters were sent
 */
export async function sendLettersOfAction(
  trx: Db,
  { action_id }: { action_id: string },
): Promise<boolean> {
  const known = await trx
    .selectFrom("matter_actions")
    .select("transaction_id")
    .where("id", "=", action_id)
    .executeTakeFirst();
  if (!known) return false;
  await lockMatter(trx, known.transaction_id);
  const due = await trx
    .selectFrom("matter_actions")
    .select(["transaction_id", "letters_to", "done_by"])
    .where("id", "=", action_id)
    .where("undone_at", "is", null)
    .executeTakeFirst();
  if (!due?.done_by || due.letters_to.length === 0) return false;
  const { transaction_id, letters_to, done_by } = due;
  await trx
    .updateTable("matter_actions")
    .set({ letters_to: [] })
    .where("id", "=", action_id)
    .execute();
  const sides = SIDES.filter((side) => letters_to.includes(side));
  const actor = { id: done_by, request_id: "" };
  await repeatLetters(trx, { transaction_id, sides }, { actor });
  return true;
}
