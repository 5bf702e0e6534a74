import { type Db, inTransaction } from "#db/connection.ts";
import { refreshChases } from "./refresh-chases.server.ts";

/** Number of matters that each database transaction locks. */
const BATCH = 100;

/**
 * Ends the questions to firms that no longer apply in batches of matters, each in its own database
 * transaction.
 */
export async function refreshChasesInBatches(db: Db, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    await inTransaction(db, async (trx) => {
      await trx
        .selectFrom("transactions")
        .select("id")
        .where("id", "in", batch)
        .orderBy("id")
        .forNoKeyUpdate()
        .execute();
      await refreshChases(trx, batch);
    });
  }
}
