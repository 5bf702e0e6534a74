import { londonDay } from "#app/domain/fields/dates.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { refreshMatters } from "./refresh.server.ts";

/** The number of matters that one transaction locks. */
const BATCH = 100;

/** Refreshes any number of matters, each batch in a transaction. */
export async function refreshInBatches(db: Db, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    await inTransaction(db, (trx) => refreshMatters(trx, batch));
  }
}

/**
 * Refreshes the matters that change today, because a date has come that staff entered in advance.
 *
 * @returns the number of matters
 */
export async function refreshDue(db: Db): Promise<number> {
  const today = londonDay(new Date());
  for (let refreshed = 0; ;) {
    const due = await db
      .selectFrom("listed_transactions")
      .select("id")
      .where("changes_on", "<=", today)
      .orderBy("changes_on")
      .limit(BATCH)
      .execute();
    if (due.length === 0) return refreshed;
    const ids = due.map(({ id }) => id);
    await refreshInBatches(db, ids);
    refreshed += due.length;
  }
}
