import { sql } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import { inTransaction, pool } from "#db/connection.ts";
import { insertPerson } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";

const { db } = useTestDatabase();

function databaseError(code: string) {
  const error = new pg.DatabaseError(`as if ${code}`, 0, "error");
  error.code = code;
  return error;
}

test.each(["40001", "40P01", "57P01", "08006"])(
  "inTransaction retries the work after the error %s and keeps only the last run’s changes",
  async (code) => {
    let runs = 0;
    await inTransaction(db, async (trx) => {
      runs++;
      await insertPerson(trx, `${code}-run-${runs}@example.com`);
      if (runs < 3) throw databaseError(code);
    });
    const kept = await db
      .selectFrom("users")
      .select("email")
      .where("email", "like", `${code}-run-%`)
      .execute();
    expect(kept).toEqual([{ email: `${code}-run-3@example.com` }]);
  },
);

test("inTransaction throws PostgreSQL’s error after three retries", async () => {
  let runs = 0;
  const work = () => {
    runs++;
    return Promise.reject(databaseError("40001"));
  };
  await expect(inTransaction(db, work)).rejects.toThrow("as if 40001");
  expect(runs).toBe(4);
});

test("inTransaction rolls back without a retry if the work throws an error", async () => {
  let runs = 0;
  const work = inTransaction(db, async (trx) => {
    runs++;
    await insertPerson(trx, "undone@example.com");
    throw new Error("no such code");
  });
  await expect(work).rejects.toThrow("no such code");
  expect(runs).toBe(1);
  const left = await db.selectFrom("users").where("email", "=", "undone@example.com").execute();
  expect(left).toEqual([]);
});

test("inTransaction joins the open database transaction", async () => {
  await expect(
    inTransaction(db, async (outer) => {
      await inTransaction(outer, (inner) => insertPerson(inner, "joined@example.com"));
      throw new Error("outer fails");
    }),
  ).rejects.toThrow("outer fails");
  expect(await db.selectFrom("users").where("email", "=", "joined@example.com").execute()).toEqual(
    [],
  );
});

test("two deadlocked database transactions both finish", async () => {
  const [one, two] = await Promise.all([
    insertPerson(db, "deadlock-1@example.com"),
    insertPerson(db, "deadlock-2@example.com"),
  ]);
  const rename = (first: string, second: string) =>
    inTransaction(db, async (trx) => {
      for (const id of [first, second]) {
        await trx
          .updateTable("users")
          .set((eb) => ({ version: eb("version", "+", 1) }))
          .where("id", "=", id)
          .execute();
        await sql`select pg_sleep(0.05)`.execute(trx);
      }
    });
  await Promise.all([rename(one.id, two.id), rename(two.id, one.id)]);
  const people = await db
    .selectFrom("users")
    .select("version")
    .where("id", "in", [one.id, two.id])
    .execute();
  expect(people.map(({ version }) => version)).toEqual([3, 3]);
});

test("a connection that the server closes is replaced, and the repeated work is saved once", async () => {
  let runs = 0;
  await inTransaction(db, async (trx) => {
    runs++;
    await insertPerson(trx, "survivor@example.com");
    if (runs > 1) return;
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await pool.query("select pg_terminate_backend($1)", [rows[0]!.pid]);
    await sql`select 1`.execute(trx);
  });
  expect(runs).toBe(2);
  const kept = await db
    .selectFrom("users")
    .where("email", "=", "survivor@example.com")
    .select("id")
    .execute();
  expect(kept).toHaveLength(1);
});

test("a query is limited to five seconds, and an idle database transaction to ten", async () => {
  const { rows } = await sql`
    select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(db);
  expect(rows).toEqual([{ statement: "5s", idle: "10s" }]);
});
