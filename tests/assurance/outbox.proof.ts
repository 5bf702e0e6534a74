import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { socketUrl } from "#db/embedded/location.ts";
import { ensureServer, stopServer } from "#db/embedded/server.ts";
import { createDatabase } from "#db/ensure.ts";
import { migrate } from "#db/migrate.ts";
import { query } from "#tests/db/query.ts";
import { makeServerFolder } from "#tests/support/dedicated-server.ts";
import { recordFigure, sampleSize } from "#tests/support/proof.ts";
import { type SeparateDoubles, startSeparateDoubles } from "#tests/support/separate-doubles.ts";

/** Repeatedly kills the worker and a separate PostgreSQL server while emails are queued. */

const EMAILS = sampleSize(100, 2_000);
const KILLS = ["worker", "database", "worker"] as const;
const ROUNDS = sampleSize(1, 5);
const settings = { freeMegabytes: 200 };

let parent: string;
let folder: string;
let url: string;
let database: number;
let doubles: SeparateDoubles;
let worker: ChildProcess;

beforeAll(async () => {
  parent = await makeServerFolder("outbox-");
  folder = join(parent, "postgres");
  database = (await ensureServer(folder, settings)).pid;
  url = socketUrl(folder, "fanlight");
  await createDatabase(url);
  await migrate(url);
  doubles = await startSeparateDoubles("http://localhost:9");
});

afterAll(async () => {
  worker.kill("SIGKILL");
  await doubles.stop();
  await stopServer(folder);
  await rm(parent, { recursive: true });
});

test("every queued email is sent once, despite kills of the worker and of PostgreSQL", async () => {
  await query(
    url,
    `with queued as (
       insert into email_log (name, recipient, props)
       select 'erasure_begun', 'outbox-' || n || '@example.test', '{}' from generate_series(1, ${EMAILS}) n
       returning id)
     select graphile_worker.add_job('send-email', json_build_object('email_log_id', id), max_attempts => 25) from queued`,
  );
  startWorker();
  const kills = { worker: 0, database: 0 };
  const all = Array.from({ length: ROUNDS }, () => KILLS).flat();
  for (const [index, which] of all.entries()) {
    await untilWaiting(EMAILS * (1 - (index + Math.random()) / (all.length + 1)));
    await kill(which);
    kills[which] += 1;
  }
  await untilWaiting(0);
  const found = await tellPostmark();
  recordFigure(
    `${EMAILS} emails, ${kills.worker} kills of the worker, ${kills.database} of PostgreSQL: ` +
      `${found.lost} lost, ${found.twice} twice, ${found.unsent} not written down as sent`,
  );
  expect(found).toEqual({ lost: 0, twice: 0, unsent: 0 });
});

function startWorker() {
  worker = spawn(process.execPath, ["--import", "tsx", "tests/jobs/worker-process.ts"], {
    stdio: "ignore",
    // A dead worker’s locks expire after this time, a minute in production.
    env: { ...process.env, ...doubles.settings, DATABASE_URL: url, SILENT_MS: "3000" },
  });
}

async function kill(which: "worker" | "database") {
  if (which === "worker") {
    const gone = once(worker, "exit");
    worker.kill("SIGKILL");
    await gone;
    startWorker();
  } else {
    process.kill(database, "SIGKILL");
    await pause(100);
    database = (await ensureServer(folder, settings)).pid;
  }
}

async function untilWaiting(most: number) {
  for (;;) {
    // Make delayed retries due immediately, because the delay is not tested here.
    const rows = await query(
      url,
      `with due as (update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null)
       select from graphile_worker.jobs where task_identifier = 'send-email'`,
    ).catch(() => null);
    if (rows && rows.length <= most) return;
    await pause(50);
  }
}

async function tellPostmark() {
  const [sent, unsent] = [
    await doubles.recipients(),
    await query(url, "select from email_log where status <> 'sent'"),
  ];
  const different = new Set(sent);
  return {
    lost: EMAILS - different.size,
    twice: sent.length - different.size,
    unsent: unsent.length,
  };
}
