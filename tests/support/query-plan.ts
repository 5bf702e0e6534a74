import { type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import { expect } from "vitest";
import { z } from "zod";
import { type Db, pool } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";

export async function readPlan(read: (watched: Db) => Promise<unknown>): Promise<string> {
  const queries = await watchQueries(read);
  expect(queries).toHaveLength(1);
  const rows = await explain(queries[0]!, "analyze");
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

const Step = z.object({
  "Node Type": z.string(),
  "Relation Name": z.string().optional(),
  "Index Name": z.string().optional(),
  "Actual Rows": z.number(),
  "Actual Loops": z.number(),
  "Rows Removed by Filter": z.number().default(0),
});
type Plan = z.output<typeof Step> & { Plans?: Plan[] | undefined };
const Plan: z.ZodType<Plan> = Step.extend({ Plans: z.lazy(() => z.array(Plan)).optional() });

/**
 * One scan of a table by a query: the index that it used, or null for the whole table, and the rows
 * that it read.
 */
export type TableScan = { table: string; index: string | null; rows: number; query: string };

export async function readTableScans(
  read: (watched: Db) => Promise<unknown>,
): Promise<TableScan[]> {
  const scans: TableScan[] = [];
  for (const query of await watchQueries(read)) {
    const [row] = await explain(query, "analyze, format json");
    const [explained] = z.tuple([z.object({ Plan })]).parse(row?.["QUERY PLAN"]);
    collectScans(explained.Plan, query.sql, scans);
  }
  return scans;
}

function collectScans(plan: Plan, query: string, scans: TableScan[]) {
  const table = plan["Relation Name"];
  if (table !== undefined) {
    const rows = (plan["Actual Rows"] + plan["Rows Removed by Filter"]) * plan["Actual Loops"];
    const index = plan["Node Type"] === "Seq Scan" ? null : (plan["Index Name"] ?? "a bitmap");
    scans.push({ table, index, rows, query });
  }
  for (const part of plan.Plans ?? []) collectScans(part, query, scans);
}

async function watchQueries(read: (watched: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = [];
  const dialect = new PostgresDialect({ pool });
  await read(new Kysely<DB>({ dialect, log: ({ query }) => void queries.push(query) }));
  return queries;
}

async function explain({ sql, parameters }: CompiledQuery, options: string) {
  const text = `explain (${options}) ${sql}`;
  return (await pool.query<{ "QUERY PLAN": unknown }>(text, [...parameters])).rows;
}
