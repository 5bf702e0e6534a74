import type { Pool } from "pg";

/**
 * graphile-worker releases a killed worker's jobs after four hours. So every worker writes a heartbeat, and the others
 * release the jobs of one that has stopped writing.
 */

/** Writes this worker's heartbeat. */
export async function writeHeartbeat(pool: Pool, worker_id: string): Promise<void> {
  await pool.query(
    `insert into worker_heartbeats (worker_id) values ($1)
     on conflict (worker_id) do update set seen_at = now()`,
    [worker_id],
  );
}

/** Records that this worker has stopped properly. */
export async function markStopped(pool: Pool, worker_id: string): Promise<void> {
  await pool.query("delete from worker_heartbeats where worker_id = $1", [worker_id]);
}

/** Releases jobs that have been locked for a while by workers without a heartbeat in that time. */
export async function releaseAbandonedJobs(pool: Pool, silentMs: number): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct job.locked_by))
     from graphile_worker.jobs job
     where job.locked_at < now() - make_interval(secs => $1::double precision / 1000)
       and not exists (
         select from worker_heartbeats heartbeat
         where heartbeat.worker_id = job.locked_by
           and heartbeat.seen_at > now() - make_interval(secs => $1::double precision / 1000))
     having count(*) > 0`,
    [silentMs],
  );
}
