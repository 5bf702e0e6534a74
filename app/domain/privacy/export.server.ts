import type { Writable } from "node:stream";
import { sql } from "kysely";
import { openDocument } from "#app/clients/documents.server.ts";
import { type AddToZip, plainName, writeZip } from "#app/platform/zip.server.ts";
import { type Db, withPatientDatabase } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { type ExportedTable, type GivenFile, pageOfCopy } from "./export-page.server.ts";
import { readCopySummary } from "./export-summary.server.ts";
import type { DataSubject } from "./find-person.server.ts";
import { GIVEN_FILES, type Holding, HOLDINGS } from "./holdings.server.ts";
import {
  type FileTable,
  PERSONAL_COLUMNS,
  PERSONAL_FILES,
  type PersonalTable,
} from "./records.server.ts";

/** Writes all that is held on a person, by the tables of records.server.ts: as JSON, as a page, and the documents. */

/** Columns that name a person who can sign in: others are not named to whoever asks. */
export const NAMING_COLUMNS: ReadonlySet<string> = new Set([
  ...["user_id", "seller_id", "buyer_id", "author_id", "actor_id", "invited_by", "requested_by"],
  ...["ordered_by", "dealt_with_by", "left_out_by", "started_by", "created_by", "ended_by"],
  ...["terms_accepted_by", "asked_by", "decided_by", "given_by", "reviewed_by", "shared_by"],
]);

/** Of a row, besides what is personal: which it is, and since when. */
const ALWAYS_BESIDE = ["id", "created_at"];

/** Rows that the page shows of each table; the files have all of them. */
const SHOWN_ROWS = 100;
const ROWS_AT_ONCE = 500;

type Row = Record<string, unknown>;

/**
 * Writes a ZIP. Its rows are as of one moment; documents and rows are read piece by piece, so that its size does not matter
 * to the memory. Not within a transaction: it waits for the store of documents.
 *
 * @param sink is ended when the ZIP is whole
 * @returns how many documents that rows name are not in the store; the copy names them
 * @throws the errors of the database, the store and the sink
 */
export async function writeExport(
  sink: Writable,
  person: DataSubject,
): Promise<{ missing: number }> {
  const given: GivenFile[] = [];
  await writeZip(sink, async (add) => {
    const made_at = new Date();
    const { summary, tables, files } = await withPatientDatabase((db) =>
      db
        .transaction()
        .setIsolationLevel("repeatable read")
        .execute(async (trx) => ({
          summary: await readCopySummary(trx, person),
          tables: await writeTables(trx, person, add),
          files: await listFiles(trx, person),
        })),
    );
    for (const file of files) given.push(await addFile(add, file, given.length + 1));
    const page = pageOfCopy({ person, made_at, summary, tables, files: given });
    await add("Read me first.html", [page], { compress: true });
  });
  return { missing: given.filter(({ path }) => path === null).length };
}

/** The personal columns of a table that are given, of all its entries in records.server.ts. */
export function givenColumns(table: PersonalTable): string[] {
  const holding: Holding = HOLDINGS[table];
  if ("withheld" in holding) return [];
  const leftOut = Object.keys(holding.leftOut ?? {});
  return personalColumns(table).filter(
    (column) =>
      !leftOut.includes(column) &&
      holding.readings.some(({ only, except = [] }) =>
        only ? holds(only, column) : !holds(except, column),
      ),
  );
}

const holds = (columns: readonly string[], column: string) => columns.includes(column);

export function personalColumns(table: PersonalTable): string[] {
  return PERSONAL_COLUMNS.flatMap((entry) => (entry.table === table ? entry.columns : []));
}

export const PERSONAL_TABLES = [
  ...new Set(PERSONAL_COLUMNS.map(({ table }): PersonalTable => table)),
];

async function writeTables(trx: Db, person: DataSubject, add: AddToZip) {
  const tables: ExportedTable[] = [];
  for (const table of PERSONAL_TABLES) {
    const { called }: Holding = HOLDINGS[table];
    const exported: ExportedTable = { table, called, shown: [], count: 0 };
    const rows = readRows(trx, table, person);
    const first = await rows.next();
    if (!first.done) {
      await add(`data/${table}.json`, writeRows(first.value, rows, exported), { compress: true });
    }
    tables.push(exported);
  }
  return tables;
}

async function* writeRows(first: Row, rows: AsyncIterable<Row>, exported: ExportedTable) {
  const take = (row: Row) => {
    exported.count += 1;
    if (exported.shown.length < SHOWN_ROWS) exported.shown.push(row);
    return JSON.stringify(row, null, 2);
  };
  yield `[\n${take(first)}`;
  for await (const row of rows) yield `,\n${take(row)}`;
  yield "\n]\n";
}

async function* readRows(trx: Db, table: PersonalTable, person: DataSubject): AsyncGenerator<Row> {
  const holding: Holding = HOLDINGS[table];
  if ("withheld" in holding) return;
  const given = givenColumns(table);
  const beside = [...ALWAYS_BESIDE, ...(holding.beside ?? [])];
  for (const { where, only, except = [] } of holding.readings) {
    const personal = given.filter((column) =>
      only ? holds(only, column) : !holds(except, column),
    );
    const columns = [...beside, ...personal];
    await sql`
      declare held no scroll cursor for
      select to_jsonb(held) as row from ${sql.table(table)} as held where ${where(person)}`.execute(
      trx,
    );
    for (;;) {
      const { rows } = await sql<{ row: Row }>`fetch ${sql.lit(ROWS_AT_ONCE)} from held`.execute(
        trx,
      );
      for (const { row } of rows) yield toGiven(row, columns, { holding, person });
      if (rows.length < ROWS_AT_ONCE) break;
    }
    await sql`close held`.execute(trx);
  }
}

function toGiven(
  row: Row,
  columns: readonly string[],
  { holding, person }: { holding: Holding; person: DataSubject },
): Row {
  const pruned: Readonly<Record<string, readonly string[] | undefined>> =
    "prune" in holding ? { ...holding.prune } : {};
  return Object.fromEntries(
    columns
      .filter((column) => column in row)
      .map((column) => {
        const value = row[column];
        if (NAMING_COLUMNS.has(column)) return [column, named(value, person)];
        return [column, withoutKeys(value, pruned[column] ?? [])];
      }),
  );
}

function named(value: unknown, person: DataSubject) {
  if (value === null) return null;
  return value === person.id ? "you" : "someone else";
}

function withoutKeys(value: unknown, keys: readonly string[]): unknown {
  if (keys.length === 0 || typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

type ListedFile = { key: string; called: string };

/** Which documents are the person's: those that rows name which they are given. */
async function listFiles(trx: Db, person: DataSubject): Promise<ListedFile[]> {
  const files = new Map<string, ListedFile>();
  for (const { table, column } of PERSONAL_FILES) {
    for (const file of await listFilesOf(trx, table, column, person)) files.set(file.key, file);
  }
  return [...files.values()];
}

async function listFilesOf(trx: Db, table: FileTable, column: string, person: DataSubject) {
  const given = GIVEN_FILES[table];
  const holding = holdingOf(table);
  if ("withheld" in given || !holding || "withheld" in holding) return [];
  // Of a reading of some columns alone the document is another person's.
  const whole = holding.readings.filter(({ only }) => !only);
  const { rows } = await sql<ListedFile>`
    select ${sql.ref(column)} as key, ${sql.ref(given.called)} as called from ${sql.table(table)}
    where ${sql.ref(column)} is not null and (${sql.join(
      whole.map(({ where }) => where(person)),
      sql` or `,
    )})
    order by id`.execute(trx);
  return rows;
}

function holdingOf(table: keyof DB): Holding | undefined {
  const known: Partial<Record<keyof DB, Holding>> = HOLDINGS;
  return known[table];
}

async function addFile(
  add: AddToZip,
  { key, called }: ListedFile,
  number: number,
): Promise<GivenFile> {
  const content = await openDocument(key);
  if (!content) return { called, path: null };
  const path = `documents/${String(number).padStart(4, "0")} ${plainName(called, key.slice(key.lastIndexOf(".")))}`;
  await add(path, content, { compress: false });
  return { called, path };
}
