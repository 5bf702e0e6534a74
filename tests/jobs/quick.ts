import type { WorkerOptions } from "#app/jobs/worker.server.ts";

/** What takes a minute in the office takes a second here. */
export const quick: Partial<WorkerOptions> = {
  pollMs: 50,
  heartbeatMs: 100,
  sweepMs: 100,
  silentMs: 1_000,
  drainMs: 300,
};
