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
  /** Number of jobs that run concurrently. They spend most of their time waiting for vendors. */
  concurrency: number;
  /**
   * Time between two checks for jobs that are due. New jobs start immediately, because the database
   * announces them.
   */
  pollMs: number;
  heartbeatMs: number;
  sweepMs: number;
  /** Time without a heartbeat after which a worker counts as dead and its jobs are released. */
  silentMs: number;
  /** Time to wait before starting graphile-worker again after it has failed. */
  restartMs: number;
  /** Time that the worker waits for running jobs when it stops. */
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

/**
 * Time limits of the last steps when the worker stops: the process has 10 seconds in total, of
 * which running jobs may have used 8.
 */
const PUT_BACK_TIMEOUT_MS = 2_000;
const LAST_HEARTBEAT_TIMEOUT_MS = 1_000;
const POOL_END_TIMEOUT_MS = 2_000;

let work: { stopping: AbortController; done: Promise<void> } | null = null;

/**
 * Starts the worker, unless it is already running. The worker starts again after an outage of the
 * database, and runs no jobs while a restore is under review.
 */
export function startWorker(options: Partial<WorkerOptions> = {}): void {
  if (work) return;
  const stopping = new AbortController();
  work = { stopping, done: keepWorking({ ...DEFAULTS, ...options }, stopping.signal) };
}

/**
 * Stops taking jobs, waits up to 8 seconds for running jobs, and requeues those that have not
 * finished.
 */
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
 * Runs graphile-worker until it is stopped or one of its queries fails. After a failed query, it
 * must start again under a new id: the database may have locked jobs for it without its knowledge,
 * and its heartbeats would keep them locked.
 */
async function workUntilStopped(options: WorkerOptions, stopping: AbortSignal) {
  // Use a separate pool, so that jobs and pages do not compete for connections. One connection
  // listens for new jobs.
  const pool = createPool(databaseUrl(), {
    application_name: "fanlight-worker",
    max: options.concurrency + 2,
    connectionTimeoutMillis: 5_000,
    statement_timeout: options.answerMs,
    // This also limits a query on a dead connection, on which statement_timeout has no effect.
    query_timeout: options.answerMs + 1_000,
  });
  const events: WorkerEvents = new EventEmitter();
  let workerPool: WorkerPool | undefined;
  events.once("pool:create", (created) => {
    workerPool = created.workerPool;
  });
  // graphile-worker locks jobs under the id of its pool.
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
      // These options make graphile-worker await the queries that end a job. Otherwise an outage of
      // the database would cause an unhandled rejection, which ends the process.
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
    // Wait for a heartbeat that is being written, because after `markStopped` it would make the
    // worker look alive again.
    await nullIfFailed(withTimeout(beating, LAST_HEARTBEAT_TIMEOUT_MS), { what: "worker" });
    await nullIfFailed(markStopped(pool, id()), { what: "worker" });
    // Limit this, because pool.end waits for every connection, and a broken one may never close.
    await nullIfFailed(withTimeout(pool.end(), POOL_END_TIMEOUT_MS), { what: "worker" });
  }
}

/**
 * Stops taking jobs and waits up to `ms` for running jobs. If the process is stopping, then
 * requeues those that have not finished. Otherwise they keep running, and stay locked until the
 * worker counts as dead.
 */
async function drain(
  runner: Runner,
  workerPool: WorkerPool | undefined,
  ms: number,
  stopping: AbortSignal,
) {
  // This rejects if graphile-worker is already stopping.
  runner.stop().catch(() => undefined);
  // Limit the wait: if graphile-worker could not store a job's result, it may count the job as
  // running for ever.
  const ended = Promise.allSettled([workerPool?.promise]);
  try {
    await withTimeout(ended, ms);
  } catch {
    if (!stopping.aborted) return;
    // Don't use runner.kill(), which does nothing after stop().
    const late = Promise.resolve(workerPool?.forcefulShutdown("stopped before it was done"));
    await withTimeout(Promise.allSettled([late]), PUT_BACK_TIMEOUT_MS);
  }
}
