import { type Db, inTransaction } from "#db/connection.ts";
import { findDifferentDesk, refreshDesk } from "./refresh-desk.server.ts";

/** Number of matters that each database transaction locks. */
const BATCH = 100;

/** Refreshes the desk items of matters in batches, each in its own database transaction. */
export async function refreshDeskInBatches(db: Db, ids: readonly string[]): Promise<string[]> {
  const different: string[] = [];
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    different.push(...(await inTransaction(db, (trx) => refreshLocked(trx, batch))));
  }
  return different;
}

async function refreshLocked(trx: Db, ids: readonly string[]) {
  await trx
    .selectFrom("transactions")
    .select("id")
    .where("id", "in", ids)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return refreshDesk(trx, ids);
}

/**
 * Corrects the desk items of all matters that differ from their facts. Locks only the matters whose
 * items seem to differ. Reads all matters, so the connection must allow queries that take minutes.
 * @returns the ids of the matters whose items differed
 */
export async function checkDesk(db: Db): Promise<string[]> {
  const different: string[] = [];
  for (let after = ""; ;) {
    const ids = await readIds(db, after);
    const last = ids.at(-1);
    if (!last) return different;
    after = last;
    const found = await findDifferentDesk(db, ids);
    if (found.length > 0) different.push(...(await refreshDeskInBatches(db, found)));
  }
}

async function readIds(db: Db, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom("transactions")
    .select("id")
    .where("id", ">", after)
    .orderBy("id")
    .limit(BATCH)
    .execute();
  return rows.map(({ id }) => id);
}
