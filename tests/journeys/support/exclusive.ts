import { sql } from "kysely";
import type { Db } from "#db/connection.ts";

/** Runs `walk` under a lock, because parallel journeys share this data. */
export async function withExclusiveLock(db: Db, what: string, walk: () => Promise<void>) {
  await db.connection().execute(async (own) => {
    await sql`select pg_advisory_lock(hashtext(${what}))`.execute(own);
    try {
      await walk();
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${what}))`.execute(own);
    }
  });
}
