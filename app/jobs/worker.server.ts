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
  /**
   * Jobs at once: a job mostly waits for somebody else's server. Eight leave two of the ten connections that they share to
   * pages.
   */
  concurrency: number;
  /** How often to look for jobs that have become due; new ones are announced by the database. */
  pollMs: number;
  heartbeatMs: number;
  sweepMs: number;
  /** A worker without a heartbeat for this long counts as dead, and its jobs go to the others. */
  silentMs: number;
  /** How long to wait before another try when graphile-worker has given up. */
  restartMs: number;
  /** How long running jobs may take to finish when the worker stops. */
  drainMs: number;
  /** How long the database may take to answer. */
  answerMs: number;
  /** The timed jobs, in graphile-worker's format. */
  crontab: string;
};

const usual: WorkerOptions = {
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

/** A process that stops has ten seconds, and the jobs that run have had eight. */
const PUT_BACK_TIMEOUT_MS = 2_000;
const LAST_HEARTBEAT_TIMEOUT_MS = 1_000;
const POOL_END_TIMEOUT_MS = 2_000;

let work: { stopping: AbortController; done: Promise<void> } | null = null;

/**
 * Starts to work off the queue in this process, and continues when the database goes away and comes back. It takes no job
 * while a restore of the database has not been ended. A second call does nothing.
 */
export function startWorker(options: Partial<WorkerOptions> = {}): void {
  if (work) return;
  const stopping = new AbortController();
  work = { stopping, done: keepWorking({ ...usual, ...options }, stopping.signal) };
}

/** Takes no more jobs, waits up to 8 s for those that run, and returns unfinished ones to the queue. */
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
 * One run of graphile-worker. It ends when it is told to, or when the database first fails to answer: jobs may then be locked
 * in its name that it has not received or has finished, and nothing releases them while it writes heartbeats.
 */
async function workUntilStopped(options: WorkerOptions, stopping: AbortSignal) {
  // A pool of its own, so that jobs and pages do not wait for each other's connections. One is always listening.
  const pool = createPool(databaseUrl(), {
    application_name: "fanlight-worker",
    max: options.concurrency + 2,
    connectionTimeoutMillis: 5_000,
    statement_timeout: options.answerMs,
    // On a dead connection that looks alive, statement_timeout never comes back either.
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
      // Unless it batches them, graphile-worker records results without awaiting the query, and a database that is away at
      // that moment ends the process with an unhandled rejection.
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
    // A heartbeat that is being written would land after the mark, and say that the worker lives.
    await nullIfFailed(withTimeout(beating, LAST_HEARTBEAT_TIMEOUT_MS), { what: "worker" });
    await nullIfFailed(markStopped(pool, id()), { what: "worker" });
    // It waits for every connection to be returned, and a broken one may never be.
    await nullIfFailed(withTimeout(pool.end(), POOL_END_TIMEOUT_MS), { what: "worker" });
  }
}

/**
 * Takes no more jobs and waits up to `ms` for those that run. When the whole process stops, unfinished jobs are returned to
 * the queue. Where it continues, late jobs do too, and stay locked until the worker has been silent for a while.
 */
async function drain(
  runner: Runner,
  workerPool: WorkerPool | undefined,
  ms: number,
  stopping: AbortSignal,
) {
  // It rejects when graphile-worker has already begun to stop by itself.
  runner.stop().catch(() => undefined);
  // With a limit: when one job's result could not be recorded and another's is, graphile-worker counts down twice and waits
  // for a zero that never comes.
  const ended = Promise.allSettled([workerPool?.promise]);
  try {
    await withTimeout(ended, ms);
  } catch {
    if (!stopping.aborted) return;
    // Not runner.kill(): it does nothing once stop() has been called.
    const late = Promise.resolve(workerPool?.forcefulShutdown("stopped before it was done"));
    await withTimeout(Promise.allSettled([late]), PUT_BACK_TIMEOUT_MS);
  }
}
