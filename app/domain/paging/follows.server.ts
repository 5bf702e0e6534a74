import { type RawBuilder, sql } from "kysely";
import type { DB } from "#db/types.d.ts";

/**
 * Narrows a list of a table, the newest first, to what comes after one of its rows. An id of nothing narrows nothing: the
 * list begins at its start.
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
