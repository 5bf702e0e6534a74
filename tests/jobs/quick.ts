import type { WorkerOptions } from "#app/jobs/worker.server.ts";

/**
 * As in the office, where a worker is silent after a minute, but all that repeats does so ten times a second, and nothing
 * begins by the clock.
 */
export const quick = {
  pollMs: 50,
  heartbeatMs: 100,
  sweepMs: 100,
  restartMs: 200,
  drainMs: 300,
  crontab: "",
} satisfies Partial<WorkerOptions>;
