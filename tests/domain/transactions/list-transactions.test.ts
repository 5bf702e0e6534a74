import { sql } from "kysely";
import { beforeAll, describe, expect, test, vi } from "vitest";
import {
  countTransactions,
  listTransactions,
  type TransactionFilter,
} from "#app/domain/transactions/list-transactions.server.ts";
import type { Db } from "#db/connection.ts";
import { readPlan } from "#tests/support/query-plan.ts";
import { refreshAll } from "#tests/support/listed-transactions.ts";
import { asReplica, insertManyMatters } from "#tests/support/replica.ts";
import { insertOffice } from "#tests/support/estate-agents.ts";
import { staffReader } from "#tests/support/readers.ts";
import { useTestDatabase } from "#tests/support/database.ts";

const { db } = useTestDatabase();
const MATTERS = 2_000;
const rare = { estate_agent_id: "", lawyer_group_id: "", group_id: "" };

/** Many matters of one seller: every second one is paid; the oldest three belong to an agent, solicitors and a group. */
beforeAll(async () => {
  await insertManyMatters(db, MATTERS);
  await asReplica(db, async (trx) => {
    await sql`
      insert into orders (transaction_id, payment_type, total_amount_pence, stripe_transaction_status)
      select id, 'invoice', 0, 'succeeded' from transactions where asking_price_pounds % 2 = 0`.execute(
      trx,
    );
  });
  await refreshAll(db);
  await makeRare();
  await sql`analyze`.execute(db);
});

const listPrices = async (filter: TransactionFilter, limit = 20) =>
  (await listTransactions(db, staffReader(), filter, { limit })).items.map(
    (item) => item.asking_price_pounds,
  );

describe("J-026 the filters", () => {
  test.each([
    ["nothing", {}, [102_000, 101_999, 101_998]],
    ["paid", { paid: true }, [102_000, 101_998, 101_996]],
    ["unpaid", { paid: false }, [101_999, 101_997, 101_995]],
  ])("by %s, newest first", async (_name, filter, prices) => {
    expect(await listPrices(filter, 3)).toEqual(prices);
  });

  test.each([
    ["estate agent", ["estate_agent_id"], [100_003, 100_002, 100_001]],
    ["group", ["group_id"], [100_003, 100_002, 100_001]],
    ["lawyer group of either side, each once", ["lawyer_group_id"], [100_003, 100_002, 100_001]],
    [
      "all of them",
      ["estate_agent_id", "group_id", "lawyer_group_id"],
      [100_003, 100_002, 100_001],
    ],
  ] as const)("by %s", async (_name, keys, prices) => {
    const filter = Object.fromEntries(keys.map((key) => [key, rare[key]]));
    expect(await listPrices(filter)).toEqual(prices);
    expect(await countTransactions(db, filter)).toEqual({ total: 3, more: false });
    expect(await listPrices({ ...filter, paid: true })).toEqual([100_002]);
    expect(await listPrices(filter, 2)).toEqual(prices.slice(0, 2));
  });

  test("next is the last one shown, at the end none is", async () => {
    const filter = { estate_agent_id: rare.estate_agent_id };
    const two = await listTransactions(db, staffReader(), filter, { limit: 2 });
    const three = await listTransactions(db, staffReader(), filter, { limit: 3 });
    expect(two.next).toBe(two.items[1]?.id);
    expect(three.next).toBeNull();
  });
});

describe("J-024 J-026 a list goes on at any depth", () => {
  /** The rows of all pages, or of the first few, one after the other. */
  async function readAll(filter: TransactionFilter, limit: number, pages = Infinity) {
    const prices: number[] = [];
    let after: string | undefined;
    do {
      const page = await listTransactions(db, staffReader(), filter, { limit, after });
      prices.push(...page.items.map((item) => item.asking_price_pounds));
      after = page.next ?? undefined;
      pages -= 1;
    } while (after && pages > 0);
    return prices;
  }

  test("without gaps or repeats", async () => {
    const prices = await readAll({}, 500);
    expect(prices).toEqual(Array.from({ length: MATTERS }, (_, index) => 102_000 - index));
  });

  test.each(["estate_agent_id", "group_id", "lawyer_group_id"] as const)("by %s", async (key) => {
    expect(await readAll({ [key]: rare[key] }, 1)).toEqual([100_003, 100_002, 100_001]);
  });

  test("rows of one moment are told apart", async () => {
    await sql`update transactions set created_at = '2026-02-01' where asking_price_pounds > 101_990`.execute(
      db,
    );
    const prices = await readAll({}, 7, 3);
    expect(new Set(prices).size).toBe(21);
    // The ten of that moment are the newest, on two pages.
    expect(prices.slice(0, 10).every((price) => price > 101_990)).toBe(true);
    expect(prices.slice(10).every((price) => price <= 101_990)).toBe(true);
  });

  test("an id of no transaction is no place to go on from: the list begins anew", async () => {
    const lost = await listTransactions(db, staffReader(), {}, { limit: 3, after: "f".repeat(24) });
    const first = await listTransactions(db, staffReader(), {}, { limit: 3 });
    expect(lost.items.map(({ id }) => id)).toEqual(first.items.map(({ id }) => id));
  });

  test("deep in the list it comes from the index too", async () => {
    const { id } = await db
      .selectFrom("transactions")
      .select("id")
      .where("asking_price_pounds", "=", 100_500)
      .executeTakeFirstOrThrow();
    const plan = await readPlan((watched) =>
      listTransactions(watched, staffReader(), {}, { limit: 20, after: id }),
    );
    expect(plan).toMatch(/listed_transactions_newest/);
    expect(plan).toMatch(/Index Cond: \(ROW\(created_at, \(?id/);
    expect(plan).not.toMatch(/Seq Scan on (listed_transactions|transactions)\b/);
  });
});

test("J-026 every matter is counted", async () => {
  expect(await countTransactions(db, {})).toEqual({ total: MATTERS, more: false });
  expect(await countTransactions(db, { paid: true })).toEqual({ total: 1_000, more: false });
});

test("the number of a long list is used for a minute, that of a short one never", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const { group_id } = rare;
    expect(await countTransactions(db, {})).toMatchObject({ total: MATTERS });
    expect(await countTransactions(db, { group_id })).toMatchObject({ total: 3 });
    await asReplica(db, (trx) => addMatters(trx, 2, { group_id }));
    expect(await countTransactions(db, {})).toMatchObject({ total: MATTERS });
    expect(await countTransactions(db, { group_id })).toMatchObject({ total: 5 });
    vi.advanceTimersByTime(60_000);
    expect(await countTransactions(db, {})).toMatchObject({ total: MATTERS + 2 });
  } finally {
    vi.useRealTimers();
    await sql`delete from listed_transactions where tags = '{added}'`.execute(db);
  }
});

/** Rows of lists, and of nothing else. */
async function addMatters(trx: Db, count: number, change: { group_id: string }) {
  const row = await trx
    .selectFrom("listed_transactions")
    .selectAll()
    .limit(1)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("listed_transactions")
    .values(
      Array.from({ length: count }, (_, n) => ({
        ...row,
        ...change,
        id: String(n).padStart(24, "0"),
        tags: ["added"],
      })),
    )
    .execute();
}

describe("the first page comes from an index and is one query", () => {
  test.each<[string, () => TransactionFilter, RegExp]>([
    ["nothing", () => ({}), /listed_transactions_newest/],
    ["paid", () => ({ paid: true }), /listed_transactions_newest/],
    ["unpaid", () => ({ paid: false }), /listed_transactions_payment/],
    ["agent", () => ({ estate_agent_id: rare.estate_agent_id }), /listed_transactions_agent/],
    [
      "solicitors",
      () => ({ lawyer_group_id: rare.lawyer_group_id }),
      /listed_transactions_seller_lawyers[^]*listed_transactions_buyer_lawyers/,
    ],
    ["group", () => ({ group_id: rare.group_id }), /listed_transactions_group/],
  ])("by %s", async (_name, filter, index) => {
    const plan = await readPlan((watched) =>
      listTransactions(watched, staffReader(), filter(), { limit: 20 }),
    );
    expect(plan).toMatch(index);
    expect(plan).not.toMatch(/Seq Scan on (listed_transactions|transactions)\b/);
  });
});

async function makeRare() {
  rare.estate_agent_id = (await insertOffice(db, "Rare", { brand_name: "Rare" })).id;
  const firm = await db
    .insertInto("law_firms")
    .values({ name: "Rare" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const lawyers = await db
    .insertInto("lawyer_groups")
    .values({ name: "Rare", law_firm_id: firm.id })
    .returning("id")
    .executeTakeFirstOrThrow();
  const group = await db
    .insertInto("transaction_groups")
    .values({ name: "Rare" })
    .returning("id")
    .executeTakeFirstOrThrow();
  rare.lawyer_group_id = lawyers.id;
  rare.group_id = group.id;
  const set = (prices: number[], change: object) =>
    db.updateTable("transactions").set(change).where("asking_price_pounds", "in", prices).execute();
  await set([100_001, 100_002, 100_003], {
    estate_agent_status: "assigned",
    estate_agent_id: rare.estate_agent_id,
    group_id: rare.group_id,
  });
  await set([100_001, 100_002], { seller_lawyer_group_id: lawyers.id });
  await set([100_002, 100_003], { buyer_lawyer_group_id: lawyers.id });
}
