import pg from "pg";

/**
 * Returns a pool that survives the death of its server. Columns have the types of db/types.d.ts: a
 * DATE is text, since a calendar day has no time zone, and a bigint is a number.
 */
export function createPool(url: string, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "fanlight",
    // SQL cuts days at midnight UTC, whatever the server's zone.
    options: "-c TimeZone=UTC",
    types: columnTypes(),
    connectionTimeoutMillis: 2_000,
    // A new connection must load the catalogue and plan each query again, which makes the first
    // page requests 80 ms slower. So keep idle connections.
    idleTimeoutMillis: 5 * 60_000,
    ...options,
  });
  // A pool without error listeners ends the process when a connection is lost.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Runs work on a separate connection, then closes it, which rolls back uncommitted changes. */
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
