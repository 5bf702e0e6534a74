import { EventEmitter, once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { run, type Runner, type WorkerEvents, type WorkerPool } from "graphile-worker";
import { report } from "#app/observability/report.server.ts";
import { createPool } from "#db/pool.ts";
import { databaseUrl } from "#db/url.ts";
import { writeHeartbeat, releaseAbandonedJobs, markStopped } from "./heartbeat.server.ts";
import { logger, taskList } from "./tasks.server.ts";

export type WorkerOptions = {
  /** Jobs at once. Few: a job mostly waits for somebody else's server. */
  concurrency: number;
  /** How often to look for jobs that have become due; new ones are announced by the database. */
  pollMs: number;
  heartbeatMs: number;
  sweepMs: number;
  /** A worker that has not written for this long is taken for dead, and its jobs are given to the others. */
  silentMs: number;
  /** How long to wait before another try when graphile-worker has given up. */
  restartMs: number;
  /** How long a job may go on after stopWorker. */
  drainMs: number;
};

const usual: WorkerOptions = {
  concurrency: 4,
  pollMs: 2_000,
  heartbeatMs: 15_000,
  sweepMs: 60_000,
  silentMs: 60_000,
  restartMs: 5_000,
  drainMs: 8_000,
};

/** UTC. What was missed by less than a day is made up for. Nine in London is eight or nine here. Exported for its test. */
export const crontab = `
17 3 * * * purge ?fill=1d&max=3
0 8,9 * * 1 weekly-leads ?fill=1d&max=3
`;

let work: { stopping: AbortController; done: Promise<void> } | null = null;

/**
 * Starts to work off the queue in this process, and keeps at it while the database goes away and comes back. A
 * second call does nothing.
 */
export function startWorker(options: Partial<WorkerOptions> = {}): void {
  if (work) return;
  const stopping = new AbortController();
  work = { stopping, done: keepWorking({ ...usual, ...options }, stopping.signal) };
}

/** Takes no more jobs, waits up to 8 s for those that run, and puts back into the queue what is not finished. */
export async function stopWorker(): Promise<void> {
  const stopped = work;
  work = null;
  stopped?.stopping.abort();
  await stopped?.done;
}

async function keepWorking(options: WorkerOptions, stopping: AbortSignal) {
  while (!stopping.aborted) {
    try {
      await workUntilStopped(options, stopping);
    } catch (error) {
      report(error, { what: "worker" });
      await pause(options.restartMs, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}

/** One life of graphile-worker: it ends when it is told to, or when it cannot write down what became of a job. */
async function workUntilStopped(options: WorkerOptions, stopping: AbortSignal) {
  // A pool of its own, so that jobs and pages do not wait for each other's connections. One is always listening.
  const pool = createPool(databaseUrl(), {
    application_name: "fanlight-worker",
    max: options.concurrency + 2,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
  });
  const events: WorkerEvents = new EventEmitter();
  let workerPool: WorkerPool | undefined;
  events.once("pool:create", (created) => {
    workerPool = created.workerPool;
  });
  // Jobs are locked in the name of the pool.
  const id = () => workerPool?.id ?? "";
  const timers: NodeJS.Timeout[] = [];
  function repeat(ms: number, what: string, act: () => Promise<void>) {
    const attempt = () => act().catch((error: unknown) => report(error, { what }));
    timers.push(setInterval(() => void attempt(), ms));
    void attempt();
  }

  try {
    const runner = await run({
      pgPool: pool,
      events,
      // Unless it batches them, graphile-worker writes down what became of a job without waiting for it, and a
      // database that is away at that moment ends the process by a rejection that is nobody's.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      taskList,
      crontab,
      logger,
      concurrency: options.concurrency,
      pollInterval: options.pollMs,
      noHandleSignals: true,
    });
    repeat(options.heartbeatMs, "worker heartbeat", () => writeHeartbeat(pool, id()));
    repeat(options.sweepMs, "worker sweep", () => releaseAbandonedJobs(pool, options.silentMs));
    if (!stopping.aborted) await Promise.race([runner.promise, once(stopping, "abort")]);
    if (stopping.aborted) await drain(runner, workerPool, options.drainMs);
  } finally {
    timers.forEach((timer) => clearInterval(timer));
    await markStopped(pool, id()).catch((error: unknown) => report(error, { what: "worker" }));
    await pool.end();
  }
}

async function drain(runner: Runner, workerPool: WorkerPool | undefined, ms: number) {
  // Not runner.kill(): it does nothing once stop() has been called.
  const late = setTimeout(() => {
    Promise.resolve(workerPool?.forcefulShutdown("stopped before it was done")).catch(
      () => undefined,
    );
  }, ms);
  await runner.stop().catch(() => undefined);
  clearTimeout(late);
}
