import { CompiledQuery, Kysely, PostgresDialect } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "#db/connection.ts";
import { createPool } from "#db/pool.ts";
import { withPreparedStatements, preparedStatement } from "#db/prepared-statements.ts";
import type { DB } from "#db/types.d.ts";
import { useTestDatabase } from "#tests/support/database.ts";

const { url } = useTestDatabase();
const one: Db = new Kysely<DB>({
  dialect: new PostgresDialect({ pool: withPreparedStatements(createPool(url, { max: 1 })) }),
});

beforeAll(() => run("create table measured (length integer)"));
afterAll(() => one.destroy());

async function run(text: string, values: unknown[] = []) {
  const { rows } = await one.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values));
  return rows;
}

const kept = async () => (await run("select name from pg_prepared_statements")).length;

test("a marked query is planned once for all values, and no other query is cached", async () => {
  expect(await run("select $1::integer as length", [1])).toEqual([{ length: 1 }]);
  expect(await kept()).toBe(0);
  const count = one
    .selectFrom("users")
    .modifyFront(preparedStatement)
    .select((eb) => eb.fn.countAll().as("count"));
  for (const id of ["a", "b", "c"]) {
    expect(await count.where("id", "=", id).execute()).toEqual([{ count: 0 }]);
  }
  expect(await kept()).toBe(1);
});

test("a prepared query is answered after a migration changes a column’s type", async () => {
  await run("insert into measured values (7)");
  const text = "select /* planned once */ length from measured";
  expect(await run(text)).toEqual([{ length: 7 }]);
  await run("alter table measured alter length type text");
  expect(await run(text)).toEqual([{ length: "7" }]);
  expect(await run(text)).toEqual([{ length: "7" }]);
});

test("a query is prepared again if a pooler changes the connection", async () => {
  const text = "select /* planned once */ length from measured where length = $1";
  expect(await run(text, ["7"])).toEqual([{ length: "7" }]);
  await run("deallocate all");
  expect(await run(text, ["7"])).toEqual([{ length: "7" }]);
});

test("a prepared query throws its error and keeps its plan", async () => {
  const text = "select /* planned once */ 1 / $1::integer as part";
  await expect(run(text, [0])).rejects.toThrow("division by zero");
  expect(await run(text, [1])).toEqual([{ part: 1 }]);
  const uses = "select from pg_prepared_statements where statement = $1 and custom_plans > 0";
  expect(await run(uses, [text])).toHaveLength(1);
});

test("a connection has at most thirty prepared statements", async () => {
  for (let turn = 0; turn < 60; turn++) await run(`select /* planned once */ ${turn} as turn`);
  expect(await kept()).toBeLessThanOrEqual(30);
});
