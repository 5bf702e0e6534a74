import pg from "pg";
import { dataFolder } from "#db/embedded/location.ts";
import { ensureServer } from "#db/embedded/server.ts";
import { joinServer, leaveServer } from "#db/embedded/users.ts";
import { createPool } from "#db/pool.ts";
import { databaseUrl, isEmbedded, nameOfDatabase, urlOfDatabase } from "#db/url.ts";

/**
 * Makes sure that the database exists, and returns its URL. Starts the embedded server unless
 * DATABASE_URL is set. The server runs at least until this process leaves it (`leaveDatabase`).
 */
export async function ensureDatabase(): Promise<string> {
  const url = databaseUrl();
  joinDatabase();
  if (isEmbedded()) {
    await ensureServer(dataFolder());
    await createDatabase(url);
  }
  return url;
}

/** Registers this process as a user of the embedded server, unless DATABASE_URL is set. */
export function joinDatabase(): void {
  if (isEmbedded()) joinServer(dataFolder());
}

/**
 * Removes this process from the embedded server's users. The server stops if this process was its
 * last user. Close all connections first.
 */
export async function leaveDatabase(): Promise<void> {
  if (isEmbedded()) await leaveServer(dataFolder());
}

export async function createDatabase(url: string) {
  await onServer(url, async (server) => {
    const name = nameOfDatabase(url);
    const { rowCount } = await server.query("select from pg_database where datname = $1", [name]);
    if (rowCount) return;
    try {
      await server.query(`create database ${pg.escapeIdentifier(name)}`);
    } catch (error) {
      // A process that started at the same time has created the database. The duplicate can be the
      // database, or its row in PostgreSQL's catalogue.
      if (!(error instanceof pg.DatabaseError && ["42P04", "23505"].includes(error.code ?? ""))) {
        throw error;
      }
    }
  });
}

export async function dropDatabase(url: string) {
  await onServer(url, async (server) => {
    const name = pg.escapeIdentifier(nameOfDatabase(url));
    await server.query(`drop database if exists ${name} with (force)`);
  });
}

/**
 * Creates an empty temporary database on the server of `url`, and drops it when the work is done.
 */
export async function withScratchDatabase<T>(
  url: string,
  work: (scratchUrl: string) => Promise<T>,
): Promise<T> {
  const scratchUrl = urlOfDatabase(url, `scratch_${process.pid}_${Date.now()}`);
  await createDatabase(scratchUrl);
  try {
    return await work(scratchUrl);
  } finally {
    await dropDatabase(scratchUrl);
  }
}

async function onServer<T>(url: string, work: (server: pg.Pool) => Promise<T>): Promise<T> {
  const server = createPool(urlOfDatabase(url, "postgres"), { max: 1 });
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}
