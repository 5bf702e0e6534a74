import { type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import { expect } from "vitest";
import { type Db, pool } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";

/** What PostgreSQL does to answer a reader, which asks it one question only. */
export async function readPlan(read: (watched: Db) => Promise<unknown>): Promise<string> {
  const queries: CompiledQuery[] = [];
  const dialect = new PostgresDialect({ pool });
  await read(new Kysely<DB>({ dialect, log: ({ query }) => void queries.push(query) }));
  expect(queries).toHaveLength(1);
  const { sql: text, parameters } = queries[0]!;
  const { rows } = await pool.query<{ "QUERY PLAN": string }>(`explain analyze ${text}`, [
    ...parameters,
  ]);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}
