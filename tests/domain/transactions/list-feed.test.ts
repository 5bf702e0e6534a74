import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { countFeed, listFeed } from "#app/domain/transactions/list-transactions.server.ts";
import { FEED_FILTERS, type FeedFilter, STEPS } from "#app/domain/transactions/status-strip.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { readPlan } from "#tests/support/query-plan.ts";
import { refreshAll } from "#tests/support/listed-transactions.ts";
import { withReplicationRole, insertManyMatters } from "#tests/support/replica.ts";
import { staffReader } from "#tests/support/readers.ts";
import { useTestDatabase } from "#tests/support/database.ts";

const { db } = useTestDatabase();
const MATTERS = 2_000;
/** Prices of the three oldest matters, which every filter finds. */
const RARE = [100_003, 100_002, 100_001];

/**
 * Creates many matters, of which all but three are complete. With triggers, this would exceed the
 * timeout.
 */
beforeAll(async () => {
  await insertManyMatters(db, MATTERS);
  await refreshAll(db);
  await withReplicationRole(db, async (trx) => {
    await sql`
      update listed_transactions
      set (payment, estate_agent, solicitors, searches, id_checks) = (state, state, state, state, state)
      from (values (true, 'complete'), (false, 'outstanding')) as of (is_usual, state)
      where is_usual = (asking_price_pounds > 100003)`.execute(trx);
  });
  await sql`analyze`.execute(db);
});

const filters = Object.keys(FEED_FILTERS) as FeedFilter[];

async function readPrices(filter: FeedFilter | undefined, limit: number, after?: string) {
  const { items, next } = await listFeed(db, staffReader(), filter, { limit, after });
  const prices = await db
    .selectFrom("transactions")
    .select(["id", "asking_price_pounds as price"])
    .where("id", "in", ["", ...items.map(({ id }) => id)].slice(1))
    .execute();
  return { prices: items.map(({ id }) => prices.find((row) => row.id === id)!.price), next };
}

describe("the filters of the feed (J-049 to J-054)", () => {
  test("the “Show All” filter lists every matter, newest first", async () => {
    expect((await readPrices(undefined, 5)).prices).toEqual([
      102_000, 101_999, 101_998, 101_997, 101_996,
    ]);
    expect(await countFeed(db, undefined)).toEqual({ total: MATTERS, more: false });
  });

  test.each(filters)(
    "the “%s” filter lists the matters in which that step is not complete",
    async (filter) => {
      expect((await readPrices(filter, 5)).prices).toEqual(RARE);
      expect(await countFeed(db, filter)).toEqual({ total: 3, more: false });
    },
  );

  test("each step has one filter, which lists a matter in which that step is in progress (AMB-J06)", async () => {
    expect(filters.map((filter) => FEED_FILTERS[filter].step)).toEqual(STEPS);
    for (const filter of filters) {
      await sql`update listed_transactions set ${sql.ref(FEED_FILTERS[filter].step)} = 'in_progress'
        where created_at = timestamptz '2026-01-01' + interval '9 minutes'`.execute(db);
      expect((await readPrices(filter, 5)).prices).toEqual([100_009, ...RARE]);
      await sql`update listed_transactions set ${sql.ref(FEED_FILTERS[filter].step)} = 'complete'
        where created_at = timestamptz '2026-01-01' + interval '9 minutes'`.execute(db);
      expect((await readPrices(filter, 5)).prices).toEqual(RARE);
    }
  });

  test.each([undefined, ...filters])(
    "the feed with the filter “%s” is paged without gaps or repeats",
    async (filter) => {
      const limit = filter ? 1 : 500;
      const all: number[] = [];
      let after: string | undefined;
      do {
        const page = await readPrices(filter, limit, after);
        all.push(...page.prices);
        after = page.next ?? undefined;
      } while (after);
      const everything = Array.from({ length: MATTERS }, (_, index) => 102_000 - index);
      expect(all).toEqual(filter ? RARE : everything);
    },
    60_000,
  );

  test("the feed starts from the top if the page cursor is an unknown id", async () => {
    expect((await readPrices(undefined, 2, "f".repeat(24))).prices).toEqual([102_000, 101_999]);
  });
});

describe("the query of a feed page", () => {
  test.each([undefined, ...filters])(
    "the query of a feed page uses an index for the filter “%s”, on the first page and on a deep page",
    async (filter) => {
      const index = filter
        ? `listed_transactions_${FEED_FILTERS[filter].step}`
        : "listed_transactions_newest";
      const { id } = await db
        .selectFrom("transactions")
        .select("id")
        .where("asking_price_pounds", "=", 100_500)
        .executeTakeFirstOrThrow();
      for (const after of [undefined, id]) {
        const plan = await readPlan((watched) =>
          listFeed(watched, staffReader(), filter, { limit: 5, after }),
        );
        expect(plan).toContain(index);
        expect(plan).not.toMatch(/Seq Scan on (listed_transactions|transactions)\b/);
        expect(plan).not.toMatch(/Rows Removed by Filter: \d{3,}/);
      }
    },
  );
});

describe("the card of a feed", () => {
  test("a feed card shows the sellers, the purchase that counts and the latest event (J-035 to J-041)", async () => {
    const seller = await insertPerson(db, "seller@example.test");
    const sale = await insertSale(db, seller.id);
    const read = async () => (await listFeed(db, staffReader(), undefined, { limit: 1 })).items[0]!;
    expect(await read()).toMatchObject({
      id: sale.id,
      type: "resale",
      event: null,
      purchase: null,
    });

    const author = "system" as const;
    const happens = { transaction_id: sale.id, author } as const;
    await recordEvent(db, { ...happens, event_name: "transaction_created" });
    await recordEvent(db, { ...happens, event_name: "payment_successful" });
    const buyer = await insertPerson(db, "buyer@example.test");
    await insertPurchase(db, sale, buyer.id, true);
    expect(await read()).toMatchObject({
      address: { line_1: "1 Arch Street", post_town: "Bath" },
      sellers: [{ first_name: "Ada", last_name: "Byron" }],
      purchase: { buyers: [{ first_name: "Ada" }] },
      event: { type: "seller", event_name: "payment_successful" },
      progress: { payment: "outstanding", id_checks: "outstanding" },
    });
  });
});
