import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { socketUrl } from "#db/embedded/location.ts";
import { ensureServer, stopServer } from "#db/embedded/server.ts";
import { createDatabase } from "#db/ensure.ts";
import { migrate } from "#db/migrate.ts";
import { createPool } from "#db/pool.ts";
import { type Db, openOn } from "#db/connection.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { makeServerFolder } from "#tests/support/dedicated-server.ts";
import { recordFigure, sampleSize } from "#tests/support/proof.ts";
import { SteadyLoad } from "./steady-load.ts";

/** Kills PostgreSQL, and kills and stops the service, under twenty requests a second. */

const TIMES = sampleSize(1, 10);
/**
 * Time for which a stopping service still serves visitors, so that balancers notice. It is 5 s in
 * production.
 */
const BALANCER_MS = 3_000;
const settings = { freeMegabytes: 200 };

let parent: string;
let folder: string;
let database: number;
let service: BuiltService;
let db: Db;
let load: SteadyLoad;

beforeAll(async () => {
  parent = await makeServerFolder("crash-");
  folder = join(parent, "postgres");
  database = (await ensureServer(folder, settings)).pid;
  const url = socketUrl(folder, "fanlight");
  await createDatabase(url);
  await migrate(url);
  db = openOn(createPool(url, { max: 2 }));
  service = new BuiltService(await freePort(), {
    DATABASE_URL: url,
    DOUBLES: "true",
    SHUTDOWN_DELAY_MS: String(BALANCER_MS),
  });
  await service.start();
  load = new SteadyLoad(service.base, 20);
  load.start();
});
afterAll(async () => {
  await load.stop();
  await service.kill();
  await db.destroy();
  await stopServer(folder);
  await rm(parent, { recursive: true });
});

test("the service survives each kill of PostgreSQL, and serves again within a second of PostgreSQL’s return", async () => {
  const { pid } = service;
  let [survived, latest] = [0, 0];
  for (let time = 0; time < TIMES; time++) {
    await pause(1_500);
    process.kill(database, "SIGKILL");
    await pause(300);
    database = (await ensureServer(folder, settings)).pid;
    const back = Date.now();
    await pause(3_000);
    const failed = load.answers.filter(({ at, status }) => at >= back && isFailure(status));
    latest = Math.max(latest, ...failed.map(({ at, ms }) => at + ms - back));
    if (service.isRunning && service.pid === pid) survived += 1;
  }
  recordFigure(
    `PostgreSQL killed ${TIMES} times: survived ${survived}, the last error ${latest.toFixed(0)} ms after it was back`,
  );
  expect(survived).toBe(TIMES);
  expect(latest).toBeLessThan(1_000);
});

test("a killed service starts again within 15 seconds", async () => {
  const starts: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    await pause(1_000 + Math.random() * 500);
    await service.kill();
    const began = performance.now();
    await service.start();
    starts.push(performance.now() - began);
  }
  recordFigure(
    `the service killed ${TIMES} times: back within ${Math.max(...starts).toFixed(0)} ms`,
  );
  expect(Math.max(...starts)).toBeLessThan(15_000);
});

test("a stopped service finishes its requests and exits in time", async () => {
  let [cut, longest] = [0, 0];
  for (let time = 0; time < TIMES; time++) {
    load.resume();
    await pause(1_500);
    const before = load.count("cut");
    const began = performance.now();
    const stopped = service.stop();
    await pause(BALANCER_MS / 3);
    load.pause();
    await stopped;
    longest = Math.max(longest, performance.now() - began - BALANCER_MS);
    cut += load.count("cut") - before;
    await service.start();
  }
  load.resume();
  recordFigure(
    `SIGTERM ${TIMES} times: ${cut} requests cut, gone ${longest.toFixed(0)} ms after the balancer knew`,
  );
  expect(cut).toBe(0);
  expect(longest).toBeLessThan(10_000);
});

test("every message that the service accepts is stored once, despite kills and stops", async () => {
  await load.stop();
  const [lost, twice] = [await load.countLost(db), await load.countTwice(db)];
  recordFigure(
    `${load.answers.length} requests, ${load.takenCount} messages taken: ${lost} lost, ${twice} twice`,
  );
  expect(load.takenCount).toBeGreaterThan(sampleSize(5, 100));
  expect([lost, twice]).toEqual([0, 0]);
});

function isFailure(status: number | "cut") {
  return status === "cut" || status === 0 || status >= 500;
}
