import {
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from "kysely";

/**
 * Queries that a connection plans once and keeps under a name: to plan a record with all its parts takes ten times as long
 * as to run it. Any other query is planned each time, for the values that it has then.
 */

/** Stands in front of what such a query selects (`modifyFront`). Its text is the same for all values. */
export const plannedOnce = sql`/* planned once */`;

const MARK = "select /* planned once */";
/** A plan takes up to half a megabyte of its connection. */
const MAX_NAMES = 30;

/** A result of another type since a migration; a pooler that gives each transaction another connection. */
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

/** A pool of `pg`'s, or what chooses among several. */
export type Connections = { connect(): Promise<Client>; end(): Promise<void> };

/** The same connections, which keep the plans of the queries that say so. */
export function keepPlans(pool: Connections): PostgresPool {
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
