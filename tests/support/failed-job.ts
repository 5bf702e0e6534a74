import { sql } from "kysely";
import type { Db } from "#db/connection.ts";

/** Adds a job that has failed at every attempt, and returns its id. */
export async function addFailedJob(
  db: Db,
  name = "refresh-checks",
  payload: Record<string, unknown> = {},
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id::text from graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, max_attempts => 3)`.execute(
    db,
  );
  const id = rows[0]?.id ?? "";
  await sql`
    update graphile_worker._private_jobs set attempts = 3, last_error = 'VendorError' where id = ${id}`.execute(
    db,
  );
  return id;
}
