import { EventEmitter, once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { run, type Runner, type WorkerEvents, type WorkerPool } from "graphile-worker";
import { readRestoration } from "#app/domain/restorations/restorations.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { report } from "#app/observability/report.server.ts";
import { withTimeout } from "#app/platform/with-timeout.ts";
import { db } from "#db/connection.ts";
import { createPool } from "#db/pool.ts";
import { databaseUrl } from "#db/url.ts";
import { writeHeartbeat, releaseAbandonedJobs, markStopped } from "./heartbeat.server.ts";
import { crontab } from "./jobs.server.ts";
import { logger, taskList } from "./tasks.server.ts";

export type WorkerOptions = {
  /** Concurrent jobs, which mostly wait for vendors. */
  concurrency: number;
  /** Poll interval for due jobs. The database announces new jobs. */
  pollMs: number;
  heartbeatMs: number;
  sweepMs: number;
  /** Time without heartbeat after which a worker is dead and its jobs are released. */
  silentMs: number;
  /** Delay before a restart after graphile-worker has failed. */
  restartMs: number;
  /** Time for running jobs to finish when the worker stops. */
  drainMs: number;
  answerMs: number;
  crontab: string;
};

const DEFAULTS: WorkerOptions = {
  concurrency: 8,
  pollMs: 2_000,
  heartbeatMs: 15_000,
  sweepMs: 60_000,
  silentMs: 60_000,
  restartMs: 5_000,
  drainMs: 8_000,
  answerMs: 10_000,
  crontab,
};

/** Time limits at the end: a stopping process has 10 seconds, and jobs have used 8. */
const PUT_BACK_TIMEOUT_MS = 2_000;
const LAST_HEARTBEAT_TIMEOUT_MS = 1_000;
const POOL_END_TIMEOUT_MS = 2_000;

let work: { stopping: AbortController; done: Promise<void> } | null = null;

/**
 * Starts the worker. Idempotent. The worker survives outages, and pauses while a restore is under
 * review.
 */
export function startWorker(options: Partial<WorkerOptions> = {}): void {
  if (work) return;
  const stopping = new AbortController();
  work = { stopping, done: keepWorking({ ...DEFAULTS, ...options }, stopping.signal) };
}

/** Stops taking jobs, waits up to 8 s for running jobs and requeues unfinished ones. */
export async function stopWorker(): Promise<void> {
  const stopped = work;
  work = null;
  stopped?.stopping.abort();
  await stopped?.done;
}

async function keepWorking(options: WorkerOptions, stopping: AbortSignal) {
  while (!stopping.aborted) {
    try {
      if (!(await readRestoration(db))) await workUntilStopped(options, stopping);
    } catch (error) {
      report(error, { what: "worker" });
    }
    await pause(options.restartMs, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/**
 * Runs graphile-worker until it is stopped or a query fails. Jobs may then be locked in its name
 * without its knowledge, and its heartbeats would keep them locked.
 */
async function workUntilStopped(options: WorkerOptions, stopping: AbortSignal) {
  // Use a separate pool, so that jobs and pages do not compete. One connection listens.
  const pool = createPool(databaseUrl(), {
    application_name: "fanlight-worker",
    max: options.concurrency + 2,
    connectionTimeoutMillis: 5_000,
    statement_timeout: options.answerMs,
    // statement_timeout has no effect on a dead connection.
    query_timeout: options.answerMs + 1_000,
  });
  const events: WorkerEvents = new EventEmitter();
  let workerPool: WorkerPool | undefined;
  events.once("pool:create", (created) => {
    workerPool = created.workerPool;
  });
  // Jobs are locked under the pool's id.
  const id = () => workerPool?.id ?? "";
  const lost = new AbortController();
  const giveUp = (error: unknown) => lost.abort(error);
  events.once("worker:getJob:error", ({ error }) => giveUp(error));
  events.once("pool:fatalError", ({ error }) => giveUp(error));
  const over = new AbortController();
  async function repeat(ms: number, act: () => Promise<void>, failed: (error: unknown) => void) {
    while (!over.signal.aborted) {
      await act().catch(failed);
      await pause(ms, undefined, { signal: over.signal }).catch(() => undefined);
    }
  }

  let beating = Promise.resolve();
  try {
    const runner = await run({
      pgPool: pool,
      events,
      // Batch these queries, so that graphile-worker awaits them: a database outage would otherwise
      // end the process with an unhandled rejection.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      taskList,
      crontab: options.crontab,
      logger,
      concurrency: options.concurrency,
      pollInterval: options.pollMs,
      noHandleSignals: true,
    });
    beating = repeat(options.heartbeatMs, () => writeHeartbeat(pool, id()), giveUp);
    void repeat(
      options.sweepMs,
      () => releaseAbandonedJobs(pool, options.silentMs),
      (error) => report(error, { what: "worker sweep" }),
    );
    const ending = AbortSignal.any([stopping, lost.signal]);
    if (!ending.aborted) await Promise.race([runner.promise, once(ending, "abort")]);
    await drain(runner, workerPool, options.drainMs, stopping);
    if (!stopping.aborted) lost.signal.throwIfAborted();
  } finally {
    over.abort();
    // Wait for a heartbeat that is under way: it would make the worker look alive after it is
    // marked as stopped.
    await nullIfFailed(withTimeout(beating, LAST_HEARTBEAT_TIMEOUT_MS), { what: "worker" });
    await nullIfFailed(markStopped(pool, id()), { what: "worker" });
    // pool.end waits for every connection, and a broken one may never return.
    await nullIfFailed(withTimeout(pool.end(), POOL_END_TIMEOUT_MS), { what: "worker" });
  }
}

/**
 * Stops taking jobs and waits up to `ms` for running ones. A stopping process requeues unfinished
 * jobs. Otherwise late jobs keep running, locked until the worker has been silent for a while.
 */
async function drain(
  runner: Runner,
  workerPool: WorkerPool | undefined,
  ms: number,
  stopping: AbortSignal,
) {
  // Rejects if graphile-worker is already stopping.
  runner.stop().catch(() => undefined);
  // Limited: after a result that could not be stored, graphile-worker may never count down to zero.
  const ended = Promise.allSettled([workerPool?.promise]);
  try {
    await withTimeout(ended, ms);
  } catch {
    if (!stopping.aborted) return;
    // runner.kill() does nothing after stop().
    const late = Promise.resolve(workerPool?.forcefulShutdown("stopped before it was done"));
    await withTimeout(Promise.allSettled([late]), PUT_BACK_TIMEOUT_MS);
  }
}
