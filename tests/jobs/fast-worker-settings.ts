import type { WorkerOptions } from "#app/jobs/worker.server.ts";

/** Settings that make a worker act about ten times a second, without scheduled jobs. */
export const fastWorkerSettings = {
  pollMs: 50,
  heartbeatMs: 100,
  sweepMs: 100,
  restartMs: 200,
  drainMs: 300,
  crontab: "",
} satisfies Partial<WorkerOptions>;
