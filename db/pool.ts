import pg from "pg";

/**
 * Returns a pool that works again after its server has stopped and started. It reads columns as the
 * types in db/types.d.ts: a DATE as text, because a calendar day has no time zone, and a bigint as
 * a number.
 */
export function createPool(url: string, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "fanlight",
    // Set the time zone, because our SQL treats midnight UTC as the end of a day.
    options: "-c TimeZone=UTC",
    types: columnTypes(),
    connectionTimeoutMillis: 2_000,
    // Keep idle connections. A new connection must load the catalogue and plan each query again,
    // which makes the first requests for a page 80 ms slower.
    idleTimeoutMillis: 5 * 60_000,
    ...options,
  });
  // Listen for errors, because a lost connection would otherwise end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/**
 * Runs work on a separate connection, and then closes the connection. This rolls back changes that
 * were not committed.
 */
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
