/**
 * Heartbeats of workers. If they stop, the worker was killed. Without heartbeats, graphile-worker
 * releases a killed worker's jobs only after four hours.
 */

import type { Pool } from "pg";

export async function writeHeartbeat(pool: Pool, worker_id: string): Promise<void> {
  await pool.query(
    `insert into worker_heartbeats (worker_id) values ($1)
     on conflict (worker_id) do update set seen_at = now()`,
    [worker_id],
  );
}

/** Deletes the heartbeat of a worker that has stopped. */
export async function markStopped(pool: Pool, worker_id: string): Promise<void> {
  await pool.query("delete from worker_heartbeats where worker_id = $1", [worker_id]);
}

/** Releases the jobs of workers that have sent no heartbeat for `silentMs`. */
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
