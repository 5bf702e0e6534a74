import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { ensureServer, stopServer } from "#db/embedded/server.ts";
import { createDatabase } from "#db/ensure.ts";
import { migrate } from "#db/migrate.ts";
import { stopOwnServers } from "#tests/support/dedicated-server.ts";
import { clusterFolder, clusterUrl, templateName } from "#tests/support/cluster.ts";

/**
 * Starts the tests’ PostgreSQL and migrates the template database. Parallel runs share PostgreSQL:
 * each keeps a connection open, and the last run stops it.
 */
export default async function setup() {
  const run = await join();
  if (await isAlone(run)) await sweep(run);
  await makeTemplate(run);

  return async () => {
    await leave(run);
  };
}

/** Stops PostgreSQL after a run that was killed before it could do so. */
export async function leaveForEndedRun() {
  const run = await connect().catch(() => null);
  if (!run) {
    await stopServers();
    return;
  }
  // PostgreSQL may notice later than this process that the run’s connection has closed.
  for (let look = 0; look < 50 && !(await isAlone(run)); look++) await pause(100);
  await leave(run);
}

async function leave(run: pg.Client) {
  const last = await isAlone(run);
  await run.end();
  if (last) await stopServers();
}

async function stopServers() {
  await stopOwnServers();
  await stopServer(clusterFolder());
}

async function join(): Promise<pg.Client> {
  for (let attempt = 1; ; attempt++) {
    await ensureServer(clusterFolder(), { durable: false, freeMegabytes: 200 });
    try {
      return await connect();
    } catch (error) {
      // A different run may have stopped the PostgreSQL that this run found.
      if (attempt === 3) throw error;
      await pause(500);
    }
  }
}

async function connect(): Promise<pg.Client> {
  const run = new pg.Client({
    connectionString: clusterUrl("postgres"),
    application_name: "test run",
  });
  await run.connect();
  run.on("error", () => undefined);
  return run;
}

async function isAlone(run: pg.Client): Promise<boolean> {
  const { rowCount } = await run.query(
    "select from pg_stat_activity where application_name = 'test run' and pid <> pg_backend_pid()",
  );
  return rowCount === 0;
}

/** Deletes the databases of killed runs, and templates that were made from other migrations. */
async function sweep(run: pg.Client) {
  await stopOwnServers();
  const { rows } = await run.query(
    "select datname as name from pg_database where datname ~ '^(test|scratch|template)_' and datname <> $1",
    [templateName()],
  );
  for (const { name } of rows) await run.query(`drop database "${name}" with (force)`);
}

async function makeTemplate(run: pg.Client) {
  const name = templateName();
  // Other runs wait until the template is ready. The lock ends with this connection at the latest.
  await run.query("select pg_advisory_lock(1)");
  const { rowCount } = await run.query(
    "select from pg_database where datname = $1 and datallowconn = false",
    [name],
  );
  if (!rowCount) {
    await run.query(`drop database if exists "${name}" with (force)`);
    await createDatabase(clusterUrl(name));
    await migrate(clusterUrl(name));
    // Copying a template fails while someone is connected to it, so connections are forbidden.
    await run.query(`alter database "${name}" with allow_connections false`);
  }
  await run.query("select pg_advisory_unlock(1)");
}
