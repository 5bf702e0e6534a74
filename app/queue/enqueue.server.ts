import { sql } from "kysely";
import type { Db } from "#db/connection.ts";
import type { JobName, JobPayload } from "./jobs.ts";

/** With graphile-worker's delays (e^n seconds, at most six hours) twelve tries are spread over sixteen hours. */
const MAX_ATTEMPTS = 12;

const USUAL_PRIORITY = 10;
const URGENT_PRIORITY = 0;

/**
 * Puts a job in the queue within the caller's transaction: it runs after the commit, and not at all after a
 * rollback.
 *
 * @param options.urgent runs before everything usual: somebody is waiting for it.
 * @param options.key a queued job with the same key is replaced instead of joined by a second one.
 * @param options.after not before this time.
 * @param options.keeps_time one that replaces another runs when that one would have: it cannot be put off for ever.
 */
export async function enqueue<Name extends JobName>(
  trx: Db,
  job: Name,
  payload: JobPayload<Name>,
  options: { urgent?: boolean; key?: string; after?: Date; keeps_time?: boolean } = {},
): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      ${job},
      ${JSON.stringify(payload)}::json,
      run_at => ${options.after ?? null},
      max_attempts => ${MAX_ATTEMPTS},
      job_key => ${options.key ?? null},
      job_key_mode => ${options.keeps_time ? "preserve_run_at" : "replace"},
      priority => ${options.urgent ? URGENT_PRIORITY : USUAL_PRIORITY}
    )`.execute(trx);
}
