import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, openSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import pg from "pg";
import { seed } from "#db/demo/index.ts";
import { dropDatabase } from "#db/ensure.ts";
import { createPool } from "#db/pool.ts";
import { openOn } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { nameOfDatabase } from "#db/url.ts";
import { clusterUrl, templateName } from "#tests/support/cluster.ts";
import joinTestServer from "#tests/support/global-setup.ts";
import { port, setJourneyEnvironment } from "./environment.ts";
import { addNorthgate } from "./northgate.ts";

/**
 * Runs the built service on a dedicated database, with demonstration data and the doubles. The
 * database is dropped when Playwright ends or dies, but the service’s log is kept.
 */
const logs = ".data/test";
setJourneyEnvironment();
const url = process.env.DATABASE_URL ?? "";

if (!existsSync("build/server/index.js")) {
  throw new Error("The journeys need the build: npm run build");
}

const ended = new Promise((resolve) => {
  process.once("SIGTERM", resolve);
  process.once("SIGINT", resolve);
  void untilOrphaned().then(resolve);
});
const leaveTestServer = await joinTestServer();
try {
  await makeDatabase();
  mkdirSync(logs, { recursive: true });
  const log = openSync(`${logs}/journeys-server.log`, "w");
  const server = spawn(
    process.execPath,
    // A larger young generation saves garbage collections. The other processes of a run use the
    // same size.
    ["--max-semi-space-size=64", "node_modules/.bin/remix-serve", "build/server/index.js"],
    {
      stdio: ["ignore", log, log],
      env: {
        ...process.env,
        NODE_ENV: "production",
        WORKER: "in-process",
        PORT: String(port),
        HOST: "127.0.0.1",
      },
    },
  );
  const gone = once(server, "exit");
  await Promise.race([ended, gone]);
  server.kill("SIGTERM");
  await gone;
} finally {
  await dropDatabase(url);
  await leaveTestServer();
}

async function untilOrphaned() {
  const parent = process.ppid;
  while (process.ppid === parent) await pause(1_000, undefined, { ref: false });
}

async function makeDatabase() {
  await dropDatabase(url);
  const server = new pg.Client({ connectionString: clusterUrl("postgres") });
  await server.connect();
  await server.query(
    `create database "${nameOfDatabase(url)}" template "${templateName()}" strategy file_copy`,
  );
  await server.end();

  const db = openOn(createPool(url, { max: 1 }));
  await seed(db);
  await addNorthgate(db);
  await giveEachTheirOwnHome(db);
  await db.destroy();
}

/**
 * Gives a unique UPRN to each address that was looked up, so that each counts as a different
 * property. Loqate’s double has few streets, and each property can be sold only once.
 */
async function giveEachTheirOwnHome(db: Kysely<DB>) {
  await sql`
    create function own_home() returns trigger language plpgsql as $$
    begin
      new.uprn := (random() * 1e12)::bigint::text;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger own_home before insert or update of uprn on addresses
    for each row when (new.uprn is not null) execute function own_home()`.execute(db);
}
