import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createCookie } from "@remix-run/node";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import { socketUrl } from "#db/embedded/location.ts";
import { ensureServer, stopServer } from "#db/embedded/server.ts";
import { createDatabase } from "#db/ensure.ts";
import { migrate } from "#db/migrate.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { makeServerFolder } from "#tests/support/dedicated-server.ts";
import { sampleSize } from "#tests/support/proof.ts";
import { readText, Visitor } from "#tests/support/http-visitor.ts";

/** Kills PostgreSQL with `kill -9` under the service, and restarts it while a worker is busy. */

const settings = { freeMegabytes: 200 };

let parent: string;
let folder: string;
let service: BuiltService;
let pid: number;
let worker: ChildProcess;

beforeAll(async () => {
  parent = await makeServerFolder("faults-");
  folder = join(parent, "postgres");
  ({ pid } = await ensureServer(folder, settings));
  const url = socketUrl(folder, "fanlight");
  await createDatabase(url);
  await migrate(url);
  service = new BuiltService(await freePort(), {
    DATABASE_URL: url,
    DOUBLES: "true",
    WORKER: "off",
  });
  await service.start();
});

afterAll(async () => {
  worker.kill("SIGKILL");
  await service.stop();
  await stopServer(folder);
  await rm(parent, { recursive: true });
});

/** Returns a visitor with a signed session cookie, so that every page looks up the session. */
async function visitorWithCookie() {
  const cookie = createCookie("sid", { secrets: [process.env.SESSION_SECRET ?? ""] });
  return new Visitor(service.base, await cookie.serialize("of a session that is over"));
}

test.each([1, 2, 3].slice(0, sampleSize(1, 3)))(
  "the service shows an error page during a database outage, and recovers from it without a restart: outage %i (B-017)",
  async () => {
    const visitor = await visitorWithCookie();
    const form = { first_name: "Sam", last_name: "Seller", email: "sam@customers.test" };
    expect((await visitor.get(paths.signIn())).status).toBe(200);
    await query("create table if not exists kept (n int)");
    await query("insert into kept values (1)");
    const before = await count();

    process.kill(pid, "SIGKILL");
    await pause(50);
    const pages = await Promise.all([
      visitor.get(paths.admin.transactions()),
      visitor.post(paths.getStarted("sell"), form),
      visitor.get(paths.dashboard.sell("0123456789abcdef01234567")),
    ]);
    for (const page of pages) {
      expect(page.status).toBe(503);
      expect(page.headers.get("Retry-After")).toBe("10");
      expect(readText(page)).toContain(
        "We're having trouble connecting to our servers. Please refresh the page and try again.",
      );
    }
    // These routes have no page, so Remix alone would answer 500.
    for (const path of [paths.calendar("A".repeat(43)), paths.yourData.copy("0".repeat(24))]) {
      const answer = await visitor.get(path);
      expect([path, answer.status, answer.headers.get("Retry-After")]).toEqual([path, 503, "10"]);
    }
    const data = await visitor.get(`${paths.admin.transactions()}.data`);
    expect(data.status).toBe(503);
    expect((await visitor.get("/healthz")).status).toBe(200);
    expect((await visitor.get("/readyz")).status).toBe(503);
    expect(service.isRunning).toBe(true);

    ({ pid } = await ensureServer(folder, settings));
    await expect
      .poll(async () => (await visitor.get(paths.admin.transactions())).status, { interval: 20 })
      .toBe(302);
    expect((await visitor.get("/readyz")).status).toBe(200);
    expect(await count()).toBe(before);
  },
);

const JOBS = sampleSize(40, 150);

test("a worker survives two restarts of the database and finishes every job (X-028)", async () => {
  await query(`select graphile_worker.add_job('purge') from generate_series(1, ${JOBS})`);
  worker = spawn(process.execPath, ["--import", "tsx", "tests/jobs/worker-process.ts"], {
    stdio: "ignore",
    // The worker’s locks expire after this time, which is a minute in production.
    env: { ...process.env, DATABASE_URL: socketUrl(folder, "fanlight"), SILENT_MS: "3000" },
  });
  await once(worker, "spawn");
  for (const done of [0.1, 0.4]) {
    await expect.poll(waiting, { interval: 20 }).toBeLessThan(JOBS * (1 - done));
    await stopServer(folder);
    await pause(200);
    await ensureServer(folder, settings);
  }
  await expect.poll(waiting, { interval: 100 }).toBe(0);
  expect([worker.exitCode, worker.signalCode]).toEqual([null, null]);
});

async function waiting() {
  return (await query("select from graphile_worker.jobs")).length;
}

async function query(text: string) {
  const client = new pg.Client({ connectionString: socketUrl(folder, "fanlight") });
  await client.connect();
  try {
    return (await client.query<{ count: string }>(text)).rows;
  } finally {
    await client.end();
  }
}

async function count() {
  return (await query("select count(*) from kept"))[0]?.count;
}
