import { refreshInBatches } from "#app/domain/stages/refresh-due.server.ts";
import { findDifferent } from "#app/domain/stages/refresh.server.ts";
import type { Db } from "#db/connection.ts";

async function readIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("transactions").select("id").execute();
  return rows.map(({ id }) => id);
}

/**
 * Returns the ids of matters whose derived row or referrals differ from the rows that they are
 * derived from.
 */
export async function readDrift(db: Db): Promise<string[]> {
  return findDifferent(db, await readIds(db));
}

export async function refreshAll(db: Db): Promise<void> {
  await refreshInBatches(db, await readIds(db));
}
