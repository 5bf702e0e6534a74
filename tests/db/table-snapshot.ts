import pg from "pg";

/**
 * Snapshot of the rows of all tables. Tables and columns are identified by PostgreSQL’s numbers, so
 * that a renamed one counts as the same.
 */
export type TableSnapshot = ReadonlyMap<number, Table>;

type Table = {
  name: string;
  columns: { number: number; name: string }[];
  rows: (string | null)[][];
};

/** Reads our tables and the job queue’s, except those of migrations. */
export async function takeSnapshot(client: pg.Client): Promise<TableSnapshot> {
  const { rows: tables } = await client.query<Omit<Table, "rows"> & { id: number; from: string }>(`
    select class.oid::int as id, relname as name, format('%I.%I', nspname, relname) as from,
      json_agg(json_build_object('number', attnum, 'name', attname) order by attnum) as columns
    from pg_class class
    join pg_namespace namespace on namespace.oid = relnamespace
    join pg_attribute on attrelid = class.oid
    where relkind = 'r' and nspname in ('public', 'graphile_worker')
      and relname not like 'kysely\\_%' and relname <> 'migrations'
      and attnum > 0 and not attisdropped
    group by class.oid, relname, nspname
    order by relname`);
  const snapshot = new Map<number, Table>();
  for (const { id, from, name, columns } of tables) {
    const texts = columns.map((column) => `${pg.escapeIdentifier(column.name)}::text`);
    const { rows } = await client.query<{ row: (string | null)[] }>(
      `select array[${texts.join(", ")}] as row from ${from}`,
    );
    snapshot.set(id, { name, columns, rows: rows.map(({ row }) => row) });
  }
  return snapshot;
}

/**
 * Lists what a later snapshot lacks, by the earlier names: dropped tables and columns, and for each
 * table the number of rows that are missing or differ in the columns that both have.
 */
export function compareSnapshots(before: TableSnapshot, after: TableSnapshot) {
  const dropped: string[] = [];
  const missing: Record<string, number> = {};
  for (const [id, { name, columns, rows }] of before) {
    const later = after.get(id);
    if (!later) {
      dropped.push(name);
      continue;
    }
    const inBoth = columns.filter(({ number }) =>
      later.columns.some((one) => one.number === number),
    );
    const gone = columns.filter((column) => !inBoth.includes(column));
    dropped.push(...gone.map((column) => `${name}.${column.name}`));
    const numbers = inBoth.map(({ number }) => number);
    const left = listTexts(later, numbers);
    const lost = listTexts({ name, columns, rows }, numbers).filter((text) => {
      const at = left.indexOf(text);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
    if (lost.length > 0) missing[name] = lost.length;
  }
  return { dropped, missing };
}

/** Returns each row as text, with the values of the columns with these numbers in their order. */
function listTexts({ columns, rows }: Table, numbers: readonly number[]): string[] {
  const places = numbers.map((number) => columns.findIndex((column) => column.number === number));
  return rows.map((row) => JSON.stringify(places.map((place) => row[place])));
}
