import { sql } from "kysely";
import { expect, test } from "vitest";
import { RETENTION_PERIODS } from "#app/domain/privacy/retention-periods.server.ts";
import {
  listPurposes,
  PERSONAL_DATA,
  PERSONAL_TABLES,
  personalColumns,
} from "#app/domain/privacy/personal-data.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { NEVER_PERSONAL, NOT_PERSONAL } from "./not-personal.ts";

const { db } = useTestDatabase();

const personal = PERSONAL_TABLES.flatMap((table) =>
  personalColumns(table).map((column) => `${table}.${column}`),
);
const notPersonal = Object.entries(NOT_PERSONAL).flatMap(([table, columns]) =>
  columns.split(" ").map((column) => `${table}.${column}`),
);

test("every column of the database is classified as personal or not personal", async () => {
  expect(await unclassifiedColumns()).toEqual([]);
});

test("a new column is reported as unclassified", async () => {
  await sql`alter table contact_requests add column nickname text`.execute(db);
  expect(await unclassifiedColumns()).toEqual(["contact_requests.nickname"]);
  await sql`alter table contact_requests drop column nickname`.execute(db);
});

test("no column is classified twice or after it was dropped", async () => {
  const columns = new Set(await columnsOfTheDatabase());
  const said = [...personal, ...notPersonal];
  expect(said.filter((name) => !columns.has(name))).toEqual([]);
  expect(said.filter((name, at) => said.indexOf(name) !== at)).toEqual([]);
});

test("every column with a document key belongs to a declared kind of file", async () => {
  const keys = (await columnsOfTheDatabase()).filter((name) => name.endsWith(".s3_document_key"));
  expect(keys.filter((name) => name !== "searches.s3_document_key").sort()).toEqual(
    PERSONAL_TABLES.filter((table) => PERSONAL_DATA[table].file)
      .map((table) => `${table}.s3_document_key`)
      .sort(),
  );
});

test("every retention period is in use and is a valid PostgreSQL interval", async () => {
  const lived = new Set(
    PERSONAL_TABLES.flatMap((table) => {
      const files = PERSONAL_DATA[table].file?.periods ?? [];
      return [...listPurposes(table).flatMap(({ periods: lives }) => lives), ...files];
    }),
  );
  expect([...lived].sort()).toEqual(Object.keys(RETENTION_PERIODS).sort());
  for (const { after } of Object.values(RETENTION_PERIODS)) {
    await sql`select ${after}::interval`.execute(db);
  }
});

test("accounts and matters have the retention periods of the privacy policy (H-067, H-068)", () => {
  expect([RETENTION_PERIODS.account.after, RETENTION_PERIODS.matter.after]).toEqual([
    "10 years",
    "10 years",
  ]);
});

async function columnsOfTheDatabase() {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely\_%'
    order by 1, 2`.execute(db);
  return rows.map(({ table, column }) => `${table}.${column}`);
}

async function unclassifiedColumns() {
  const said = new Set([...personal, ...notPersonal]);
  return (await columnsOfTheDatabase()).filter(
    (name) => !said.has(name) && !NEVER_PERSONAL.includes(name.split(".")[1]!),
  );
}
