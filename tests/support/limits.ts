import { sql } from "kysely";
import type { Db } from "#db/connection.ts";

/** Backdates all counted requests by this many seconds. */
export async function ageRateLimits(db: Db, seconds: number): Promise<void> {
  await db
    .updateTable("rate_limits")
    .set({ window_start: sql`window_start - make_interval(secs => ${seconds})` })
    .execute();
}
