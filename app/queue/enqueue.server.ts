import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "#db/connection.ts";
import { type QueuedJob, queuedJob } from "./job.ts";

export const sendEmailJob = queuedJob("send-email", z.object({ email_log_id: z.string() }));

/**
 * Maximum number of attempts of a job. With graphile-worker's delays (e^n seconds, but at most 6
 * hours), 12 attempts take 16 hours.
 */
const MAX_ATTEMPTS = 12;

const USUAL_PRIORITY = 10;
const URGENT_PRIORITY = 0;
const IDLE_PRIORITY = 100;

const KEY_MODES = {
  replace: "replace",
  replace_keeping_time: "preserve_run_at",
  leave: "unsafe_dedupe",
} as const;

/**
 * Queues a job in the caller's transaction. The job runs after the commit, and never runs after a
 * rollback.
 * @param options.urgent true if a person is waiting, so that the job runs before others
 * @param options.key allows only one queued job with this key
 * @param options.ifQueued what happens to a queued job with the same key: it is replaced, replaced
 *   except for its time, or left as it is (even if it has had its last attempt)
 * @param options.after earliest time at which the job runs
 * @param options.queue name of a queue whose jobs run one after the other
 */
export async function enqueue<Payload extends z.ZodType>(
  trx: Db,
  job: QueuedJob<Payload>,
  payload: z.input<Payload>,
  options: {
    urgent?: boolean;
    key?: string;
    ifQueued?: keyof typeof KEY_MODES;
    after?: Date;
    queue?: string;
  } = {},
): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      ${job.name},
      ${JSON.stringify(payload)}::json,
      queue_name => ${options.queue ?? null},
      run_at => ${options.after ?? null},
      max_attempts => ${MAX_ATTEMPTS},
      job_key => ${options.key ?? null},
      job_key_mode => ${KEY_MODES[options.ifQueued ?? "replace"]},
      priority => ${options.urgent ? URGENT_PRIORITY : USUAL_PRIORITY}
    )`.execute(trx);
}

/** Queues many jobs of one kind. They run only when no other jobs are waiting. */
export async function enqueueMany<Payload extends z.ZodType>(
  trx: Db,
  job: QueuedJob<Payload>,
  payloads: readonly z.input<Payload>[],
): Promise<void> {
  if (payloads.length === 0) return;
  const specs = payloads.map((payload) => JSON.stringify(payload));
  // Queue them in one call, because graphile-worker looks up the kind of job and notifies the
  // workers in each call.
  await sql`
    select from graphile_worker.add_jobs((
      select array_agg(
        (${job.name}, payload::json, null, null, ${sql.lit(MAX_ATTEMPTS)}, null, ${sql.lit(IDLE_PRIORITY)}, null)::graphile_worker.job_spec)
      from unnest(${specs}::text[]) as spec (payload)))`.execute(trx);
}
