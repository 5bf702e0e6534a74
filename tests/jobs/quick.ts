import type { WorkerOptions } from "#app/jobs/worker.server.ts";

/** What takes a minute in the office takes three seconds here: long enough for a busy machine to write in time. */
export const quick: Partial<WorkerOptions> = {
  pollMs: 50,
  heartbeatMs: 100,
  sweepMs: 100,
  silentMs: 3_000,
  restartMs: 200,
  drainMs: 300,
};
