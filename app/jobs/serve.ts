/** `npm run worker`: starts a process that only runs jobs. */

import { readQueue } from "#app/domain/operations/queue.server.ts";
import { vendorsWithDouble } from "#app/platform/env.server.ts";
import { log } from "#app/observability/log.server.ts";
import { report } from "#app/observability/report.server.ts";
import { reportUncaught } from "#app/observability/uncaught.server.ts";
import { closeDatabase, db } from "#db/connection.ts";
import { ensureDatabase, leaveDatabase } from "#db/ensure.ts";
import { startProcessReporting } from "./process.server.ts";
import { startWorker, stopWorker } from "./worker.server.ts";

const EVERY_MINUTE = 60_000;

reportUncaught();

async function logHealth() {
  log.info({ what: "queue", ...(await readQueue(db)) }, "queue");
}

const health = setInterval(() => void logHealth().catch(report), EVERY_MINUTE);

let stopping = false;
let stopReporting = () => Promise.resolve();
async function stop() {
  // The person who sent a second signal does not want to wait for running jobs.
  if (stopping) process.exit(1);
  stopping = true;
  clearInterval(health);
  await stopWorker();
  await stopReporting();
  await closeDatabase();
  await leaveDatabase();
  process.exit(0);
}
process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());

if (vendorsWithDouble.size) {
  const { startDoubles } = await import("#mocks/start.server.ts");
  startDoubles(vendorsWithDouble);
}
await ensureDatabase();
stopReporting = await startProcessReporting("worker");
startWorker();
log.info({ what: "worker" }, "worker started");
