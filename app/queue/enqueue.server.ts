import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "#db/connection.ts";
import { type QueuedJob, queuedJob } from "./job.ts";

/** Sends an email of the outbox. */
export const sendEmailJob = queuedJob("send-email", z.object({ email_log_id: z.string() }));

/** With graphile-worker's delays (e^n seconds, at most six hours) twelve tries are spread over sixteen hours. */
const MAX_ATTEMPTS = 12;

const USUAL_PRIORITY = 10;
const URGENT_PRIORITY = 0;
const IDLE_PRIORITY = 100;

/** graphile-worker's names for what happens to a queued job with the same key. */
const KEY_MODES = {
  replace: "replace",
  replace_keeping_time: "preserve_run_at",
  leave: "unsafe_dedupe",
} as const;

/**
 * Puts a job in the queue within the caller's transaction: it runs after the commit, and not at all after a
 * rollback.
 *
 * @param options.urgent runs before usual jobs: a person is waiting for it.
 * @param options.key there is one queued job with it at a time.
 * @param options.ifQueued what happens to a job that is queued already: it is replaced; it is replaced but keeps its time, so
 *   that it cannot be put off for ever; or it is left as it is, even while it runs and after its last try.
 * @param options.after not before this time.
 */
export async function enqueue<Payload extends z.ZodType>(
  trx: Db,
  job: QueuedJob<Payload>,
  payload: z.input<Payload>,
  options: { urgent?: boolean; key?: string; ifQueued?: keyof typeof KEY_MODES; after?: Date } = {},
): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      ${job.name},
      ${JSON.stringify(payload)}::json,
      run_at => ${options.after ?? null},
      max_attempts => ${MAX_ATTEMPTS},
      job_key => ${options.key ?? null},
      job_key_mode => ${KEY_MODES[options.ifQueued ?? "replace"]},
      priority => ${options.urgent ? URGENT_PRIORITY : USUAL_PRIORITY}
    )`.execute(trx);
}

/** Puts many jobs of one kind in the queue at once; they run when nothing else is waiting. */
export async function enqueueMany<Payload extends z.ZodType>(
  trx: Db,
  job: QueuedJob<Payload>,
  payloads: readonly z.input<Payload>[],
): Promise<void> {
  if (payloads.length === 0) return;
  const specs = payloads.map((payload) => JSON.stringify(payload));
  // One call: graphile-worker looks for the kind of job, and tells its workers, once a call.
  await sql`
    select from graphile_worker.add_jobs((
      select array_agg(
        (${job.name}, payload::json, null, null, ${sql.lit(MAX_ATTEMPTS)}, null, ${sql.lit(IDLE_PRIORITY)}, null)::graphile_worker.job_spec)
      from unnest(${specs}::text[]) as spec (payload)))`.execute(trx);
}
