import { sql } from "kysely";
import type { Db } from "#db/connection.ts";
import { preparedStatement } from "#db/prepared-statements.ts";

type Rows = Map<string, string[]>;

/**
 * Returns each table’s rows as xmin and ctid, so that a rewritten row counts as a different one.
 */
export async function writtenRows(db: Db): Promise<Rows> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(nspname) || '.' || quote_ident(relname) as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname !~ '^(pg_|information_schema$)'`.execute(db);
  const each = tables.map(
    ({ name }) => sql`${sql.lit(name)} as name, xmin, ctid from ${sql.raw(name)}`,
  );
  // A prepared statement, because planning this for eighty almost empty tables takes ten times as
  // long as running it.
  const { rows } = await sql<{ name: string; xmin: string; ctid: string }>`
    select ${preparedStatement} ${sql.join(each, sql` union all select `)}`.execute(db);
  const written: Rows = new Map(tables.map(({ name }) => [name, []]));
  for (const { name, xmin, ctid } of rows) written.get(name)?.push(`${xmin}/${ctid}`);
  return written;
}

export async function changedTables(db: Db, known: Rows): Promise<string[]> {
  const now = await writtenRows(db);
  return [...known.keys()].filter((name) => {
    const rows = new Set(now.get(name));
    return known.get(name)!.some((row) => !rows.has(row));
  });
}

/**
 * Returns the numbers of new and deleted rows of each table that `work` changes. A changed row
 * counts as both.
 */
export async function tableChanges(db: Db, work: () => Promise<unknown>) {
  const before = await writtenRows(db);
  await work();
  const after = await writtenRows(db);
  const changes: Record<string, { added: number; gone: number }> = {};
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [new Set(before.get(name)), new Set(after.get(name))];
    const added = [...now].filter((row) => !old.has(row)).length;
    const gone = [...old].filter((row) => !now.has(row)).length;
    if (added + gone > 0) changes[name] = { added, gone };
  }
  return changes;
}
