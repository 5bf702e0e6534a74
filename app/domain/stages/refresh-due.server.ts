import { londonDay } from "#app/domain/shared/dates.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { refreshMatters } from "./refresh.server.ts";

/** Number of matters that each database transaction locks. */
const BATCH = 100;

/** Refreshes the stored rows of matters in batches, each in its own database transaction. */
export async function refreshInBatches(db: Db, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    await inTransaction(db, (trx) => refreshMatters(trx, batch));
  }
}

/** Lists the matters with a planned date that has now been reached. */
export async function listDue(db: Db): Promise<string[]> {
  const due = await db
    .selectFrom("listed_transactions")
    .select("id")
    .where("changes_on", "<=", londonDay(new Date()))
    .orderBy("id")
    .execute();
  return due.map(({ id }) => id);
}

/**
 * Refreshes the stored rows of matters with a planned date that has now been reached. Returns the
 * number of matters.
 */
export async function refreshDue(db: Db): Promise<number> {
  const due = await listDue(db);
  await refreshInBatches(db, due);
  return due.length;
}
