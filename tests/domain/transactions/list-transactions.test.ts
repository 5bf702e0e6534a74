import { sql } from "kysely";
import { beforeAll, describe, expect, test, vi } from "vitest";
import {
  countTransactions,
  listTransactions,
  type TransactionFilter,
} from "#app/domain/transactions/list-transactions.server.ts";
import type { Db } from "#db/connection.ts";
import { insertPerson } from "#tests/db/people.ts";
import { readPlan } from "#tests/support/query-plan.ts";
import { refreshAll } from "#tests/support/listed-transactions.ts";
import { withReplicationRole, insertManyMatters } from "#tests/support/replica.ts";
import { insertOffice } from "#tests/support/estate-agents.ts";
import { staffReader } from "#tests/support/readers.ts";
import { useTestDatabase } from "#tests/support/database.ts";

const { db } = useTestDatabase();
const MATTERS = 2_000;
const rare = { estate_agent_id: "", lawyer_group_id: "", group_id: "" };
/** A handler of two matters, and the colleague with one whom the handler replaces. */
const handlers = { own: "", other: "" };

/** Creates many matters. Every second one is paid, and the oldest three match each filter. */
beforeAll(async () => {
  await insertManyMatters(db, MATTERS);
  await withReplicationRole(db, async (trx) => {
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

describe("the filters of the transaction list (J-026)", () => {
  test.each([
    ["nothing", {}, [102_000, 101_999, 101_998]],
    ["paid", { paid: true }, [102_000, 101_998, 101_996]],
    ["unpaid", { paid: false }, [101_999, 101_997, 101_995]],
  ])(
    "the transaction list shows the newest first, filtered by %s",
    async (_name, filter, prices) => {
      expect(await listPrices(filter, 3)).toEqual(prices);
    },
  );

  test.each([
    ["estate agent", ["estate_agent_id"], [100_003, 100_002, 100_001]],
    ["group", ["group_id"], [100_003, 100_002, 100_001]],
    [
      "lawyer group of either side, without repeats",
      ["lawyer_group_id"],
      [100_003, 100_002, 100_001],
    ],
    [
      "all of these",
      ["estate_agent_id", "group_id", "lawyer_group_id"],
      [100_003, 100_002, 100_001],
    ],
  ] as const)("the transaction list is filtered by %s", async (_name, keys, prices) => {
    const filter = Object.fromEntries(keys.map((key) => [key, rare[key]]));
    expect(await listPrices(filter)).toEqual(prices);
    expect(await countTransactions(db, filter)).toEqual({ total: 3, more: false });
    expect(await listPrices({ ...filter, paid: true })).toEqual([100_002]);
    expect(await listPrices(filter, 2)).toEqual(prices.slice(0, 2));
  });

  test("the transaction list shows the matters of one handler, of several and of no one", async () => {
    const { own, other } = handlers;
    expect(await listPrices({ handlers: [own] })).toEqual([100_003, 100_001]);
    const both = { handlers: [own, other] };
    expect(await listPrices(both)).toEqual([100_003, 100_002, 100_001]);
    expect(await listPrices(both, 2)).toEqual([100_003, 100_002]);
    expect(await countTransactions(db, both)).toEqual({ total: 3, more: false });
    const { lawyer_group_id } = rare;
    expect(await listPrices({ handlers: [own], lawyer_group_id })).toEqual([100_003, 100_001]);
    expect(await listPrices({ ...both, lawyer_group_id })).toEqual([100_003, 100_002, 100_001]);
    expect(await listPrices({ handlers: null }, 2)).toEqual([102_000, 101_999]);
    expect(await countTransactions(db, { handlers: null })).toMatchObject({ total: MATTERS - 3 });
  });

  test("the page cursor is the last row shown, and null at the end", async () => {
    const filter = { estate_agent_id: rare.estate_agent_id };
    const two = await listTransactions(db, staffReader(), filter, { limit: 2 });
    const three = await listTransactions(db, staffReader(), filter, { limit: 3 });
    expect(two.next).toBe(two.items[1]?.id);
    expect(three.next).toBeNull();
  });
});

describe("keyset paging of the transaction list (J-024, J-026)", () => {
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

  test("keyset paging has no gaps or repeats", async () => {
    const prices = await readAll({}, 500);
    expect(prices).toEqual(Array.from({ length: MATTERS }, (_, index) => 102_000 - index));
  });

  test.each(["estate_agent_id", "group_id", "lawyer_group_id"] as const)(
    "keyset paging lists each matter once with the filter “%s”",
    async (key) => {
      expect(await readAll({ [key]: rare[key] }, 1)).toEqual([100_003, 100_002, 100_001]);
    },
  );

  test("keyset paging distinguishes rows created at the same moment", async () => {
    await sql`update transactions set created_at = '2026-02-01' where asking_price_pounds > 101_990`.execute(
      db,
    );
    const prices = await readAll({}, 7, 3);
    expect(new Set(prices).size).toBe(21);
    expect(prices.slice(0, 10).every((price) => price > 101_990)).toBe(true);
    expect(prices.slice(10).every((price) => price <= 101_990)).toBe(true);
  });

  test("keyset paging starts from the top if the page cursor is an unknown id", async () => {
    const lost = await listTransactions(db, staffReader(), {}, { limit: 3, after: "f".repeat(24) });
    const first = await listTransactions(db, staffReader(), {}, { limit: 3 });
    expect(lost.items.map(({ id }) => id)).toEqual(first.items.map(({ id }) => id));
  });

  test("keyset paging uses the index on deep pages too", async () => {
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

describe("the orders of the transaction list", () => {
  async function readSorted(sort: "unpaid_since" | "late_by", limit: number, pages: number) {
    const rows = [];
    let after: string | undefined;
    for (let page = 0; page < pages; page += 1) {
      const part = await listTransactions(db, staffReader(), { sort }, { limit, after });
      rows.push(...part.items);
      after = part.next ?? undefined;
    }
    return rows;
  }

  test("“unpaid since” lists unpaid matters, oldest first, without gaps or repeats", async () => {
    const all = await db
      .selectFrom("listed_transactions")
      .select("id")
      .where(sql<boolean>`payment <> 'complete' and stage <> 'aborted'`)
      .orderBy("created_at")
      .orderBy("id")
      .limit(21)
      .execute();
    const rows = await readSorted("unpaid_since", 7, 3);
    expect(rows.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(rows.every(({ order }) => order?.stripe_transaction_status !== "succeeded")).toBe(true);
  });

  test("“late by” lists matters that wait for someone, the longest wait first", async () => {
    const all = await db
      .selectFrom("listed_transactions")
      .select("id")
      .where(sql<boolean>`since is not null and holder is not null and next_step <> 'complete'`)
      .orderBy("since")
      .orderBy("id")
      .limit(9)
      .execute();
    expect(all.length).toBeGreaterThan(1);
    const rows = await readSorted("late_by", 3, 3);
    expect(rows.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  test.each([
    ["unpaid_since", /listed_transactions_unpaid_since/],
    ["late_by", /listed_transactions_late_by/],
  ] as const)("the order “%s” walks its index, also on deep pages", async (sort, index) => {
    const [first] = await readSorted(sort, 1, 1);
    for (const after of [undefined, first?.id]) {
      const plan = await readPlan((watched) =>
        listTransactions(watched, staffReader(), { sort }, { limit: 20, after }),
      );
      expect(plan).toMatch(index);
      expect(plan).not.toMatch(/Seq Scan on (listed_transactions|transactions)\b/);
    }
  });

  test("the count of an order has only the matters that it lists", async () => {
    const { total } = await countTransactions(db, { sort: "unpaid_since" });
    expect(total).toBe(1_000);
    expect(await countTransactions(db, { sort: "unpaid_since", paid: true })).toMatchObject({
      total: 0,
    });
  });
});

test("the count of the transaction list includes every matter (J-026)", async () => {
  expect(await countTransactions(db, {})).toEqual({ total: MATTERS, more: false });
  expect(await countTransactions(db, { paid: true })).toEqual({ total: 1_000, more: false });
});

test("the count of a long list is cached for a minute, and the count of a short list is not cached", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const { group_id } = rare;
    expect(await countTransactions(db, {})).toMatchObject({ total: MATTERS });
    expect(await countTransactions(db, { group_id })).toMatchObject({ total: 3 });
    await withReplicationRole(db, (trx) => addMatters(trx, 2, { group_id }));
    expect(await countTransactions(db, {})).toMatchObject({ total: MATTERS });
    expect(await countTransactions(db, { group_id })).toMatchObject({ total: 5 });
    vi.advanceTimersByTime(60_000);
    expect(await countTransactions(db, {})).toMatchObject({ total: MATTERS + 2 });
  } finally {
    vi.useRealTimers();
    await sql`delete from listed_transactions where tags = '{added}'`.execute(db);
  }
});

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

describe("the first page of the transaction list", () => {
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
    ["handler", () => ({ handlers: [handlers.own] }), /listed_transactions_handler/],
    [
      "handler and colleague",
      () => ({ handlers: Object.values(handlers) }),
      /listed_transactions_handler[^]*listed_transactions_handler/,
    ],
    ["open", () => ({ open: true }), /listed_transactions_(?:newest|workload)/],
    ["no handler", () => ({ handlers: null }), /listed_transactions_(?:handler|newest)/],
  ])(
    "the first page of the transaction list is read from an index in one query, filtered by %s",
    async (_name, filter, index) => {
      const plan = await readPlan((watched) =>
        listTransactions(watched, staffReader(), filter(), { limit: 20 }),
      );
      expect(plan).toMatch(index);
      expect(plan).not.toMatch(/Seq Scan on (listed_transactions|transactions)\b/);
    },
  );
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
  handlers.own = (await insertPerson(db, "own@example.test")).id;
  handlers.other = (await insertPerson(db, "other@example.test")).id;
  await set([100_001, 100_003], { handler_id: handlers.own });
  await set([100_002], { handler_id: handlers.other });
  await set([100_001, 100_002], { seller_lawyer_group_id: lawyers.id });
  await set([100_002, 100_003], { buyer_lawyer_group_id: lawyers.id });
}
