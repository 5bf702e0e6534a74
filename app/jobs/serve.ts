import { sql } from "kysely";
import { doubled } from "#app/env.server.ts";
import { log } from "#app/observability/log.server.ts";
import { report } from "#app/observability/report.server.ts";
import { reportUncaught } from "#app/observability/uncaught.server.ts";
import { closeDatabase, db } from "#db/connection.ts";
import { ensureDatabase, leaveDatabase } from "#db/ensure.ts";
import { startWorker, stopWorker } from "./worker.server.ts";

/** `npm run worker`: a process that only works off the queue. */

const EVERY_MINUTE = 60_000;

reportUncaught();

async function logHealth() {
  const { rows } = await sql<{ waiting: number; failed: number; oldest_seconds: number }>`
    select
      count(*) filter (where attempts < max_attempts and run_at <= now())::int as waiting,
      count(*) filter (where attempts >= max_attempts)::int as failed,
      coalesce(extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and run_at <= now())), 0)::int
        as oldest_seconds
    from graphile_worker.jobs`.execute(db);
  log.info({ what: "queue", ...rows[0] }, "queue");
}

const health = setInterval(() => void logHealth().catch(report), EVERY_MINUTE);

let stopping = false;
async function stop() {
  // A second signal is from a person who does not want to wait.
  if (stopping) process.exit(1);
  stopping = true;
  clearInterval(health);
  await stopWorker();
  await closeDatabase();
  await leaveDatabase();
  process.exit(0);
}
process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());

if (doubled.size) {
  const { startDoubles } = await import("#mocks/start.server.ts");
  startDoubles(doubled);
}
await ensureDatabase();
startWorker();
log.info({ what: "worker" }, "working");
