import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { insertOffice } from "#tests/support/estate-agents.ts";
import { expectError, logged } from "#tests/support/log-guard.ts";
import { withReplicationRole } from "#tests/support/replica.ts";
import { insertLawFirm, insertLawyerGroup } from "#tests/support/solicitors.ts";
import type { Visitor } from "#tests/support/sign-in.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { signInEditors } from "./estate-agents/editors.ts";
import { open } from "./pages.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T12:00:00Z") });
  await emptyTables(db);
  ({ ada } = await signInEditors(db));
});
afterEach(() => void vi.useRealTimers());

const STATS = "/admin/stats";
const referralsOf = (kind: string) => `${STATS}/referrals/${kind}`;

function between(text: string, from: string, to?: string) {
  const start = text.lastIndexOf(from);
  expect(start, from).toBeGreaterThan(-1);
  return text.slice(start, to ? text.indexOf(to, start) : undefined);
}

// PostgreSQL does not know the faked date, so a new row has its own.
async function insertSaleMade(ownerId: string, made: string, type: "resale" | "development") {
  const sale = await insertSale(db, ownerId);
  await db
    .updateTable("transactions")
    .set({ created_at: new Date(made), type })
    .where("id", "=", sale.id)
    .execute();
}

async function insertLeads(estate_agent_id: string, made: string, count = 1) {
  await db
    .insertInto("leads")
    .values(
      Array.from({ length: count }, () => ({
        estate_agent_id,
        property_address: "1 Arch Street, Bath",
        initial_asking_price_pounds: 300_000,
        seller_1_name: "Ada Byron",
        seller_1_email: "ada@example.test",
        seller_1_phone: "+447400123456",
        created_at: new Date(made),
      })),
    )
    .execute();
}

describe("the statistics page (I-024 I-037)", () => {
  test("the statistics page is in the menu, and shows every panel even without data (I-050)", async () => {
    const { status, title, html, text } = await open(STATS, ada);
    expect(status).toBe(200);
    expect(title).toMatch(/^Stats & Metrics/);
    expect(html).toContain('href="/admin/stats"');
    for (const said of [
      "Figures for November 2026 include data up to 22/11/2026",
      "New Transactions",
      "New Leads",
      "Leads By Estate Agent",
      "Solicitors Assignments",
      "Foreign Currency and Mortgage Referrals",
      "Office Health",
      "Updated weekly on Fridays at 5pm UTC",
      "No solicitors were assigned in these months.",
    ]) {
      expect(text).toContain(said);
    }
  });

  test("the statistics page shows three months as a chart, a text and a table (S-001 S-002 S-003)", async () => {
    const { id } = await insertPerson(db, "seller@example.test");
    await insertSaleMade(id, "2026-11-01T00:00:00Z", "development");
    await insertSaleMade(id, "2026-10-31T23:00:00Z", "development");
    await insertSaleMade(id, "2026-11-22T11:00:00Z", "resale");
    await insertLeads((await insertOffice(db, "One")).id, "2026-09-10T12:00:00Z", 3);
    const { text } = await open(STATS, ada);
    expect(text).toContain(
      "Bar chart: 0 in September 2026, 1 in October 2026, 2 in November 2026 so far",
    );
    // The name of a panel appears in its heading and in the caption of its table, for screen
    // readers (AX-13).
    expect(text.match(/new transactions/gi)).toHaveLength(2);
    expect(text.match(/new leads/gi)).toHaveLength(2);
    // The columns are in the order of the chart, and the last one shows the change.
    expect(between(text, "Type Sep 2026 Oct 2026 Nov 2026 Total 0")).toContain(
      "Total 0 1 2 +1 Resale 0 0 1 +1 Development 0 1 1 ±0",
    );
    expect(text).toContain("Type Sep 2026 Oct 2026 Nov 2026 Total 3 0 0 ±0");
  });
});

describe("Leads By Estate Agent (S-004 S-005 S-006)", () => {
  async function insertOffices(count: number) {
    for (let n = 1; n <= count; n++) {
      const { id } = await insertOffice(db, `Office ${String(n).padStart(2, "0")}.`);
      await insertLeads(id, "2026-11-10T12:00:00Z", n);
    }
  }

  test("the leads table shows ten offices, then all after “Show More”, then ten after “Show Less”", async () => {
    await insertOffices(12);
    const first = await open(STATS, ada);
    const shown = between(first.text, "Office Sep 2026", "Solicitors Assignments");
    expect(shown.match(/Office \d\d\./g)).toEqual(
      [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => `Office ${String(n).padStart(2, "0")}.`),
    );
    expect(shown).toContain("Showing 10 of 12 offices Show More (offices)");
    expect(shown).not.toContain("Show Less");
    const [, more = ""] = /href="([^"]*offices=\d+)"/.exec(first.html) ?? [];

    const all = await open(more, ada);
    const table = between(all.text, "Office Sep 2026", "Solicitors Assignments");
    expect(table.match(/Office \d\d\./g)).toHaveLength(12);
    expect(table).toContain("Showing 12 of 12 offices Show Less (offices)");
    expect(table).not.toContain("Show More");
    expect(all.html).toContain('href="/admin/stats">Show Less');
  });

  test.each(["offices=-1", "offices=x", "offices=1e9", "offices=9", "offices=10.5", "offices="])(
    "the leads table shows ten offices for the invalid query %s",
    async (query) => {
      await insertOffices(11);
      expect((await open(`${STATS}?${query}`, ada)).text).toContain("Showing 10 of 11 offices");
    },
  );

  test("the leads table of ten offices has no “Show More”, and its links keep the size of the Office Health table", async () => {
    await insertOffices(10);
    expect((await open(STATS, ada)).text).not.toContain("Show More");
    await insertOffices(1);
    const { html } = await open(`${STATS}?health=110`, ada);
    expect(html).toContain('href="/admin/stats?offices=110&amp;health=110"');
  });
});

test("the solicitors table shows each law firm’s sell, buy and total counts for two months, and a sum (S-007)", async () => {
  const law_firm_id = await insertLawFirm(db, { name: "Ashby Law" });
  const group = await insertLawyerGroup(db, { law_firm_id });
  const { id } = await insertPerson(db, "seller@example.test");
  for (const on of ["2026-11-02T12:00:00Z", "2026-10-02T12:00:00Z", "2026-11-03T12:00:00Z"]) {
    await insertSaleMade(id, "2026-11-22T11:00:00Z", "resale");
    await db
      .updateTable("transactions")
      .set({ seller_lawyer_group_id: group, legals_started_at: new Date(on) })
      .where("legals_started_at", "is", null)
      .execute();
  }
  await db
    .updateTable("transactions")
    .set({ buyer_lawyer_group_id: group })
    .where("legals_started_at", "=", new Date("2026-11-02T12:00:00Z"))
    .execute();
  const { html, text } = await open(STATS, ada);
  expect(between(text, "Law firm", "Foreign")).toContain(
    "Oct sell Oct 2026 sell Oct buy Oct 2026 buy Oct total Oct 2026 total " +
      "Nov sell Nov 2026 sell Nov buy Nov 2026 buy Nov total Nov 2026 total " +
      "Ashby Law 1 0 1 2 1 3 All 1 0 1 2 1 3",
  );
  expect(html).toContain(`href="/admin/law-firms/${law_firm_id}"`);
});

describe("Foreign Currency and Mortgage Referrals (S-008 to S-015)", () => {
  async function aReferral(first_name: string, last_name = "Byron") {
    const { id } = await insertPerson(db, `${crypto.randomUUID()}@example.test`);
    await db.updateTable("users").set({ first_name, last_name }).where("id", "=", id).execute();
    const sale = await insertSale(db, id);
    await db
      .updateTable("transactions")
      .set({ is_using_foreign_currency: "yes", requires_mortgage_referral: "no" })
      .where("id", "=", sale.id)
      .execute();
    return sale;
  }

  test("the referrals table shows name, type, property, value and start of legals, or a placeholder for each (WF-19.3 S-008 S-009 S-010 S-011 S-012 S-013 S-014 S-015)", async () => {
    const zoe = await aReferral("Zoe");
    await db
      .updateTable("transactions")
      .set({ legals_started_at: new Date("2026-06-30T23:30:00Z") })
      .execute();
    const ann = await aReferral("Ann");
    await aReferral("", "");
    const buyer = await insertPerson(db, "buyer@example.test");
    await db
      .updateTable("users")
      .set({ first_name: "", last_name: "" })
      .where("id", "=", buyer.id)
      .execute();
    const purchase = await insertPurchase(db, ann, buyer.id, false);
    await db
      .updateTable("purchase_intents")
      .set({ requires_mortgage_referral: "yes" })
      .where("id", "=", purchase.id)
      .execute();
    // Replica mode turns off the check that every purchase has a property.
    await withReplicationRole(db, async (trx) => {
      await sql`update purchase_intents set property_id = ${"f".repeat(24)}`.execute(trx);
    });

    const { html, text } = await open(STATS, ada);
    const head = "Name Type Property address Property value Legals started";
    expect(between(text, "Foreign Currency", "Mortgage Referrals Mortgage")).toContain(
      `${head} Ann Byron Seller 1 Arch Street, Bath £300,000 Not started ` +
        "Unknown Seller Seller 1 Arch Street, Bath £300,000 Not started " +
        "Zoe Byron Seller 1 Arch Street, Bath £300,000 01/07/2026",
    );
    expect(text).toContain(`${head} Unknown Buyer Buyer No address £290,000 Not started`);
    expect(html).toContain(`href="/admin/transactions/${zoe.id}"`);
  });

  test("the referrals table shows ten rows, and the others are on a separate page, 20 at a time", async () => {
    expect((await open(STATS, ada)).text).toContain("No referrals yet.");
    for (let n = 10; n < 33; n++) await aReferral(`Person${n}`);
    const { text, html } = await open(STATS, ada);
    expect(text).toContain("Show all 23");
    expect(text).toContain("Person19");
    expect(text).not.toContain("Person20");
    expect(html).toContain(`href="${referralsOf("foreign_currency")}"`);

    const first = await open(referralsOf("foreign_currency"), ada);
    expect(first.title).toMatch(/^Foreign Currency/);
    expect(first.text).toContain("Showing 20 of 23");
    const [, next = ""] = /href="([^"]*after=[^"]*)"/.exec(first.html) ?? [];
    const second = await open(next.replaceAll("&amp;", "&"), ada);
    expect(second.text).toContain("Person30 Byron");
    expect(second.text).toContain("Showing 23 of 23");
    expect(second.title).toContain("from 21");
    for (const query of ["after=x", `after=${"f".repeat(24)}`, "count=-1"]) {
      const page = await open(`${referralsOf("foreign_currency")}?${query}`, ada);
      expect([page.status, page.text.includes("Person10")]).toEqual([200, true]);
    }
  });

  test.each(["nothing", "toString", "%00"])(
    "the page of all referrals answers 404 for the kind %s",
    async (kind) => {
      expect((await open(referralsOf(kind), ada)).status).toBe(404);
    },
  );
});

describe("Office Health (S-016 S-018)", () => {
  test("the Office Health panel shows a message if there is no data (S-018)", async () => {
    expect((await open(STATS, ada)).text).toContain(
      "No data available yet. The scraper runs weekly on Fridays.",
    );
  });

  test("the Office Health panel shows the newest week, and ten agents at first (S-016)", async () => {
    const week = (day: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({
        week: day,
        estate_agent_name: `Agent ${n + 10}`,
        weekly_listings: n,
        monthly_listings: 1_000 + n,
        total_active_listings: 2_000 + n,
      }));
    await db
      .insertInto("office_health")
      .values([...week("2026-11-13", 14), ...week("2026-11-20", 12)])
      .execute();
    const { text } = await open(STATS, ada);
    expect(text).toContain("Updated weekly on Fridays at 5pm UTC. Last updated on 20/11/2026");
    const table = between(text, "Estate agent Weekly");
    expect(table).toContain("Estate agent Weekly Monthly Total active Agent 10 0 1,000 2,000");
    expect(table).toContain("Agent 19");
    expect(table).not.toContain("Agent 20");
    expect((await open(`${STATS}?health=110`, ada)).text).toContain("Agent 21 11 1,011 2,011");
  });
});

describe("statistics panels that cannot be read (S-019)", () => {
  const FAILURES = {
    leads: ["Failed to retrieve lead statistics", "Failed to retrieve leads by estate agent"],
    office_health: ["Failed to retrieve office health statistics"],
    law_firms: ["Failed to retrieve solicitor assignment statistics"],
    brands: ["Failed to retrieve leads by estate agent"],
    adviser_referrals: [
      "Failed to fetch foreign currency data: Something went wrong",
      "Failed to fetch mortgage referral data: Something went wrong",
    ],
  };
  const every = [...new Set(Object.values(FAILURES).flat())];

  beforeEach(async () => {
    const group = await insertLawyerGroup(db);
    const { id } = await insertPerson(db, "seller@example.test");
    await insertSaleMade(id, "2026-11-22T11:00:00Z", "resale");
    await db
      .updateTable("transactions")
      .set({ seller_lawyer_group_id: group, legals_started_at: new Date() })
      .execute();
  });

  test.each(Object.entries(FAILURES))(
    "the statistics page shows errors in the panels that need the table %s: %s (S-026 S-027)",
    async (table, said) => {
      expectError(new RegExp(`relation "${table}" does not exist`));
      const { status, html, text } = await withoutTable(db, table, () =>
        open(`${STATS}?health=110`, ada),
      );
      expect(status).toBe(200);
      expect(every.filter((failure) => text.includes(failure))).toEqual(said);
      expect(html.split(">Try again<")).toHaveLength(said.length + 1);
      expect(html).toContain('href="/admin/stats?health=110">Try again');
      expect(text).toContain("Total 0 0 1 +1 Resale 0 0 1 +1");
      expect(logged("error")).toHaveLength(said.length);
    },
  );

  test("the statistics page answers 500 if no panel can be read", async () => {
    const tables = ["transactions", "leads", "office_health"];
    for (const table of tables) expectError(new RegExp(`relation "${table}" does not exist`));
    const openWithout = ([table, ...others]: string[]): ReturnType<typeof open> =>
      table ? withoutTable(db, table, () => openWithout(others)) : open(STATS, ada);
    const page = await openWithout(tables);
    expect([page.status, page.text.includes("Office Health")]).toEqual([500, true]);
  });

  test("the page of all referrals shows an error if the referrals cannot be read (S-027)", async () => {
    expectError(/relation "adviser_referrals" does not exist/);
    const { status, text } = await withoutTable(db, "adviser_referrals", () =>
      open(referralsOf("mortgage"), ada),
    );
    expect(status).toBe(500);
    expect(text).toContain("Failed to fetch mortgage referral data: Something went wrong");
  });
});
