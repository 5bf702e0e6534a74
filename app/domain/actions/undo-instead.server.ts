import { sql } from "kysely";
import { adminTime } from "#app/domain/shared/dates.ts";
import type { Db } from "#db/connection.ts";
import type { ActionKind } from "./notified.ts";

/**
 * Returns a refusal while the newest action of this kind can still be undone, because its readers
 * would otherwise get two emails that contradict each other; null once it can’t.
 */
export async function undoInstead(
  db: Db,
  { transaction_id, kind }: { transaction_id: string; kind: ActionKind },
): Promise<string | null> {
  const taken = await db
    .selectFrom("matter_actions")
    .select("sends_at")
    .where("transaction_id", "=", transaction_id)
    .where("kind", "=", kind)
    .where("undone_at", "is", null)
    .where("sends_at", ">", sql<Date>`now()`)
    .orderBy("sends_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return taken
    ? `No one has been emailed yet. Use Undo on the matter’s page before ${adminTime(taken.sends_at)} instead.`
    : null;
}
