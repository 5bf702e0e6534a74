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
import { makeServerFolder } from "#tests/support/own-server.ts";

/** PostgreSQL, a server of this file's own, is stopped and started again while a worker has its hands full. */

const JOBS = 150;
const settings = { durable: false, freeMegabytes: 200 };

let parent: string;
let folder: string;
let url: string;
let worker: ChildProcess;

beforeAll(async () => {
  parent = await makeServerFolder("restart-");
  folder = join(parent, "postgres");
  await ensureServer(folder, settings);
  url = socketUrl(folder, "fanlight");
  await createDatabase(url);
  await migrate(url);
});

afterAll(async () => {
  worker.kill("SIGKILL");
  await stopServer(folder);
  await rm(parent, { recursive: true });
});

async function waiting() {
  return (await query(url, "select from graphile_worker.jobs")).length;
}

test("X-028 a restart of the database while jobs run ends no worker, and every job is done", async () => {
  await query(url, `select graphile_worker.add_job('purge') from generate_series(1, ${JOBS})`);
  worker = spawn(process.execPath, ["--import", "tsx", "tests/jobs/worker-process.ts"], {
    stdio: "ignore",
    // What it had locked when the database went away is free again after this time, a minute in the office.
    env: { ...process.env, DATABASE_URL: url, SILENT_MS: "3000" },
  });
  await once(worker, "spawn");
  for (const left of [JOBS - 20, JOBS - 60]) {
    await expect.poll(waiting, { interval: 20 }).toBeLessThan(left);
    await stopServer(folder);
    await pause(200);
    await ensureServer(folder, settings);
  }
  await expect.poll(waiting, { interval: 100 }).toBe(0);
  expect([worker.exitCode, worker.signalCode]).toEqual([null, null]);
});
