import { sql } from "kysely";
import pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#db/connection.ts";
import { jobs } from "#app/jobs/jobs.server.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { readDrift } from "#tests/support/listed-transactions.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { waitForLockWaiters } from "#tests/support/concurrency.ts";

const { db, url } = useTestDatabase();
let seller_id: string;
let sale: Awaited<ReturnType<typeof insertSale>>;

beforeEach(async () => {
  await emptyTables(db);
  seller_id = (await insertPerson(db, "seller@example.test")).id;
  sale = await insertSale(db, seller_id);
});

const readRow = (id = sale.id) =>
  db.selectFrom("listed_transactions").selectAll().where("id", "=", id).executeTakeFirst();

const setPrice = (trx: typeof db, asking_price_pounds: number, id = sale.id) =>
  trx.updateTable("transactions").set({ asking_price_pounds }).where("id", "=", id).execute();

const search = (trx: typeof db, product_id: string) =>
  trx
    .insertInto("searches")
    .values({ transaction_id: sale.id, product_id, reference: "OS1", status: "complete" })
    .execute();

async function outside(statements: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}

const CHANGE = "update transactions set tags = '{Probate}'";

describe("the derived row of a matter", () => {
  test("the derived row is updated after a single statement, and when a database transaction commits", async () => {
    await setPrice(db, 5);
    expect(await readRow()).toMatchObject({ asking_price_pounds: 5 });
    await inTransaction(db, (trx) => setPrice(trx, 6));
    expect(await readRow()).toMatchObject({ asking_price_pounds: 6 });
  });

  test("the derived row is unchanged after a rollback, including a rollback to a savepoint", async () => {
    const undone = inTransaction(db, async (trx) => {
      await setPrice(trx, 7);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    const trx = await db.startTransaction().execute();
    const after = await trx.savepoint("before").execute();
    await setPrice(after, 8);
    await after.rollbackToSavepoint("before").execute();
    await trx.commit().execute();
    expect(await readRow()).toMatchObject({ asking_price_pounds: 300_000 });
    expect(await readDrift(db)).toEqual([]);
  });

  test("a database transaction keeps its isolation level and access mode", async () => {
    const mode = await db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (trx) => {
        const { rows } = await sql<{ level: string; only: string }>`
          select current_setting('transaction_isolation') as level,
            current_setting('transaction_read_only') as only`.execute(trx);
        return rows[0];
      });
    expect(mode).toEqual({ level: "repeatable read", only: "on" });
  });

  test("a second database transaction derives the row from the changes that the first one made", async () => {
    let second: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      await setPrice(trx, 9);
      await search(trx, "P0");
      second = inTransaction(db, (other) => search(other, "P1"));
      await waitForLockWaiters(db);
    });
    await second;
    expect(await readRow()).toMatchObject({ asking_price_pounds: 9, searches: "complete" });
    expect(await readDrift(db)).toEqual([]);
  });

  test("the derived rows stay correct after 1,000 concurrent changes to two matters in either order", async () => {
    const other = await insertSale(db, seller_id);
    const changes = Array.from({ length: 1_000 }, (_, n) => n);
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let n = changes.pop(); n !== undefined; n = changes.pop()) {
          const price = n + 1;
          const ids = n % 2 ? [sale.id, other.id] : [other.id, sale.id];
          if (n % 10 > 0) await setPrice(db, price);
          else {
            await inTransaction(db, async (trx) => {
              for (const id of ids) await setPrice(trx, price, id);
            });
          }
        }
      }),
    );
    expect(await readDrift(db)).toEqual([]);
  }, 120_000);
});

describe("changes outside the driver", () => {
  test("a change from a connection outside the driver is rejected", async () => {
    await expect(outside(CHANGE)).rejects.toThrow(/changed outside a transaction/);
    await expect(outside(`begin; ${CHANGE}; commit`)).rejects.toThrow(/changed outside/);
  });

  test("a change outside the driver is allowed if the database transaction announces a refresh of all matters", async () => {
    await outside(`begin; set local fanlight.noted_matters = 'all'; ${CHANGE}; commit`);
    expect(await readRow()).toMatchObject({ tags: [] });
    expectError(/Stored in the wrong stage: 1/);
    await jobs["keep-stages"]!.handle({}, { number: 1, isLast: true });
    expect(await readRow()).toMatchObject({ tags: ["Probate"] });
  });
});

describe("more than 100 matters in one statement", () => {
  const many = () =>
    sql`
      insert into transactions (property_id, seller_id, customer_type, asking_price_pounds, has_mortgage,
        onward_purchase, is_using_foreign_currency, requires_mortgage_referral)
      select property_id, seller_id, customer_type, asking_price_pounds, has_mortgage,
        onward_purchase, is_using_foreign_currency, requires_mortgage_referral
      from transactions, generate_series(1, 150)`.execute(db);

  test("more than 100 new matters get their derived rows immediately, without a job", async () => {
    await many();
    expect(await readDrift(db)).toEqual([]);
    expect(await readJobs()).toEqual([]);
  });

  test("more than 100 changed matters are refreshed by a job", async () => {
    await many();
    await insertPurchase(db, sale, seller_id, false);
    await sql`update transactions set tags = '{Probate}'`.execute(db);
    expect(await readDrift(db)).toHaveLength(151);
    const [job] = await readJobs();
    await jobs["refresh-matters"]!.handle(job, { number: 1, isLast: true });
    expect(await readDrift(db)).toEqual([]);
  });

  async function readJobs() {
    const { rows } = await sql<{ payload: unknown }>`
      select payload from graphile_worker._private_jobs as job
      join graphile_worker._private_tasks as task on task.id = job.task_id
      where task.identifier = 'refresh-matters'`.execute(db);
    return rows.map(({ payload }) => payload);
  }
});
