import { sql } from "kysely";
import type { Db } from "#db/connection.ts";

/**
 * Removes a table, or one of its columns, while `work` runs.
 *
 * @param missing "table" or "table.column"
 * @returns the result of `work`
 */
export async function withoutTable<Result>(
  db: Db,
  missing: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const [table = "", column] = missing.split(".");
  const rename = (from: string, to: string) =>
    column === undefined
      ? sql`alter table ${sql.id(from)} rename to ${sql.id(to)}`.execute(db)
      : sql`alter table ${sql.id(table)} rename column ${sql.id(from)} to ${sql.id(to)}`.execute(
          db,
        );
  const name = column ?? table;
  const away = `${name}_away`;
  await rename(name, away);
  try {
    return await work();
  } finally {
    await rename(away, name);
  }
}
