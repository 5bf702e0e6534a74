import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { Kysely, PostgresDialect, sql } from "kysely";
import { foldListCounts, mendListCounts } from "#app/domain/paging/list-counts.server.ts";
import type { Db } from "#db/connection.ts";
import { dataFolder, socketUrl } from "#db/embedded/location.ts";
import { ensureServer, stopServer } from "#db/embedded/server.ts";
import { createDatabase, dropDatabase } from "#db/ensure.ts";
import { migrate } from "#db/migrate.ts";
import { createPool } from "#db/pool.ts";
import type { DB } from "#db/types.d.ts";
import { type Figures, measure, table } from "./scale/figures.ts";
import { loadOffice } from "./scale/load.ts";
import { type Question, questions } from "./scale/questions.ts";
import { readSamples } from "./scale/samples.ts";

/**
 * `npm run bench:scale -- --sizes 10000,100000`: how long the lists, the search and the pages of staff take in the
 * database, in offices of several sizes. The largest is to feel like the smallest.
 */

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "10000,100000,1000000" },
    seed: { type: "string", default: "1" },
    samples: { type: "string", default: "200" },
    only: { type: "string", default: "" },
  },
});
const sizes = values.sizes.split(",").map(Number);
const asked = questions.filter(({ name }) => name.includes(values.only));

process.env.DATA_DIR = ".data/bench-scale";
const folder = dataFolder();
process.once("SIGINT", () => void clean().then(() => process.exit(1)));
try {
  await clean();
  await ensureServer(folder, { durable: false, freeMegabytes: 20_000 });
  const rows = asked.map((question) => ({ question, figures: [] as Figures[] }));
  for (const size of sizes) await measureSize(size, rows);
  console.log(`\n${table(sizes, rows)}`);
} finally {
  await clean();
}

async function clean() {
  await stopServer(folder);
  rmSync(dirname(folder), { recursive: true, force: true });
}

async function measureSize(matters: number, rows: { question: Question; figures: Figures[] }[]) {
  const url = socketUrl(folder, `scale_${matters}`);
  await createDatabase(url);
  await migrate(url);
  const loading = await timed(() => loadOffice(url, { matters, seed: Number(values.seed) }));
  const db: Db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: createPool(url, { max: 1 }) }),
  });
  try {
    const samples = await readSamples(db, Number(values.samples));
    for (const { question, figures } of rows) figures.push(await measure(db, question, samples));
    const checking = await timed(() => mendListCounts(db));
    const folding = await timed(() => foldListCounts(db));
    console.log(
      `${matters.toLocaleString("en-GB")} matters: loaded in ${seconds(loading)} s, ${await sizeOf(db)}; ` +
        `counts checked in ${seconds(checking)} s, put together in ${seconds(folding)} s`,
    );
  } finally {
    await db.destroy();
  }
  await dropDatabase(url);
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
