import { sql } from "kysely";
import type { Db } from "#db/connection.ts";

type Rows = Map<string, string[]>;

/** A digest of each row of every table of the database, the queue's and the doubles' among them. */
export async function digestRows(db: Db): Promise<Rows> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(nspname) || '.' || quote_ident(relname) as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname !~ '^(pg_|information_schema$)'`.execute(db);
  const digests = tables.map(
    ({ name }) =>
      sql`select ${name}::text as name, coalesce(string_agg(md5(each::text), ','), '') as digests from ${sql.raw(name)} as each`,
  );
  const { rows } = await sql<{ name: string; digests: string }>`
    ${sql.join(digests, sql` union all `)}`.execute(db);
  return new Map(rows.map(({ name, digests }) => [name, digests.split(",").filter(Boolean)]));
}

/** The tables in which a row that was known is gone, or is another by now. */
export async function changedTables(db: Db, known: Rows): Promise<string[]> {
  const now = await digestRows(db);
  return [...known.keys()].filter((name) => {
    const digests = new Set(now.get(name));
    return known.get(name)!.some((digest) => !digests.has(digest));
  });
}

/**
 * What some work does to the database.
 *
 * @returns by the name of each table that has changed, how many of its rows are new, and how many are gone; a row that is
 *   another than before counts as both
 */
export async function tableChanges(db: Db, work: () => Promise<unknown>) {
  const before = await digestRows(db);
  await work();
  const after = await digestRows(db);
  const changes: Record<string, { added: number; gone: number }> = {};
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [new Set(before.get(name)), new Set(after.get(name))];
    const added = [...now].filter((digest) => !old.has(digest)).length;
    const gone = [...old].filter((digest) => !now.has(digest)).length;
    if (added + gone > 0) changes[name] = { added, gone };
  }
  return changes;
}
