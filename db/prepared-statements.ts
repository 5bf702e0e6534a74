/**
 * Prepared statements. PostgreSQL plans each of them once per connection. For a query that reads a
 * whole record, planning takes ten times as long as running it. All other queries are planned each
 * time, for their values.
 */

import {
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from "kysely";

/**
 * Marks a query as a prepared statement; pass it to `modifyFront`. The query's text must not depend
 * on its values.
 */
export const preparedStatement = sql`/* planned once */`;

const MARK = "select /* planned once */";
/** Maximum number of prepared statements. Each one's plan takes up to 0.5 MB per connection. */
const MAX_NAMES = 30;

/**
 * Error codes for a statement that is no longer usable, because a migration changed its result
 * type, or because a pooler switched the connection.
 */
const NOT_PREPARED = new Set(["0A000", "26000", "42P05"]);

const names = new Map<string, string | null>();

function nameOf(text: string): string | null {
  if (!text.startsWith(MARK)) return null;
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = names.size < MAX_NAMES ? `planned_once_${names.size}` : null;
  if (name) names.set(text, name);
  return name;
}

type Client = PostgresPoolClient & {
  query<Row>(query: {
    name: string;
    text: string;
    values: unknown[];
  }): Promise<PostgresQueryResult<Row>>;
};

export type Connections = { connect(): Promise<Client>; end(): Promise<void> };

/** Wraps a pool, so that its connections run marked queries as prepared statements. */
export function withPreparedStatements(pool: Connections): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect();
      return { query: queryOf(client), release: () => client.release() };
    },
    end: () => pool.end(),
  };
}

function queryOf(client: Client): PostgresPoolClient["query"] {
  function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function query<Row>(asked: string | PostgresCursor<Row>, values: readonly unknown[] = []) {
    if (typeof asked !== "string") return client.query(asked);
    const name = nameOf(asked);
    return name
      ? queryByName<Row>(client, { name, text: asked, values })
      : client.query<Row>(asked, values);
  }
  return query;
}

async function queryByName<Row>(
  client: Client,
  { name, text, values }: { name: string; text: string; values: readonly unknown[] },
): Promise<PostgresQueryResult<Row>> {
  try {
    return await client.query<Row>({ name, text, values: [...values] });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!NOT_PREPARED.has(code)) throw error;
    names.set(text, null);
    return await client.query<Row>(text, values);
  }
}
