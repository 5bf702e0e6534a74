import { sql } from "kysely";
import pg from "pg";
import { expect, vi } from "vitest";
import type { Db } from "#db/connection.ts";

/** Counts the queries of this database that wait for a lock. */
export async function countLockWaiters(db: Db): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
  return rows.length;
}

/** Retries an assertion until it passes, for up to a minute on a busy machine. */
export function waitUntil<Result>(assertion: () => Result): Promise<Awaited<Result>> {
  return vi.waitFor(assertion, { timeout: 60_000, interval: 50 }) as Promise<Awaited<Result>>;
}

export async function waitForLockWaiters(db: Db, atLeast = 1): Promise<void> {
  await waitUntil(async () => expect(await countLockWaiters(db)).toBeGreaterThanOrEqual(atLeast));
}

const RACERS = 6;

/**
 * Runs six concurrent calls of `race` while a separate connection locks a table, until all six wait
 * for a lock. Otherwise the first could finish before the others have read the old state.
 *
 * @param table the table that the first racer writes after taking the lock that the others wait for
 * @returns the outcome of each racer
 */
export async function raceSixAtLock<Result>(
  db: Db,
  table: string,
  race: (racer: number) => Promise<Result>,
): Promise<Result[]> {
  const holder = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await holder.connect();
  try {
    await holder.query(`begin; lock table ${holder.escapeIdentifier(table)} in share mode`);
    const racers = Promise.all(Array.from({ length: RACERS }, (_, racer) => race(racer)));
    // A failed racer is reported at the end, even if not all racers reach the lock.
    racers.catch(() => undefined);
    await waitForLockWaiters(db, RACERS);
    await holder.query("commit");
    return await racers;
  } finally {
    await holder.end();
  }
}
