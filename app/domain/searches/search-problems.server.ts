import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import type { Db } from "#db/connection.ts";

/** What the provider has sent and could not be taken, until a member of staff has dealt with it. For staff. */

const MAX_SHOWN = 50;

/** The open problems of a matter, oldest first. The caller must have checked that whoever asks is staff. */
export function listSearchProblems(db: Db, transaction_id: string) {
  return db
    .selectFrom("search_problems")
    .select(["id", "product_id", "reason", "sent", "created_at"])
    .where("transaction_id", "=", transaction_id)
    .where("dealt_with_at", "is", null)
    .orderBy("created_at")
    .orderBy("position")
    .limit(MAX_SHOWN)
    .execute();
}

/**
 * Notes that a member of staff has dealt with a problem. Of one that was dealt with before, or is not of this matter, nothing
 * changes.
 */
export async function dealWithProblem(
  trx: Db,
  transaction_id: string,
  { actor, problem_id }: { actor: Actor; problem_id: string },
): Promise<void> {
  if (!isObjectId(transaction_id) || !isObjectId(problem_id)) return;
  const dealt_with = await trx
    .updateTable("search_problems")
    .set({ dealt_with_at: new Date(), dealt_with_by: actor.id })
    .where("id", "=", problem_id)
    .where("transaction_id", "=", transaction_id)
    .where("dealt_with_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!dealt_with) return;
  const subject = { type: "transaction", id: transaction_id };
  await recordAudit(trx, { actor, action: "search_problem_dealt_with", subject });
}
