import { sql } from "kysely";
import pg from "pg";
import { expect, vi } from "vitest";
import type { Db } from "#db/connection.ts";

/** How many queries of the file's database wait for a lock that another transaction holds. */
export async function waitingForLocks(db: Db): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
  return rows.length;
}

/** Waits until what is asserted is so, however busy the machine is. */
export function until<Result>(assertion: () => Result): Promise<Awaited<Result>> {
  return vi.waitFor(assertion, { timeout: 60_000, interval: 50 }) as Promise<Awaited<Result>>;
}

export async function untilSomebodyWaits(db: Db, atLeast = 1): Promise<void> {
  await until(async () => expect(await waitingForLocks(db)).toBeGreaterThanOrEqual(atLeast));
}

const RACERS = 6;

/**
 * Has six do the same at once, for which two are not enough: a table is held from another connection, so that nobody
 * writes to it, until all six wait, for it or for each other. Without a lock of their own all six have read by then what
 * there was before the first of them.
 *
 * @param table what the first of them writes to after it has locked what the others wait for
 * @returns what becomes of each
 */
export async function sixAtOnce<Result>(
  db: Db,
  table: string,
  race: (racer: number) => Promise<Result>,
): Promise<Result[]> {
  const holder = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await holder.connect();
  try {
    await holder.query(`begin; lock table ${holder.escapeIdentifier(table)} in share mode`);
    const racers = Promise.all(Array.from({ length: RACERS }, (_, racer) => race(racer)));
    // Whoever fails is reported at the end, also when the others never come to wait.
    racers.catch(() => undefined);
    await untilSomebodyWaits(db, RACERS);
    await holder.query("commit");
    return await racers;
  } finally {
    await holder.end();
  }
}
