import type { Writable } from "node:stream";
import { sql } from "kysely";
import { openDocument } from "#app/clients/documents.server.ts";
import { type AddToZip, portableFileName, writeZip } from "#app/platform/zip.server.ts";
import { type Db, withLongQueries } from "#db/connection.ts";
import { type ExportedTable, type GivenFile, pageOfCopy } from "./export-page.server.ts";
import { readCopySummary } from "./export-summary.server.ts";
import type { DataSubject } from "./find-person.server.ts";
import {
  PERSONAL_DATA,
  PERSONAL_TABLES,
  personalColumns,
  type PersonalData,
  type PersonalTable,
} from "./personal-data.server.ts";

/**
 * Columns with the ids of accounts. A data copy omits them, because it must not identify other
 * people.
 */
export const NAMING_COLUMNS: ReadonlySet<string> = new Set([
  "answered_by",
  "share_agreed_by",
  ...["user_id", "seller_id", "buyer_id", "author_id", "actor_id", "invited_by", "requested_by"],
  ...["ordered_by", "dealt_with_by", "left_out_by", "started_by", "created_by", "ended_by"],
  ...["terms_accepted_by", "asked_by", "decided_by", "given_by", "reviewed_by", "shared_by"],
  "uploaded_by",
  ...["assignee_id", "done_by", "handler_id", "answerer_id", "stand_in_id", "matched_by"],
  "undone_by",
]);

/** Columns that a data copy includes for every row. */
const ROW_CONTEXT = ["id", "created_at"];

const SHOWN_ROWS = 100;
const ROWS_AT_ONCE = 500;

type Row = Record<string, unknown>;

/**
 * Writes a data copy to `sink` as a ZIP, from one snapshot of the database, and ends `sink`.
 * Returns the number of missing documents. Streams, so that memory use does not depend on the size
 * of the copy. Must not be called within a database transaction.
 * @throws errors from the database, the document store and the sink
 */
export async function writeExport(
  sink: Writable,
  person: DataSubject,
): Promise<{ missing: number }> {
  const given: GivenFile[] = [];
  await writeZip(sink, async (add) => {
    const made_at = new Date();
    const { summary, tables, files } = await withLongQueries((db) =>
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

/** Returns the personal columns of a table that a data copy includes. */
export function givenColumns(table: PersonalTable): string[] {
  const data = PERSONAL_DATA[table];
  if ("withheld" in data) return [];
  const omitted = Object.keys(data.omitted ?? {});
  return personalColumns(table).filter(
    (column) =>
      !omitted.includes(column) &&
      data.rows.some(({ only, except = [] }) =>
        only ? holds(only, column) : !holds(except, column),
      ),
  );
}

const holds = (columns: readonly string[], column: string) => columns.includes(column);

async function writeTables(trx: Db, person: DataSubject, add: AddToZip) {
  const tables: ExportedTable[] = [];
  for (const table of PERSONAL_TABLES) {
    const { label } = PERSONAL_DATA[table];
    const exported: ExportedTable = { table, label, shown: [], count: 0 };
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
  const data = PERSONAL_DATA[table];
  if ("withheld" in data) return;
  const given = givenColumns(table);
  const context = [...ROW_CONTEXT, ...(data.context ?? [])];
  for (const { where, only, except = [] } of data.rows) {
    const personal = given.filter((column) =>
      only ? holds(only, column) : !holds(except, column),
    );
    const columns = [...context, ...personal];
    await sql`
      declare held no scroll cursor for
      select to_jsonb(held) as row from ${sql.table(table)} as held where ${where(person)}`.execute(
      trx,
    );
    for (;;) {
      const { rows } = await sql<{ row: Row }>`fetch ${sql.lit(ROWS_AT_ONCE)} from held`.execute(
        trx,
      );
      for (const { row } of rows) yield toGiven(row, columns, { data, person });
      if (rows.length < ROWS_AT_ONCE) break;
    }
    await sql`close held`.execute(trx);
  }
}

function toGiven(
  row: Row,
  columns: readonly string[],
  { data, person }: { data: PersonalData; person: DataSubject },
): Row {
  const pruned: Readonly<Record<string, readonly string[] | undefined>> =
    "omittedKeys" in data ? { ...data.omittedKeys } : {};
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

async function listFiles(trx: Db, person: DataSubject): Promise<ListedFile[]> {
  const files = new Map<string, ListedFile>();
  for (const table of PERSONAL_TABLES) {
    for (const file of await listFilesOf(trx, table, person)) files.set(file.key, file);
  }
  return [...files.values()];
}

async function listFilesOf(trx: Db, table: PersonalTable, person: DataSubject) {
  const data = PERSONAL_DATA[table];
  if (!data.file || "withheld" in data.file || "withheld" in data) return [];
  // If a copy has only some columns of a row, the row's document is about another person.
  const whole = data.rows.filter(({ only }) => !only);
  const { rows } = await sql<ListedFile>`
    select s3_document_key as key, ${sql.ref(data.file.label_column)} as called from ${sql.table(table)}
    where s3_document_key is not null and (${sql.join(
      whole.map(({ where }) => where(person)),
      sql` or `,
    )}) and not ${data.file.except ?? sql`false`}
    order by id`.execute(trx);
  return rows;
}

async function addFile(
  add: AddToZip,
  { key, called }: ListedFile,
  number: number,
): Promise<GivenFile> {
  const content = await openDocument(key);
  if (!content) return { called, path: null };
  const path = `documents/${String(number).padStart(4, "0")} ${portableFileName(called, key.slice(key.lastIndexOf(".")))}`;
  await add(path, content, { compress: false });
  return { called, path };
}
