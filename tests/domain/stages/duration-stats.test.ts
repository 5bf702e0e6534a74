import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { seed } from "#db/demo/index.ts";
import { addWorkingDays } from "#app/domain/shared/working-days.ts";
import { refreshDue } from "#app/domain/stages/refresh-due.server.ts";
import {
  refreshStages,
  readStageHistory,
  computeStageDurations,
} from "#app/domain/stages/duration-stats.server.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { fullMatter } from "#tests/support/full-matter.ts";
import { withReplicationRole } from "#tests/support/replica.ts";

const { db } = useTestDatabase();
const TODAY = "2026-11-20";

beforeEach(() => emptyTables(db));

test("the stored stage and durations of the demonstration data match the facts of each matter", async () => {
  const today = new Date();
  await seed(db, { today });
  const day = today.toISOString().slice(0, 10);
  const kept = await refreshStages(db, day);
  expect(kept.matters).toBeGreaterThan(20);
  expect(kept.different).toEqual([]);
  expect(kept.spans).toBeGreaterThan(20);
  expect(await refreshStages(db, day)).toEqual({ ...kept, refreshed: 0, spans: 0 });
  const { rows: touched } = await sql`select from stage_durations where xmax <> 0`.execute(db);
  expect(touched).toEqual([]);
});

test("the nightly refresh corrects a wrong stage duration and deletes an invalid one", async () => {
  const today = new Date();
  await seed(db, { today });
  const day = today.toISOString().slice(0, 10);
  await refreshStages(db, day);
  const spans = () =>
    db
      .selectFrom("stage_durations")
      .selectAll()
      .orderBy("transaction_id")
      .orderBy("stage")
      .execute();
  const kept = await spans();
  const [one] = kept;
  await db
    .updateTable("stage_durations")
    .set({ working_days: 999 })
    .where("transaction_id", "=", one!.transaction_id)
    .where("stage", "=", one!.stage)
    .execute();
  await sql`
    insert into stage_durations (transaction_id, stage, began_on, ended_on, working_days)
    select id, 'enquiries', '2019-01-01', '2019-01-02', 1 from listed_transactions
    where stage = 'not_instructed' limit 1`.execute(db);
  expect(await spans()).toHaveLength(kept.length + 1);
  expect(await refreshStages(db, day)).toMatchObject({ spans: 1, different: [] });
  expect(await spans()).toEqual(kept);
});

test("the nightly refresh reports a matter whose stored stage does not match its facts", async () => {
  const [one, other] = await twoSales();
  await withReplicationRole(db, async (trx) => {
    await trx
      .updateTable("listed_transactions")
      .set({ stage: "searches", holder: "us" })
      .where("id", "=", one.id)
      .execute();
  });
  const { different, matters } = await refreshStages(db, TODAY);
  expect({ different, matters }).toEqual({ different: [one.id], matters: 2 });
  expect(different).not.toContain(other.id);
});

test("the nightly refresh sets the stage of rows from before the migration", async () => {
  await twoSales();
  await db
    .updateTable("listed_transactions")
    .set({ stage: null, holder: null, since: null, changes_on: "-infinity" })
    .execute();
  expect(await refreshStages(db, TODAY)).toMatchObject({ refreshed: 2, different: [] });
  const rows = await db.selectFrom("listed_transactions").select(["stage", "holder"]).execute();
  expect(rows).toEqual([
    { stage: "not_instructed", holder: "seller" },
    { stage: "not_instructed", holder: "seller" },
  ]);
});

test("recomputing the rows from before a migration writes no events, durations, emails or jobs", async () => {
  const { id } = await fullMatter(db);
  const packed = await db
    .updateTable("transactions")
    .set({ contract_pack_ready_on: "2026-11-10" })
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(packed.numUpdatedRows).toBe(1n);
  await refreshStages(db, TODAY);
  const written = async () => {
    const { rows } = await sql`
      select (select count(*) from events) as events, (select count(*) from email_log) as emails,
        (select count(*) from stage_durations) as durations,
        (select count(*) from pending_notifications) as notifications,
        (select count(*) from graphile_worker.jobs) as jobs`.execute(db);
    return rows[0];
  };
  const before = await written();
  const derived = await readRow(id);
  await withReplicationRole(db, async (trx) => {
    await trx
      .updateTable("listed_transactions")
      .set({
        seller_checks: "outstanding",
        contract_pack_ready_on: null,
        stage: null,
        changes_on: "-infinity",
      })
      .execute();
  });
  expect(await refreshDue(db)).toBeGreaterThan(0);
  expect(await readRow(id)).toEqual(derived);
  expect(await written()).toEqual(before);
});

test("a listed matter stores the next day on which one of its dates arrives", async () => {
  const [sale] = await twoSales();
  const { id } = await insertPurchase(
    db,
    sale,
    (await insertPerson(db, "b@example.test")).id,
    true,
  );
  const plan = async (dates: object) => {
    await db.updateTable("purchase_intents").set(dates).where("id", "=", id).execute();
    return (await readRow(sale.id)).changes_on;
  };
  expect(await plan({ exchanged: "2020-01-01" })).toBeNull();
  expect(await plan({ completed: "2999-02-01" })).toBe("2999-02-01");
  expect(await plan({ enquiries_answered_on: "2998-01-01" })).toBe("2998-01-01");
});

test("a date that was entered in advance moves the matter to its next stage on that day", async () => {
  const [sale] = await twoSales();
  const today = new Date().toISOString().slice(0, 10);
  const buyer = await insertPerson(db, "buyer@example.test");
  const { id } = await insertPurchase(db, sale, buyer.id, true);
  await db.updateTable("purchase_intents").set({ exchanged: today }).where("id", "=", id).execute();
  await db
    .updateTable("listed_transactions")
    .set({ stage: "not_instructed", holder: "seller", changes_on: today })
    .where("id", "=", sale.id)
    .execute();
  expect(await refreshDue(db)).toBe(1);
  const row = await readRow(sale.id);
  expect(row).toMatchObject({ stage: "completion", holder: "solicitors", changes_on: null });
});

/** Inserts one sale for each number. Its stage took that many working days. */
async function insertSalesWithDurations(working_days: readonly number[]) {
  const { id: seller_id } = await insertPerson(db, `${crypto.randomUUID()}@example.test`);
  for (const [index, days] of working_days.entries()) {
    const sale = await insertSale(db, seller_id);
    const ended_on = addWorkingDays("2020-01-01", 600 + index);
    await sql`
      insert into stage_durations (transaction_id, stage, began_on, ended_on, working_days)
      values (${sale.id}, 'enquiries', '2019-01-01', ${ended_on}, ${days})`.execute(db);
  }
}

/** Computes the durations without refreshing the matters, which have no facts. */
async function computeDurations() {
  await computeStageDurations(db);
  return readStageHistory(db);
}

test("the usual duration is the middle half of the last 120 sales, which one outlier does not affect", async () => {
  const older = Array.from({ length: 30 }, () => 400);
  const last = Array.from({ length: 119 }, (_, index) => index + 1);
  await insertSalesWithDurations([...older, ...last, 100_000]);
  expect(await computeDurations()).toEqual({
    enquiries: { sales: 120, from_days: 30, to_days: 90, late_days: 108 },
  });
});

test("statistics that an older version computed are ignored until the next night", async () => {
  await insertSalesWithDurations(Array.from({ length: 20 }, () => 5));
  await computeDurations();
  await db.updateTable("stage_duration_stats").set({ late_days: null }).execute();
  expect(await readStageHistory(db)).toEqual({});
});

test("the usual duration needs at least 20 sales", async () => {
  await insertSalesWithDurations(Array.from({ length: 19 }, () => 5));
  expect(await computeDurations()).toEqual({});
  await insertSalesWithDurations([5]);
  expect(await computeDurations()).toEqual({
    enquiries: { sales: 20, from_days: 5, to_days: 5, late_days: 5 },
  });
});

function readRow(id: string) {
  return db
    .selectFrom("listed_transactions")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

async function twoSales() {
  const { id } = await insertPerson(db, "seller@example.test");
  return [await insertSale(db, id), await insertSale(db, id)] as const;
}
