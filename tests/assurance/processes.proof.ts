import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import { type Db, openOn } from "#db/connection.ts";
import { createDatabase } from "#db/ensure.ts";
import { migrate } from "#db/migrate.ts";
import { createPool } from "#db/pool.ts";
import { query } from "#tests/db/query.ts";
import { readFields } from "#tests/routes/admin/fields.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { makeServerFolder } from "#tests/support/dedicated-server.ts";
import { recordFigure, sampleSize } from "#tests/support/proof.ts";
import { type SeparateDoubles, startSeparateDoubles } from "#tests/support/separate-doubles.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { Visitor } from "#tests/support/http-visitor.ts";
import { waitUntil } from "#tests/support/concurrency.ts";
import { startBalancer } from "./balancer.ts";
import { startPrimary, startReplica } from "./debian-postgres.ts";
import { makeNextRelease } from "./next-release.ts";
import { Sellers } from "./sellers.ts";

/** Runs two web processes and two workers behind HAProxy, on PostgreSQL with a replica. */

const run = promisify(execFile);
const SELLERS = sampleSize(6, 24);
const AT_ONCE = 3;
/**
 * Maximum time until all emails have been sent. A killed worker’s jobs are free after a minute, and
 * the next worker first searches Postmark for the emails.
 */
const SETTLED_MS = 180_000;

let parent: string;
let primary: Awaited<ReturnType<typeof startPrimary>>;
let replica: Awaited<ReturnType<typeof startReplica>>;
let db: Db;
let doubles: SeparateDoubles;
let balancer: Awaited<ReturnType<typeof startBalancer>>;
let web: BuiltService[];
let workers: ChildProcess[];
let base: string;
let settings: Record<string, string>;

beforeAll(async () => {
  parent = await makeServerFolder("processes-");
  primary = await startPrimary(parent);
  const url = primary.url("fanlight");
  await createDatabase(url);
  await migrate(url);
  replica = await startReplica(parent, primary);
  db = openOn(createPool(url, { max: 4 }));
  const [port, ...ports] = [await freePort(), await freePort(), await freePort()];
  base = `http://localhost:${port}`;
  doubles = await startSeparateDoubles(base);
  settings = {
    ...doubles.settings,
    DATABASE_URL: url,
    DATABASE_READ_URL: replica.url("fanlight"),
    APP_URL: base,
    WORKER: "off",
    SHUTDOWN_DELAY_MS: "1500",
  };
  web = ports.map((each) => new BuiltService(each, settings));
  await Promise.all(web.map((service) => service.start()));
  workers = [startWorker("."), startWorker(".")];
  balancer = await startBalancer(parent, port, ports);
  await waitUntil(async () => expect((await fetch(`${base}/readyz`)).status).toBe(200));
});

afterAll(async () => {
  await balancer.stop();
  for (const worker of workers) worker.kill("SIGKILL");
  await Promise.all([...web.map((service) => service.kill()), doubles.stop()]);
  await db.destroy();
  await replica.stop();
  await primary.stop();
  await rm(parent, { recursive: true });
});

test("sellers’ journeys to the payment survive kills of a web process, a worker, the replica and the primary, and staff lists open without the replica", async () => {
  const sellers = new Sellers(db, base);
  const walking = walkAll(sellers);
  const killed: string[] = [];
  const kill = async (what: string, act: () => Promise<unknown>) => {
    await pause(4_000);
    await act();
    killed.push(what);
  };
  await kill("a web process", () => web[0]!.kill());
  await kill("a worker", () => endWorker(0, "SIGKILL"));
  await web[0]!.start();
  workers[0] = startWorker(".");
  await kill("the replica", () => replica.kill());
  const staff = await openLists();
  await replica.startAgain();
  await kill("the primary", () => primary.kill());
  await primary.startAgain();
  await walking;
  await tell("one of each killed", sellers);
  recordFigure(
    `with the replica down ${staff.filter(({ status }) => status === 200).length} of ${staff.length} lists of staff are shown`,
  );
  expect(killed).toHaveLength(4);
  expect(staff.map(({ status }) => status)).toEqual(staff.map(() => 200));
});

test("open forms survive a rolling upgrade with a migration", async () => {
  const next = await makeNextRelease(parent);
  const sellers = new Sellers(db, base);
  let upgrade: Promise<void> | undefined;
  // Each form is opened on one release and submitted during its replacement.
  const walking = walkAll(sellers, () => {
    upgrade ??= rollOver(next);
    return pause(1_500);
  });
  await walking;
  await upgrade;
  const { rows } = await sql`select from kysely_migration where name like '9999%'`.execute(db);
  expect(rows).toHaveLength(1);
  await tell("rolling upgrade", sellers);
});

test("staff see what they have just saved, although the replica has stopped applying changes", async () => {
  await query(replica.url("fanlight"), "select pg_wal_replay_pause()");
  const staff = new Visitor(base, (await signIn(db, { type: "admin" })).cookie);
  const missing: string[] = [];
  for (let saved = 0; saved < 6; saved++) {
    const name = `Firm ${crypto.randomUUID().slice(0, 8)}`;
    const form = await staff.get(paths.admin.newLawFirm());
    const fields = {
      ...readFields(form.html, "law-firm"),
      ...firm,
      name,
      email: `${crypto.randomUUID()}@brook.example`,
    };
    const answer = await staff.post(paths.admin.newLawFirm(), fields);
    const list = await staff.get(answer.location ?? "/admin/law-firms");
    if (!(await staff.get("/admin/law-firms")).html.includes(name))
      missing.push(`${answer.status} ${name} ${list.status}`);
  }
  await query(replica.url("fanlight"), "select pg_wal_replay_resume()");
  recordFigure(
    `a replica that stands still: ${missing.length} of 6 saved things missing on the next page`,
  );
  expect(missing).toEqual([]);
});

const firm = {
  "address.organisation_name": "Brook Law Ltd",
  phone_number: "01904 555030",
  "address.line_1": "2 Coney Street",
  "address.post_town": "York",
  "address.postcode": "YO1 9NA",
  "address.country": "United Kingdom",
};

async function walkAll(sellers: Sellers, between?: () => Promise<unknown>) {
  let left = SELLERS;
  const lane = async () => {
    while (left-- > 0) await sellers.walk(between);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function tell(what: string, sellers: Sellers) {
  const isSettled = async () => {
    const outcomes = await sellers.outcomes(doubles);
    return outcomes.filter((outcome) => outcome !== "once");
  };
  const odd = await expect
    .poll(isSettled, { timeout: SETTLED_MS, interval: 1_000 })
    .toEqual([])
    .then(() => [], isSettled);
  recordFigure(
    `${what}: ${sellers.all.length} sellers, ${sellers.all.length - odd.length} paid and told once, ${sellers.wrong.length} stuck, ` +
      `${sellers.again} pages asked for again, the slowest ${sellers.slowestMs.toFixed(0)} ms`,
  );
  expect([odd, sellers.wrong]).toEqual([[], []]);
  expect(sellers.slowestMs).toBeLessThan(10_500);
}

/** Upgrades as docs/operations.md describes: the database first, then each process in turn. */
async function rollOver(next: string) {
  await run(process.execPath, ["--import", "tsx", "db/commands/migrate.ts"], {
    cwd: next,
    env: { ...process.env, ...settings },
  });
  for (const [index, service] of web.entries()) {
    await service.stop();
    web[index] = new BuiltService(Number(new URL(service.base).port), settings, { folder: next });
    await web[index].start();
    await pause(1_000);
  }
  for (const index of workers.keys()) {
    await endWorker(index, "SIGTERM");
    workers[index] = startWorker(next);
  }
}

async function openLists() {
  const staff = new Visitor(base, (await signIn(db, { type: "admin" })).cookie);
  const pages = [];
  for (const list of ["transactions", "users", "law-firms", "estate-agents", "stats"]) {
    pages.push(await staff.get(`/admin/${list}`));
  }
  return pages;
}

function startWorker(folder: string): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", "app/jobs/serve.ts"], {
    cwd: folder,
    stdio: "ignore",
    env: { ...web[0]!.settings, ...settings, WORKER: "only" },
  });
}

async function endWorker(index: number, signal: "SIGKILL" | "SIGTERM") {
  const worker = workers[index]!;
  const gone = once(worker, "exit");
  worker.kill(signal);
  await gone;
}
