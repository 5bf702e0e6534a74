import { beforeEach, describe, expect, test } from "vitest";
import { foldListCounts, mendListCounts } from "#app/domain/paging/list-counts.server.ts";
import {
  countFeed,
  countTransactions,
  listFeed,
  listTransactions,
  type TransactionFilter,
} from "#app/domain/transactions/list-transactions.server.ts";
import { FEED_FILTERS, type FeedFilter } from "#app/domain/transactions/stage.ts";
import { countUsers } from "#app/domain/people/users.server.ts";
import { statsMonths } from "#app/domain/stats/months.ts";
import { checkListCounts, foldListCounts as foldJob } from "#app/jobs/list-counts.server.ts";
import { withScratchDatabase } from "#db/ensure.ts";
import { migrate } from "#db/migrate.ts";
import { insertPerson, insertSale } from "#tests/db/people.ts";
import { query } from "#tests/db/query.ts";
import { clusterUrl } from "#tests/support/cluster.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { insertOffice } from "#tests/support/estate-agents.ts";
import { NOTHING_TO_MEND } from "#tests/support/list-counts.ts";
import { expectError, logged } from "#tests/support/log-guard.ts";
import { asReplica } from "#tests/support/replica.ts";
import { staffReader } from "#tests/support/readers.ts";
import { insertLawyerGroup } from "#tests/support/solicitors.ts";

const { db } = useTestDatabase();
let agents: string[];
let lawyers: string[];
let seller_id: string;

beforeEach(async () => {
  await emptyTables(db);
  seller_id = (await insertPerson(db, "seller@example.test")).id;
  agents = [(await insertOffice(db, "One")).id, (await insertOffice(db, "Two")).id];
  lawyers = [await insertLawyerGroup(db), await insertLawyerGroup(db)];
});

type Change = {
  estate_agent_id?: string | null;
  seller_lawyer_group_id?: string | null;
  buyer_lawyer_group_id?: string | null;
};

const rowsOfCounts = () =>
  db.selectFrom("list_counts").selectAll().where("list", "=", "transactions").execute();

describe("J-024 J-026 the number of matters under every filter follows each change", () => {
  test("a new matter, its agent, its lawyers, its money, and its end", async () => {
    const { id } = await insertSale(db, seller_id);
    await insertSale(db, seller_id);
    await expectRight();
    const steps: (() => Promise<unknown>)[] = [
      () => change(id, { estate_agent_id: agents[0]! }),
      () => change(id, { seller_lawyer_group_id: lawyers[0]! }),
      () => order(id, "processing"),
      () => order(id, "succeeded"),
      // The same lawyers on both sides are one filter, and the matter is under it once.
      () => change(id, { buyer_lawyer_group_id: lawyers[0]! }),
      () => change(id, { buyer_lawyer_group_id: lawyers[1]!, estate_agent_id: agents[1]! }),
      () => order(id, "refunded"),
      () => change(id, { estate_agent_id: null, seller_lawyer_group_id: null }),
      () => order(id, "succeeded"),
      () => db.deleteFrom("orders").execute(),
      () => db.deleteFrom("transactions").where("id", "=", id).execute(),
    ];
    for (const step of steps) {
      await step();
      await expectRight();
    }
  });

  test("an order that is moved takes the payment with it", async () => {
    const [from, to] = [await insertSale(db, seller_id), await insertSale(db, seller_id)];
    await change(from.id, { estate_agent_id: agents[0]! });
    await order(from.id, "succeeded");
    await db.updateTable("orders").set({ transaction_id: to.id }).execute();
    await expectRight();
    expect(await countTransactions(db, { paid: true, estate_agent_id: agents[0] })).toEqual({
      total: 0,
      more: false,
    });
  });

  test("being paid is no edit of the matter", async () => {
    const { id } = await insertSale(db, seller_id);
    const read = () =>
      db.selectFrom("transactions").select(["paid", "updated_at"]).executeTakeFirstOrThrow();
    const before = await read();
    await order(id, "succeeded");
    expect(await read()).toEqual({ ...before, paid: true });
  });

  test("what is undone was never counted", async () => {
    const undone = db.transaction().execute(async (trx) => {
      await insertSale(trx, seller_id);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await expectRight();
  });
});

test("J-045 the numbers of the feed follow each step of a matter", async () => {
  const { id } = await insertSale(db, seller_id);
  await insertSale(db, seller_id);
  const filters = Object.keys(FEED_FILTERS) as FeedFilter[];
  const counted = () =>
    Promise.all(filters.map(async (filter) => (await countFeed(db, filter)).total));
  const listed = () =>
    Promise.all(
      filters.map(
        async (filter) => (await listFeed(db, staffReader(), filter, { limit: 9 })).items.length,
      ),
    );
  expect(await counted()).toEqual([2, 2, 2, 2, 2]);
  await order(id, "succeeded");
  await change(id, { estate_agent_id: agents[0]! });
  await change(id, { seller_lawyer_group_id: lawyers[0]!, buyer_lawyer_group_id: lawyers[1]! });
  expect(await counted()).toEqual([1, 1, 1, 2, 2]);
  expect(await counted()).toEqual(await listed());
  expect(await countFeed(db, undefined)).toEqual({ total: 2, more: false });
  await order(id, "refunded");
  expect(await counted()).toEqual([2, 1, 1, 2, 2]);
  await db.deleteFrom("orders").execute();
  await db.deleteFrom("transactions").where("id", "=", id).execute();
  expect(await counted()).toEqual([1, 1, 1, 1, 1]);
  expect(await mendListCounts(db)).toEqual(NOTHING_TO_MEND);
});

test("Q-006 the number of users follows who is active", async () => {
  const counted = async () => (await countUsers(db)).total;
  const before = await counted();
  const set = (change: object) =>
    db.updateTable("users").set(change).where("id", "=", seller_id).execute();
  await set({ active: true });
  expect(await counted()).toBe(before + 1);
  await set({ first_name: "Grace", active: true });
  expect(await counted()).toBe(before + 1);
  await set({ active: false, deactivated_at: new Date() });
  expect(await counted()).toBe(before);
  await set({ active: true, deactivated_at: null });
  await db.deleteFrom("users").where("id", "=", seller_id).execute();
  expect(await counted()).toBe(before);
});

describe("many at once", () => {
  test("nobody waits for another who is counted under the same filter", async () => {
    const [one, two] = [await insertSale(db, seller_id), await insertSale(db, seller_id)];
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable("transactions")
        .set({ estate_agent_id: agents[0]!, estate_agent_status: "assigned" })
        .where("id", "=", one.id)
        .execute();
      // The other is done while this one is still open: it would wait for ever otherwise.
      await change(two.id, { estate_agent_id: agents[0]! });
      await insertSale(db, seller_id);
      expect((await countTransactions(db, { estate_agent_id: agents[0] })).total).toBe(1);
    });
    await expectRight();
  });

  test("money, agents, lawyers and the folding of counts come in any order, and none is lost", async () => {
    const matters = await Promise.all([1, 2, 3].map(() => insertSale(db, seller_id)));
    const turns = Array.from({ length: 40 }, (_, turn) => turn);
    await Promise.all(
      matters.flatMap(({ id }) =>
        turns.map((turn) => {
          if (turn % 4 === 0) return change(id, { estate_agent_id: agents[(turn / 4) % 2]! });
          if (turn % 4 === 1) return order(id, turn % 8 === 1 ? "succeeded" : "failed");
          if (turn % 4 === 2)
            return change(id, { buyer_lawyer_group_id: lawyers[turn % 3] ?? null });
          return foldListCounts(db);
        }),
      ),
    );
    await expectRight();
    expect(await mendListCounts(db)).toEqual(NOTHING_TO_MEND);
  });
});

describe("folding", () => {
  test("one row is left of each number, and none of zero", async () => {
    const { id } = await insertSale(db, seller_id);
    for (const agent of [...agents, ...agents, null]) await change(id, { estate_agent_id: agent });
    await insertSale(db, seller_id);
    expect((await rowsOfCounts()).length).toBeGreaterThan(5);
    expect(await foldJob.handle({}, { number: 1, isLast: false })).toMatch(/combined: \d+\.$/);
    expect(await rowsOfCounts()).toEqual([{ list: "transactions", filter: "unpaid", rows: 2 }]);
    await expectRight();
  });

  test("a change that is under way meanwhile is counted when it is done", async () => {
    const { id } = await insertSale(db, seller_id);
    await insertSale(db, seller_id);
    await db.transaction().execute(async (trx) => {
      await insertSale(trx, seller_id);
      await trx.deleteFrom("transactions").where("id", "=", id).execute();
      await foldListCounts(db);
    });
    await expectRight();
    expect((await countTransactions(db, {})).total).toBe(2);
  });
});

describe("the nightly check", () => {
  const check = () => checkListCounts.handle({}, { number: 1, isLast: false });

  test("finds nothing where triggers have looked on", async () => {
    await order((await insertSale(db, seller_id)).id, "succeeded");
    expect(await check()).toBe("All list counts are correct.");
  });

  test("says what differs and mends it: matters, money and users that came without triggers", async () => {
    const { id } = await insertSale(db, seller_id);
    await change(id, { estate_agent_id: agents[0]! });
    await asReplica(db, async (trx) => {
      await insertSale(trx, seller_id);
      await trx.updateTable("users").set({ active: true }).execute();
      await trx
        .insertInto("orders")
        .values({
          transaction_id: id,
          payment_type: "invoice",
          total_amount_pence: 0,
          stripe_transaction_status: "succeeded",
        })
        .execute();
    });
    await db
      .insertInto("list_counts")
      .values({ list: "users", filter: "ghosts", rows: 7 })
      .execute();
    expectError(/what lists show of a matter/);
    const said = await check();
    expect(said).toBe(
      "Corrected: whether a matter is paid (1), what lists show of a matter (2), referrals (0) and list counts (4, such as " +
        `new_transactions ${statsMonths(new Date())[0]} resale: 1 instead of 2; ` +
        "transactions unpaid: 0 instead of 1; users active: 0 instead of 1; users ghosts: 7 instead of 0).",
    );
    expect(logged("error")).toEqual([
      expect.objectContaining({ what: "counts of the lists", msg: said }),
    ]);
    await expectRight();
    const unpaid = await listFeed(db, staffReader(), "unpaid", { limit: 9 });
    expect(unpaid.items.map(({ progress }) => progress.payment)).toEqual(["outstanding"]);
    expect((await listFeed(db, staffReader(), undefined, { limit: 9 })).items).toHaveLength(2);
    expect((await countUsers(db)).total).toBe(1);
    expect(await check()).toBe("All list counts are correct.");
  });
});

test("what was there before the counts is counted by the migration", async () => {
  await withScratchDatabase(clusterUrl("postgres"), async (url) => {
    await migrate(url, "0010_search_words");
    await query(
      url,
      `with seller as (
         insert into users (email, first_name, last_name, active) values ('a@example.test', 'Ada', 'Byron', true) returning id
       ), home as (
         insert into addresses (line_1, post_town, country) values ('1 Arch Street', 'Bath', 'England') returning id
       ), property as (
         insert into properties (address_id, tenure) select id, 'Freehold' from home returning id
       ), matters as (
         insert into transactions (property_id, seller_id, customer_type, asking_price_pounds, has_mortgage,
           onward_purchase, is_using_foreign_currency, requires_mortgage_referral, updated_at)
         select property.id, seller.id, 'individual_owner', n, 'no', 'no', 'no', 'no', '2026-01-01'
         from property, seller, generate_series(1, 3) as n returning id, asking_price_pounds
       )
       insert into orders (transaction_id, payment_type, total_amount_pence, stripe_transaction_status)
       select id, 'invoice', 0, case asking_price_pounds when 1 then 'failed' else 'succeeded' end from matters`,
    );
    await migrate(url, "0011_list_counts");
    expect(
      await query(url, "select list, filter, rows from list_counts order by list, filter"),
    ).toEqual([
      { list: "transactions", filter: "paid", rows: 2 },
      { list: "transactions", filter: "unpaid", rows: 1 },
      { list: "users", filter: "active", rows: 1 },
    ]);
    expect(
      await query(url, "select distinct updated_at::date::text as day from transactions"),
    ).toEqual([{ day: "2026-01-01" }]);
  });
});

/** Every filter there is, each of which narrows the list or not. */
function everyFilter(): TransactionFilter[] {
  return [undefined, true, false].flatMap((paid) =>
    [undefined, ...agents].flatMap((estate_agent_id) =>
      [undefined, ...lawyers].map((lawyer_group_id) => ({
        paid,
        estate_agent_id,
        lawyer_group_id,
      })),
    ),
  );
}

/** What is counted is what is listed, under every filter. */
async function expectRight() {
  for (const filter of everyFilter()) {
    const { items } = await listTransactions(db, staffReader(), filter, { limit: 100 });
    const counted = await countTransactions(db, filter);
    expect([filter, counted]).toEqual([filter, { total: items.length, more: false }]);
  }
}

async function change(id: string, { estate_agent_id, ...lawyers }: Change) {
  const assigned = { estate_agent_status: "assigned" } as const;
  const pending = { estate_agent_status: "pending" } as const;
  const agent =
    estate_agent_id === undefined
      ? {}
      : { estate_agent_id, ...(estate_agent_id === null ? pending : assigned) };
  await db
    .updateTable("transactions")
    .set({ ...lawyers, ...agent })
    .where("id", "=", id)
    .execute();
}

async function order(transaction_id: string, stripe_transaction_status: string | null) {
  await db
    .insertInto("orders")
    .values({ transaction_id, payment_type: "stripe_direct", total_amount_pence: 24_000 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .updateTable("orders")
    .set({ stripe_transaction_status })
    .where("transaction_id", "=", transaction_id)
    .execute();
}
