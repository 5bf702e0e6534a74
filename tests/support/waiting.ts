import { sql } from "kysely";
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
  return vi.waitFor(assertion, { timeout: 60_000, interval: 20 }) as Promise<Awaited<Result>>;
}

export async function untilSomebodyWaits(db: Db): Promise<void> {
  await until(async () => expect(await waitingForLocks(db)).toBeGreaterThan(0));
}
