import { type AliasedExpression, type RawBuilder, sql } from "kysely";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";

/**
 * Maximum number of rows that a list counts, so that a growing table does not slow the list down.
 */
export const MAX_COUNTED = 10_000;

/**
 * Counts the rows of a query, up to MAX_COUNTED. `more` is true if there are more than that. The
 * limit of the query must be MAX_COUNTED + 1.
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
 * Builds an SQL condition for the rows that come after the row with the id `after`, in a list that
 * is sorted by `moment` and id, newest first. If no row has that id, the list starts from the top.
 */
export function keysetAfter<Table extends keyof DB>(
  table: Table,
  moment: keyof DB[Table] & string,
  after: string,
): RawBuilder<boolean> {
  const [at, id] = [sql.ref(`${table}.${moment}`), sql.ref(`${table}.id`)];
  // Compare in SQL, because a JavaScript Date loses the microseconds.
  return sql<boolean>`(${at}, ${id}) < (
    coalesce((select ${at} from ${sql.table(table)} where ${id} = ${after}), 'infinity'), ${after})`;
}
