import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { londonDay } from "#app/domain/shared/dates.ts";
import { refreshStages } from "#app/domain/stages/duration-stats.server.ts";
import { type Db, openOn } from "#db/connection.ts";
import { dataFolder, socketUrl } from "#db/embedded/location.ts";
import { ensureServer, stopServer } from "#db/embedded/server.ts";
import { createDatabase, dropDatabase } from "#db/ensure.ts";
import { migrate } from "#db/migrate.ts";
import { createPool } from "#db/pool.ts";
import { nameOfDatabase } from "#db/url.ts";
import { type Figures, measure, table } from "./scale/figures.ts";
import { queueFriday, sendFriday, deleteFriday } from "./scale/fridays.ts";
import { loadOffice } from "./scale/load.ts";
import { staffQueries } from "./scale/questions.ts";
import { readSamples } from "./scale/samples.ts";

/**
 * `npm run bench:scale -- --sizes 10000,100000`: measures the lists, the search and the pages of
 * staff in offices of several sizes. The largest must be as fast as the smallest.
 *
 * `--keep` stores the offices in .data/bench-scale, because loading a million matters takes fifteen
 * to forty minutes. Delete the folder when the loaded rows change.
 * `--only "Transactions: stage"` runs those queries only, without the nightly job and Friday.
 * `--sending 60` also sends Friday’s summaries for that many seconds.
 * `--shared-buffers 4GB` gives PostgreSQL a real server’s memory instead of 128 MB.
 */

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "10000,100000,1000000" },
    seed: { type: "string", default: "1" },
    samples: { type: "string", default: "200" },
    only: { type: "string", default: "" },
    keep: { type: "boolean", default: false },
    sending: { type: "string", default: "0" },
    "shared-buffers": { type: "string", default: "128MB" },
  },
});
const sizes = values.sizes.split(",").map(Number);
const asked = staffQueries.filter(({ name }) => name.includes(values.only));

const MEGABYTES_PER_MATTER = 0.023;

process.env.DATA_DIR = ".data/bench-scale";
const folder = dataFolder();
process.once("SIGINT", () => void clean().then(() => process.exit(1)));
try {
  await clean();
  await ensureServer(folder, {
    durable: false,
    freeMegabytes: Math.ceil(
      500 + sizes.reduce((sum, size) => sum + size, 0) * MEGABYTES_PER_MATTER,
    ),
    sharedBuffers: values["shared-buffers"],
  });
  const offices: Office[] = [];
  for (const size of sizes) offices.push(await openOffice(size));
  const rows = asked.map((question) => ({ question, figures: [] as Figures[] }));
  // Each query runs on all offices in turn, so that other load on the machine affects them alike.
  for (const { question, figures } of rows) {
    for (const { db, samples } of offices) figures.push(await measure(db, question, samples));
  }
  console.log(`\n${table(sizes, rows)}\n`);
  for (const office of offices) await closeOffice(office);
} finally {
  await clean();
}

async function clean() {
  await stopServer(folder);
  if (!values.keep) rmSync(dirname(folder), { recursive: true, force: true });
}

async function openOffice(matters: number) {
  const url = socketUrl(folder, `scale_${matters}_${values.seed}`);
  const loading = await timed(() => loadUnlessKept(url, matters));
  const db = openOn(createPool(url, { max: 1 }));
  console.log(
    `${matters.toLocaleString("en-GB")} matters: loaded in ${seconds(loading)} s, ${await sizeOf(db)}`,
  );
  return { matters, url, db, samples: await readSamples(db, Number(values.samples)) };
}

type Office = Awaited<ReturnType<typeof openOffice>>;

async function closeOffice({ matters, url, db }: Office) {
  try {
    if (!values.only) await measureWork(db, { matters, url });
  } finally {
    await db.destroy();
    if (!values.keep) await dropDatabase(url);
  }
}

async function measureWork(db: Db, { matters, url }: { matters: number; url: string }) {
  console.log(`${matters.toLocaleString("en-GB")} matters:`);
  console.log(await measureNight(db));
  console.log(await measureFriday(db, url));
}

/** Runs the nightly refresh. An office’s first run writes all durations, later ones compare. */
async function measureNight(db: Db): Promise<string> {
  const today = londonDay(new Date());
  const began = performance.now();
  const { matters, refreshed, spans, different } = await refreshStages(db, today);
  const ms = performance.now() - began;
  const megabytes = (process.memoryUsage().rss / 1_000_000).toFixed(0);
  return (
    `Stages kept in ${seconds(ms)} s, this process held ${megabytes} MB: of ${matters} matters ${different.length} different, ` +
    `${refreshed} brought up to the day, ${spans} spans new`
  );
}

async function measureFriday(db: Db, url: string): Promise<string> {
  await deleteFriday(db);
  try {
    const { emails, matters, ms } = await queueFriday(db);
    const queued = `Friday: ${emails} summaries of ${matters} matters queued in ${seconds(ms)} s`;
    const time = Number(values.sending);
    if (!time) return queued;
    const { perSecond, cpuMs, transactions, others } = await sendFriday(db, url, time);
    const [middle, last] = [others[Math.floor(others.length / 2)], others.at(-1)];
    return (
      `${queued}; one worker sends ${perSecond.toFixed(1)} a second, for ${cpuMs.toFixed(1)} ms of CPU and ${transactions.toFixed(1)} ` +
      `transactions each; other emails left after ${middle?.toFixed(0)} ms (middle) and ${last?.toFixed(0)} ms (last)`
    );
  } finally {
    await deleteFriday(db);
  }
}

/** Loads into a database with a temporary name, so that an interrupted load is not reused. */
async function loadUnlessKept(url: string, matters: number) {
  const { rowCount } = await onServer((server) =>
    server.query("select from pg_database where datname = $1", [nameOfDatabase(url)]),
  );
  if (rowCount) {
    await migrate(url);
    return;
  }
  const halfMade = socketUrl(folder, "half_made");
  await dropDatabase(halfMade);
  await createDatabase(halfMade);
  await migrate(halfMade);
  await loadOffice(halfMade, { matters, seed: Number(values.seed) });
  await onServer((server) =>
    server.query(`alter database half_made rename to ${nameOfDatabase(url)}`),
  );
}

async function onServer<T>(work: (server: ReturnType<typeof createPool>) => Promise<T>) {
  const server = createPool(socketUrl(folder, "postgres"), { max: 1 });
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}

async function timed(work: () => Promise<unknown>) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function sizeOf(db: Db) {
  const { rows } = await sql<{ size: string }>`
    select pg_size_pretty(pg_database_size(current_database())) as size`.execute(db);
  return rows[0]?.size ?? "";
}

function seconds(ms: number) {
  return (ms / 1_000).toFixed(1);
}
