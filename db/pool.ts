import pg from "pg";

/**
 * A pool that survives the death of its server and gives columns the types of db/types.d.ts: a DATE is
 * its text (a calendar day has no time zone), a bigint is a number.
 */
export function createPool(url: string, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "fanlight",
    // Days are cut at midnight UTC in SQL, whatever the server's own zone is.
    options: "-c TimeZone=UTC",
    types: columnTypes(),
    connectionTimeoutMillis: 2_000,
    // A new one reads the catalogue and plans anew: for its first pages it is 80 ms slower.
    idleTimeoutMillis: 5 * 60_000,
    ...options,
  });
  // Without these a lost connection ends the process. The pool makes a new one, and the query that was
  // under way rejects by itself.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Does some work on a connection of its own, which is closed after that: what is not committed by then is undone. */
export async function onClient<Result>(
  url: string,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const pool = createPool(url, { max: 1 });
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release(true);
    await pool.end();
  }
}

function columnTypes(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.DATE, (value: string) => value);
  types.setTypeParser(pg.types.builtins.INT8, safeInteger);
  return types;
}

function safeInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is too large for a number`);
  return number;
}
