import { sql } from "kysely";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import type { Db } from "#db/connection.ts";

type QueueState = {
  waiting: number;
  running: number;
  /** Jobs that have failed at least once and will be retried. */
  retried: number;
  failed: number;
  /** Seconds since the job that has waited longest was due. */
  oldest_seconds: number;
};

/** Counts the jobs that are now in each state. */
export async function readQueue(db: Db): Promise<QueueState> {
  const { rows } = await sql<QueueState>`
    select
      count(*) filter (where attempts < max_attempts and run_at <= now() and locked_at is null)::int as waiting,
      count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where attempts between 1 and max_attempts - 1 and last_error is not null)::int as retried,
      count(*) filter (where attempts >= max_attempts and locked_at is null)::int as failed,
      coalesce(extract(epoch from now() - min(run_at) filter (
        where attempts < max_attempts and run_at <= now() and locked_at is null)), 0)::int as oldest_seconds
    from graphile_worker.jobs`.execute(db);
  return rows[0] ?? { waiting: 0, running: 0, retried: 0, failed: 0, oldest_seconds: 0 };
}

type FailedJob = {
  id: string;
  name: string;
  attempts: number;
  /** Name of the error in the last attempt. It contains no personal data. */
  last_error: string | null;
  failed_at: Date;
};

const SHOWN = 50;

const failedJob = sql`
  select id::text, task_identifier as name, attempts, last_error, updated_at as failed_at
  from graphile_worker.jobs
  where attempts >= max_attempts and locked_at is null`;

/** Lists up to 50 permanently failed jobs, newest first. */
export async function listFailedJobs(db: Db): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    ${failedJob} order by updated_at desc, id desc limit ${SHOWN}`.execute(db);
  return rows;
}

/**
 * Reads a permanently failed job.
 * @throws NotFoundError if no such job exists, or it is being retried
 */
export async function readFailedJob(db: Db, id: string): Promise<FailedJob> {
  const { rows } = /^\d{1,18}$/.test(id)
    ? await sql<FailedJob>`${failedJob} and id = ${id}`.execute(db)
    : { rows: [] };
  if (!rows[0])
    throw new NotFoundError("This job hasn’t failed permanently, or it has been removed");
  return rows[0];
}

/**
 * Retries a permanently failed job. If the job sends an email, the email's status changes to
 * `sending`, so that Postmark is queried before the email is sent again.
 * @throws ConflictError if the job has already been retried or cancelled
 */
export async function retryJob(trx: Db, id: string, { actor }: { actor: Actor }): Promise<void> {
  await requireFailed(trx, id);
  await sql`
    update email_log set status = 'sending'
    where status = 'failed' and last_error is distinct from 'withdrawn' and id = (
      select job.payload ->> 'email_log_id'
      from graphile_worker._private_jobs job
      join graphile_worker._private_tasks task on task.id = job.task_id
      where job.id = ${id} and task.identifier = 'send-email')`.execute(trx);
  await sql`
    select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`.execute(
    trx,
  );
  await recordAudit(trx, { actor, action: "job_retried", subject: { type: "job", id } });
}

/**
 * Removes a permanently failed job. Its work is then never done.
 * @throws ConflictError if the job has already been retried or cancelled
 */
export async function cancelJob(trx: Db, id: string, { actor }: { actor: Actor }): Promise<void> {
  await requireFailed(trx, id);
  await sql`select graphile_worker.complete_jobs(array[${id}::bigint])`.execute(trx);
  await recordAudit(trx, { actor, action: "job_called_off", subject: { type: "job", id } });
}

/** Locks a failed job so that a concurrent request to retry or cancel it gets a conflict. */
async function requireFailed(trx: Db, id: string) {
  const { rows } = await sql`
    select from graphile_worker._private_jobs
    where id = ${id} and attempts >= max_attempts and locked_at is null
    for update`.execute(trx);
  if (rows.length === 0)
    throw new ConflictError("Someone else has already retried or cancelled this job");
}
