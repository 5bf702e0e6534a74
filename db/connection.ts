import { setTimeout as pause } from "node:timers/promises";
import { Kysely, type Logger, type Transaction } from "kysely";
import { MatterDialect } from "#db/matter-driver.ts";
import { createPool } from "#db/pool.ts";
import { type Connections, withPreparedStatements } from "#db/prepared-statements.ts";
import { preferReplica } from "#db/read-replica.ts";
import type { DB } from "#db/types.d.ts";
import { databaseUrl, readDatabaseUrl } from "#db/url.ts";

export type Db = Kysely<DB>;

/**
 * Maximum number of connections, and time limits in milliseconds for a query, and for a transaction
 * that does nothing.
 */
const limits = {
  max: 10,
  statement_timeout: 5_000,
  query_timeout: 6_000,
  idle_in_transaction_session_timeout: 10_000,
};

export const pool = createPool(databaseUrl(), limits);

export const db = openOn(pool);

const readUrl = readDatabaseUrl();

/**
 * Database for lists and statistics: the read replica while it is up to date, otherwise the primary
 * database.
 */
export const readDb: Db = readUrl ? openOn(preferReplica(createPool(readUrl, limits), pool)) : db;

/** Runs nightly work on a separate connection, on which a statement may take ten minutes. */
export async function withLongQueries<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const db = openOn(createPool(databaseUrl(), { max: 1, statement_timeout: 600_000 }));
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/**
 * Opens a database. Its transactions keep the rows in `listed_transactions` up to date
 * (db/matter-driver.ts).
 */
export function openOn(pool: Connections): Db {
  const dialect = new MatterDialect({ pool: withPreparedStatements(pool) });
  if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT) return new Kysely<DB>({ dialect });
  // Kysely measures how long a query takes only if it has a log.
  const log: Logger = ({ query, queryDurationMillis }) => watcher?.(query.sql, queryDurationMillis);
  return new Kysely<DB>({ dialect, log });
}

let watcher: ((text: string, ms: number) => void) | undefined;

/**
 * Sets a function that receives the text of each finished query, without values, and its duration.
 * The function is called only if OTEL_EXPORTER_OTLP_ENDPOINT is set.
 */
export function watchQueries(watch: (text: string, ms: number) => void): void {
  watcher = watch;
}

export async function closeDatabase() {
  await db.destroy();
  if (readDb !== db) await readDb.destroy();
}

/**
 * Codes for a serialization failure and a deadlock. PostgreSQL has rolled the transaction back, and
 * a retry may succeed.
 */
const ROLLED_BACK_CODES = new Set(["40001", "40P01"]);
/**
 * Codes for a lost connection. Nothing was saved, unless the connection was lost during the commit.
 */
const LOST_CONNECTION_CODES = new Set(["57P01", "08006", "ECONNRESET", "EPIPE"]);
/** Messages of pg's errors for a connection that was lost before the query. They have no code. */
const lostMessage = /^Connection terminated|connection error and is not queryable/;
const retries = 3;

/**
 * Runs work in a transaction. If PostgreSQL rolls it back, or the connection is lost before the
 * commit, runs the work again. If `db` is already a transaction, the work becomes part of it. The
 * work may run more than once, so it must do nothing but query the database. Rolls back and throws
 * any error that the work throws.
 */
export async function inTransaction<T>(
  db: Db,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  if (isTransaction(db)) return await work(db);
  for (let attempt = 0; ; attempt++) {
    let failure: unknown;
    let committing = false;
    try {
      return await db.transaction().execute(async (trx) => {
        try {
          const result = await work(trx);
          committing = true;
          return result;
        } catch (error) {
          failure = error;
          throw error;
        }
      });
    } catch (error) {
      // If the connection is lost, the rollback fails too. Throw the first error, which is the
      // cause.
      const cause = failure ?? error;
      const again = ROLLED_BACK_CODES.has(errorCode(cause)) || (isLost(cause) && !committing);
      if (!again || attempt === retries) throw cause;
      await pause(2 ** attempt * (20 + Math.random() * 60));
    }
  }
}

function isTransaction(db: Db): db is Transaction<DB> {
  return db.isTransaction;
}

function isLost(error: unknown): boolean {
  return (
    LOST_CONNECTION_CODES.has(errorCode(error)) ||
    (error instanceof Error && lostMessage.test(error.message))
  );
}

function errorCode(error: unknown): string {
  if (!(error instanceof Error) || !("code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}
