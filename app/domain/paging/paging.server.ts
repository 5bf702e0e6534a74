import { type AliasedExpression, type RawBuilder, sql } from "kysely";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";

/** Counting stops here: no one reads on, and a list must not get slower with its table. */
export const MAX_COUNTED = 10_000;

/**
 * How many rows a query finds.
 *
 * @param rows a query that asks for at most one more than MAX_COUNTED
 * @returns `more` when there are more than were counted
 */
export async function countUpToMax(
  db: Db,
  rows: AliasedExpression<unknown, "found">,
): Promise<{ total: number; more: boolean }> {
  const { counted } = await db
    .selectFrom(rows)
    .select(sql<string>`count(*)`.as("counted"))
    .executeTakeFirstOrThrow();
  const total = Math.min(Number(counted), MAX_COUNTED);
  return { total, more: Number(counted) > MAX_COUNTED };
}

/**
 * Narrows a list of a table, the newest first, to what comes after one of its rows. An id of nothing narrows nothing:
 * the list begins at its start.
 *
 * @param moment the column by which the list is sorted, before the id
 */
export function follows<Table extends keyof DB>(
  table: Table,
  moment: keyof DB[Table] & string,
  after: string,
): RawBuilder<boolean> {
  const [at, id] = [sql.ref(`${table}.${moment}`), sql.ref(`${table}.id`)];
  // The row's own time, looked up: a JavaScript date has lost its microseconds.
  return sql<boolean>`(${at}, ${id}) < (
    coalesce((select ${at} from ${sql.table(table)} where ${id} = ${after}), 'infinity'), ${after})`;
}
