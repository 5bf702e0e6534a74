import { readdir } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { runMigrations } from "graphile-worker";
import { Kysely, Migrator, PostgresDialect, type Migration } from "kysely";
import type { Pool } from "pg";
import { createPool } from "#db/pool.ts";

const folder = new URL("../migrations/", import.meta.url);

/**
 * Key of the lock that allows only one process at a time to migrate. It can be any number, but must
 * be the same in every process.
 */
const lockKey = 4_602_109;
const LOCK_TIMEOUT_MS = 120_000;

const LOCK_NOT_AVAILABLE = "55P03";
/**
 * Maximum number of attempts at a migration while its tables are in use, and the pause between two
 * attempts.
 */
const TRIES = 40;
const RETRY_PAUSE_MS = 500;

/**
 * Migrates a database to the newest schema, including that of the job queue. Returns the names of
 * the migrations that have run. If several processes call this at the same time, one of them
 * migrates and the others wait. If a table is in use, tries again for up to a minute.
 * @param to last of our migrations to run, for restoring a backup that was made after it
 * @throws {Error} that names the migration that failed
 */
export async function migrate(url: string, to?: string): Promise<string[]> {
  // A migration waits only one second for the lock on a table. While it waits behind a long query,
  // it blocks all other queries on the table.
  const pool = createPool(url, {
    max: 4,
    options:
      "-c TimeZone=UTC -c lock_timeout=1s -c maintenance_work_mem=256MB -c fanlight.noted_matters=all",
  });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await whileLocked(pool, async () => {
      const names = await migrateOurs(db, to);
      await runMigrations({ pgPool: pool });
      if (names.length > 0) await queueRefresh(pool);
      return names;
    });
  } finally {
    await db.destroy();
  }
}

/**
 * Queues a job that checks the stored stages of all matters, because the triggers do not note what
 * migrations change (migrations/0089).
 */
async function queueRefresh(pool: Pool) {
  await pool.query(`
    do $$ begin
      if to_regclass('transactions') is not null and exists (select from transactions) then
        perform graphile_worker.add_job('keep-stages', '{}'::json);
      end if;
    end $$`);
}

async function migrateOurs(db: Kysely<unknown>, to: string | undefined): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations } });
  const run = () => (to ? migrator.migrateTo(to) : migrator.migrateToLatest());
  let { error, results = [] } = await run();
  for (let attempt = 1; isBusy(error) && attempt < TRIES; attempt++) {
    await pause(RETRY_PAUSE_MS);
    ({ error, results = [] } = await run());
  }
  if (!error) return results.map(({ migrationName }) => migrationName);

  const failed = results.find(({ status }) => status === "Error");
  const message = error instanceof Error ? error.message : "it does not say why";
  throw new Error(
    failed
      ? `Migration ${failed.migrationName} failed, and the database was not changed: ${message}`
      : `The database cannot be migrated: ${message}. Was it made by a newer version of Fanlight?`,
    { cause: error },
  );
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === LOCK_NOT_AVAILABLE;
}

async function getMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".ts"));
  const entries = files.map(async (name): Promise<[string, Migration]> => {
    const module: unknown = await import(/* @vite-ignore */ new URL(name, folder).href);
    if (!isMigration(module)) throw new Error(`migrations/${name} exports no function up`);
    return [name.slice(0, -".ts".length), module];
  });
  return Object.fromEntries(await Promise.all(entries));
}

function isMigration(module: unknown): module is Migration {
  return typeof module === "object" && module !== null && "up" in module;
}

async function whileLocked<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  const holder = await pool.connect();
  try {
    const began = Date.now();
    for (;;) {
      const { rows } = await holder.query<{ taken: boolean }>(
        "select pg_try_advisory_lock($1) as taken",
        [lockKey],
      );
      if (rows[0]?.taken) break;
      if (Date.now() - began > LOCK_TIMEOUT_MS) {
        throw new Error("Another process has been migrating this database for two minutes.");
      }
      await pause(200);
    }
    return await work();
  } finally {
    // Close the connection, which releases the lock even if the connection is broken.
    holder.release(true);
  }
}
