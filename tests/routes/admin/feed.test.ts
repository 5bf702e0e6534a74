import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { listFeed } from "#app/domain/transactions/list-transactions.server.ts";
import { FEED_FILTERS, type FeedFilter } from "#app/domain/transactions/status-strip.ts";
import { seed } from "#db/demo/index.ts";
import { insertSale } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { visibleText } from "#tests/ui/render.tsx";
import { staffReader } from "#tests/support/readers.ts";
import { open } from "./pages.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeAll(async () => {
  await seed(db, { today: new Date("2026-11-20T12:00:00Z") });
  ada = await signIn(db, { type: "admin" });
});

function readCards(html: string) {
  return html
    .split('<li id="row-')
    .slice(1)
    .map((card) => ({ id: card.slice(0, 24), html: card, text: visibleText(card) }));
}

async function allIds(filter?: FeedFilter) {
  const { items } = await listFeed(db, staffReader(), filter, { limit: 500 });
  return items.map(({ id }) => id);
}

async function cardOf(home: string) {
  const { html } = await open("/admin/feed?count=500", ada);
  const card = readCards(html).find(({ text }) => text.includes(home));
  expect(card, home).toBeDefined();
  return card!;
}

describe("the feed (I-026 J-034 to J-047)", () => {
  test("the feed shows five cards, newest first, with the total and a link to more (J-045 J-046 J-047)", async () => {
    const { html, text, title, status } = await open("/admin/feed", ada);
    const ids = await allIds();
    expect(status).toBe(200);
    expect(title).toBe("Transaction Feed - Fanlight");
    expect(readCards(html).map(({ id }) => id)).toEqual(ids.slice(0, 5));
    expect(text).toContain(`Showing 5 of ${ids.length} transactions`);
    expect(html).toContain(`href="/admin/feed?after=${ids[4]}&amp;shown=5">Load 5 More</a>`);
    expect(html).toContain('aria-label="Breadcrumb"');
  });

  test("the links of the feed lead to the last page and back to the first", async () => {
    const ids = await allIds();
    const second = await open(`/admin/feed?after=${ids[4]}&shown=5`, ada);
    expect(second.title).toBe("Transaction Feed - from 6 - Fanlight");
    expect(readCards(second.html).map(({ id }) => id)).toEqual(ids.slice(5, 10));
    expect(second.text).toContain(`Showing 10 of ${ids.length} transactions`);
    expect(second.html).toContain('href="/admin/feed">Back to the start of the list</a>');
    const last = await open(`/admin/feed?after=${ids.at(-3)}&shown=${ids.length - 2}`, ada);
    expect(readCards(last.html)).toHaveLength(2);
    expect(last.text).not.toContain("Load 5 More");
  });

  test.each([
    ["count=12", 12],
    ["count=0", 5],
    ["count=-5", 5],
    ["count=501", 5],
    ["count=x", 5],
    ["after=x&shown=-1&filter=everything", 5],
  ])("the feed with ?%s shows %i cards", async (query, shown) => {
    const { html, status } = await open(`/admin/feed?${query}`, ada);
    expect(status).toBe(200);
    expect(readCards(html).map(({ id }) => id)).toEqual((await allIds()).slice(0, shown));
  });

  test("the card of a matter in progress shows every detail (J-034 to J-040 J-043 J-044 J-056 J-057)", async () => {
    const { html, id, text } = await cardOf("18 Woodbridge Road");
    expect(html).toContain(`href="/admin/transactions/${id}">18 Woodbridge Road, Birmingham`);
    expect(html).toContain('data-icon="resale"');
    expect(text).toContain("Resale: Simran Kaur and Gurdeep Kaur");
    expect(text).toContain("No purchase intent");
    expect(text).toMatch(/ (Seller|Buyer) - ([A-Z][a-z]+ ?)+/);
    expect(text).toMatch(/Created \d{1,2} [A-Z][a-z]+ 2026/);
    expect(text).toMatch(
      /Payment: Complete Estate agent: Complete Solicitors: In progress Searches: In progress ID checks: Complete/,
    );
    expect(text).toContain("Identity");
  });

  test("the card of a development shows its purchase and latest event (J-037 J-039 J-040)", async () => {
    const { html, id, text } = await cardOf("Apartment 1, Harbour Reach");
    expect(html).toContain('data-icon="development"');
    expect(text).toContain("Development: Marcus Pell");
    expect(text).toContain("Purchase intent: Oksana Hrytsenko");
    const latest = await db
      .selectFrom("events")
      .select("event_name")
      .where("transaction_id", "=", id)
      .orderBy("date_time", "desc")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    const name = latest.event_name.replaceAll("_", " ");
    expect(text.toLowerCase()).toContain(` - ${name}`);
  });

  test("the card of a new matter shows “No event found” and its age (J-041 J-055)", async () => {
    const { id } = await insertSale(db, ada.id);
    try {
      const { html } = await open("/admin/feed", ada);
      const [card] = readCards(html);
      expect(card?.id).toBe(id);
      expect(card?.text).toContain("No event found");
      expect(card?.text).toContain("Created 0 hours ago");
    } finally {
      await db.deleteFrom("transactions").where("id", "=", id).execute();
    }
  });
});

describe("the filters of the feed (J-049 to J-054)", () => {
  test("the feed’s filters have the specified labels and links, and mark the current one", async () => {
    const { html } = await open("/admin/feed?filter=no_searches", ada);
    const [, nav = ""] = html.split('aria-label="Filter the feed"');
    const links = [...nav.split("</nav>")[0]!.matchAll(/<a ([^>]*)>(.*?)<\/a>/g)];
    expect(links.map(([, , label]) => label)).toEqual([
      "Show All",
      "Unpaid",
      "No Estate Agents",
      "No Solicitors",
      "No Searches",
      "No Thirdfort Checks",
    ]);
    const current = links.filter(([, attributes]) => attributes?.includes("aria-current"));
    expect(current.map(([, , label]) => label)).toEqual(["No Searches"]);
    expect(links[0]?.[1]).toContain('href="/admin/feed"');
  });

  test.each([
    ["unpaid", "Payment: Complete"],
    ["no_estate_agents", "Estate agent: Complete"],
    ["no_solicitors", "Solicitors: Complete"],
    ["no_searches", "Searches: Complete"],
    ["no_thirdfort_checks", "ID checks: Complete"],
  ] as const)(
    "the feed’s filter “%s” shows only matters without “%s”",
    async (filter, complete) => {
      const everything = readCards((await open("/admin/feed?count=500", ada)).html);
      const left = everything.filter(({ text }) => !text.includes(complete)).map(({ id }) => id);
      expect(left.length).toBeGreaterThan(0);
      expect(left.length).toBeLessThan(everything.length);
      const page = await open(`/admin/feed?filter=${filter}&count=500`, ada);
      expect(readCards(page.html).map(({ id }) => id)).toEqual(left);
      expect(page.text).toContain(`Showing ${left.length} of ${left.length} transactions`);
      expect(page.title).toBe(`Transaction Feed - ${FEED_FILTERS[filter].label} - Fanlight`);
      if (left.length > 5) {
        const first = await open(`/admin/feed?filter=${filter}`, ada);
        expect(first.html).toContain(
          `/admin/feed?filter=${filter}&amp;after=${left[4]}&amp;shown=5`,
        );
      }
    },
  );

  test("the feed shows a message if no matter matches the filter", async () => {
    const ids = await allIds("no_estate_agents");
    await db.transaction().execute(async (trx) => {
      await sql`update listed_transactions set estate_agent = 'complete'`.execute(trx);
    });
    try {
      const { text } = await open("/admin/feed?filter=no_estate_agents", ada);
      expect(text).toContain("Transactions not found");
      expect(text).toContain("Showing 0 of 0 transactions");
    } finally {
      await sql`update listed_transactions set estate_agent = 'outstanding'
        where id = any(${ids})`.execute(db);
    }
  });
});

test("the feed shows an error if it cannot be read (J-059)", async () => {
  expectError(/relation "listed_transactions" does not exist/);
  await withoutTable(db, "listed_transactions", async () => {
    const { status, text } = await open("/admin/feed", ada);
    expect(status).toBe(500);
    expect(text).toContain("There was an error while fetching transactions");
    expect(text).toContain("Menu");
  });
});
