import { sql } from "kysely";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { catalogue } from "#app/domain/events/catalogue.ts";
import { eventLabel } from "#app/domain/events/labels.ts";
import { log } from "#app/observability/log.server.ts";
import { eventIcon } from "#app/routes/admin/transactions/events/event-icons.ts";
import { seed } from "#db/demonstration/index.ts";
import { insertPurchase } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { newSale } from "#tests/support/sales.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { words } from "#tests/ui/render.tsx";
import { findSale } from "../account/matters.ts";
import { open } from "./pages.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeAll(async () => {
  await seed(db, { today: new Date("2026-11-20T12:00:00Z") });
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
});

/** The facts of a page's lists, by term. */
function listFacts(html: string): Record<string, string> {
  const pairs = [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)];
  return Object.fromEntries(pairs.map(([, term, fact]) => [term!, words(fact!)]));
}

/** The words of the badges in the page's head. */
function listBadges(html: string) {
  const [head = ""] = html.split("Key Information");
  return [...head.matchAll(/<span class="badge"[^>]*>(.*?)<\/span>/g)].map(([, badge]) =>
    words(badge!),
  );
}

async function sale() {
  const seller = await signIn(db);
  return findSale(db, seller.id);
}

describe("I-003 K-001 K-002 K-008 K-019 K-024 to K-037 the page of a matter", () => {
  test("its title, breadcrumbs and key information, of a new sale", async () => {
    const id = await sale();
    const { html, status, title } = await open(`/admin/transactions/${id}`, ada);
    expect(status).toBe(200);
    expect(title).toBe("12 Arch Street, York, YO1 7HZ - Property - Fanlight");
    expect(html).toMatch(/<h1[^>]*>12 Arch Street, York, YO1 7HZ<\/h1>/);
    expect(words(html.split("Breadcrumb")[1]!.split("</nav>")[0]!)).toContain(
      "Home Transactions 12 Arch Street, York, YO1 7HZ",
    );
    expect(listFacts(html)).toMatchObject({
      ID: expect.stringContaining(id),
      "Transaction type": "Resale",
      Property: expect.stringContaining("12 Arch Street, York, YO1 7HZ"),
      Tenure: "Freehold",
      "Asking price": "£450,000",
      "Payment type": "Stripe",
      "Foreign currency": "Yes",
      "Mortgage referral": "No",
      "Seller solicitor": "Not assigned",
      "Buyer solicitor": "Not assigned",
      "Estate agent": "Estate agent not assigned",
      "Group name": "None",
      "Created date": expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
      "Using referral code": "No",
    });
    for (const label of ["ID", "Property"]) {
      expect(html).toMatch(new RegExp(`Copy<span class="vh"> (<!-- -->)?${label}</span>`));
    }
  });

  test("of a unit of a group with solicitors, an agent and a code", async () => {
    const unit = await db
      .selectFrom("transactions")
      .innerJoin("transaction_groups", "transaction_groups.id", "transactions.group_id")
      .where("legals_started_at", "is not", null)
      .where("estate_agent_id", "is not", null)
      .select(["transactions.id", "transaction_groups.name"])
      .executeTakeFirstOrThrow();
    await db.deleteFrom("order_items").execute();
    await db.deleteFrom("orders").where("transaction_id", "=", unit.id).execute();
    const { code } = await db.selectFrom("referral_codes").select("code").executeTakeFirstOrThrow();
    await db
      .insertInto("orders")
      .values({
        transaction_id: unit.id,
        payment_type: "invoice",
        code,
        total_amount_pence: 0,
        stripe_transaction_status: "succeeded",
        paid_at: new Date("2026-06-30T23:30:00Z"),
      })
      .execute();
    await db
      .updateTable("transactions")
      .set({ legals_started_at: new Date("2026-07-02T10:00:00Z") })
      .where("id", "=", unit.id)
      .execute();
    const { html } = await open(`/admin/transactions/${unit.id}`, ada);
    expect(listBadges(html)).toEqual([
      "Group Transaction",
      "Paid via Invoice on 01/07/2026",
      "Legals started on 02/07/2026",
    ]);
    const facts = listFacts(html);
    expect(facts).toMatchObject({
      "Transaction type": "Development",
      "Payment type": "Invoice",
      "Group name": unit.name,
      "Using referral code": "Yes",
    });
    expect(facts["Seller solicitor"]).not.toBe("Not assigned");
    expect(facts["Estate agent"]).not.toBe("Estate agent not assigned");
  });

  test("K-003 K-005 K-006 the badges of a sale that is not paid", async () => {
    const { html } = await open(`/admin/transactions/${await sale()}`, ada);
    expect(listBadges(html)).toEqual(["Stripe Unpaid"]);
  });
});

describe("K-009 K-010 K-018 K-038 AMB-K01 AMB-K02 the tabs", () => {
  test("are links; the index shows the property", async () => {
    const seller = await signIn(db);
    const change = newSale();
    change.property.address.latitude = 53.96;
    change.property.address.longitude = -1.08;
    change.property.tenure = "Other";
    change.property.tenure_details = "Commonhold";
    change.property.title_number = "NYK12345";
    const id = await findSale(db, seller.id, { change });
    const index = await open(`/admin/transactions/${id}`, ada);
    const named = await open(`/admin/transactions/${id}/property`, ada);
    expect(listFacts(index.html)).toMatchObject({
      Address: "12 Arch Street York YO1 7HZ United Kingdom",
      Tenure: "Other: Commonhold",
      Value: "£450,000",
      Description: "Not provided",
      "Title number": "NYK12345",
      Map: "Show on a map",
    });
    expect(index.html).toContain("https://www.openstreetmap.org/?mlat=53.96&amp;mlon=-1.08");
    expect(listFacts(named.html)).toEqual(listFacts(index.html));
    expect(index.html).toMatch(
      new RegExp(
        `<a aria-current="page"[^>]* href="/admin/transactions/${id}/property">Property</a>`,
      ),
    );
    expect(index.html).toMatch(new RegExp(`href="/admin/transactions/${id}/events">Events</a>`));
  });

  test("AMB-K11 the value is the agreed price of the active purchase, and of no other", async () => {
    const id = await sale();
    const { property_id } = await db
      .selectFrom("transactions")
      .select("property_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const buyer = await signIn(db);
    await insertPurchase(db, { id, property_id }, buyer.id, false);
    expect(listFacts((await open(`/admin/transactions/${id}`, ada)).html).Value).toBe("£450,000");
    await insertPurchase(db, { id, property_id }, buyer.id, true);
    expect(listFacts((await open(`/admin/transactions/${id}`, ada)).html).Value).toBe("£290,000");
  });

  test("a property without coordinates is looked for by its address", async () => {
    const { html } = await open(`/admin/transactions/${await sale()}`, ada);
    expect(html).toContain("openstreetmap.org/search?query=12+Arch+Street%2C+York%2C+YO1+7HZ");
  });
});

describe("F-046 to F-048 K-088 to K-097 the timeline", () => {
  async function withEvents(count: number) {
    const id = await sale();
    await db.deleteFrom("events").where("transaction_id", "=", id).execute();
    await db
      .insertInto("events")
      .values(
        Array.from({ length: count }, (_, index) => ({
          transaction_id: id,
          event_name: index === 0 ? "sale_agreed" : "search_completed",
          type: index === 0 ? ("buyer" as const) : ("seller" as const),
          milestone: index === 0,
          author: index === 0 ? ("admin" as const) : ("provider" as const),
          author_id: index === 0 ? ada.id : null,
          comments: index === 0 ? "21/11/2026" : `Search ${index}`,
          date_time: new Date(Date.UTC(2026, 6, 1, 23, 30 - index)),
        })),
      )
      .execute();
    return id;
  }
  const listItems = (html: string) =>
    [...html.matchAll(/<li><h3>.*?<\/li>/g)].map(([item]) => words(item));

  test("the first five, then all, then less", async () => {
    const id = await withEvents(7);
    const few = await open(`/admin/transactions/${id}/events`, ada);
    expect(listItems(few.html)).toHaveLength(5);
    expect(few.html).toContain(`href="/admin/transactions/${id}/events?events=all">All events</a>`);
    const all = await open(`/admin/transactions/${id}/events?events=all`, ada);
    expect(listItems(all.html)).toHaveLength(7);
    expect(all.html).toContain(`href="/admin/transactions/${id}/events">Show less</a>`);
    expect(all.text).not.toContain("All events");
  });

  test("five are all there is", async () => {
    const { html, text } = await open(`/admin/transactions/${await withEvents(5)}/events`, ada);
    expect(listItems(html)).toHaveLength(5);
    expect(text).not.toContain("All events");
  });

  test("each says side, milestone, time in London, author and comments", async () => {
    const { html } = await open(`/admin/transactions/${await withEvents(2)}/events`, ada);
    expect(listItems(html)).toEqual([
      "Sale Agreed B Buyer side Milestone 02/07/2026, 00:30 Ada Marsh 21/11/2026",
      "Search Completed S Seller side 02/07/2026, 00:29 Provider Search 1",
    ]);
    expect(html).toMatch(/data-icon="calendar".*data-icon="magnifier"/);
  });

  test.each([
    ["payment_successful", "card"],
    ["sale_agreed", "calendar"],
    ["thirdfort_check_ordered", "id-card"],
    ["something_of_a_later_version", "document"],
  ])("K-088 beside %s stands a %s", (name, icon) => {
    expect(eventIcon(name)).toBe(icon);
  });

  test("every event has a picture, also one that this version does not know", async () => {
    const id = await withEvents(1);
    for (const name of [...Object.keys(catalogue), "moved_house"]) {
      await db
        .updateTable("events")
        .set({ event_name: name })
        .where("transaction_id", "=", id)
        .execute();
      const { html } = await open(`/admin/transactions/${id}/events`, ada);
      expect(html).toContain(`data-icon="${eventIcon(name)}"`);
      expect(html).toContain(eventLabel(name));
    }
  });

  test("K-099 when it fails", async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const id = await sale();
    await sql`alter table events rename to away`.execute(db);
    try {
      const { status, text } = await open(`/admin/transactions/${id}/events`, ada);
      expect(status).toBe(500);
      expect(text).toContain("An unknown error occurred");
      expect(text).toContain("Key Information");
    } finally {
      await sql`alter table away rename to events`.execute(db);
    }
  });
});

describe("K-008 K-088 to K-093 beside the tabs", () => {
  /** The card that folds shut, from its title to its end. */
  const card = (html: string, title: string) =>
    new RegExp(`<summary[^>]*><svg.*?</svg>${title}</summary>(.*?)</details>`).exec(html)?.[1];

  test("stand the key information and the five latest events, on every tab but that of the events", async () => {
    const id = await sale();
    await db
      .insertInto("events")
      .values(
        Array.from({ length: 6 }, (_, index) => ({
          transaction_id: id,
          event_name: "search_completed",
          type: "seller" as const,
          milestone: index === 5,
          author: "provider" as const,
          comments: `Search ${index + 1}`,
          date_time: new Date(Date.UTC(2027, 6, 1, 23, index)),
        })),
      )
      .execute();
    for (const tab of ["", "/sellers", "/buyers", "/orders", "/solicitors", "/estate-agent"]) {
      const { html } = await open(`/admin/transactions/${id}${tab}`, ada);
      expect(card(html, "Key Information")).toContain(id);
      const latest = card(html, "Latest events") ?? "";
      expect(latest).toContain(`href="/admin/transactions/${id}/events?events=all">All events</a>`);
      const [, list = ""] = /<ol[^>]*>(.*?)<\/ol>/.exec(latest) ?? [];
      expect(list.split("</li>").slice(0, -1).map(words)).toEqual([
        "Search Completed S Seller side Milestone 02/07/2027, 00:05 Provider: Search 6",
        ...[4, 3, 2, 1].map(
          (n) => `Search Completed S Seller side 02/07/2027, 00:0${n} Provider: Search ${n + 1}`,
        ),
      ]);
    }
    const { html } = await open(`/admin/transactions/${id}/events`, ada);
    expect(card(html, "Key Information")).toContain(id);
    expect(card(html, "Latest events")).toBeUndefined();
  });

  test("of a matter without events", async () => {
    const id = await sale();
    await db.deleteFrom("events").where("transaction_id", "=", id).execute();
    const { html } = await open(`/admin/transactions/${id}`, ada);
    expect(card(html, "Latest events")).toContain("No event found");
  });

  test("events that cannot be read leave the rest of the page", async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const id = await sale();
    await sql`alter table events rename to away`.execute(db);
    try {
      const { status, html } = await open(`/admin/transactions/${id}/sellers`, ada);
      expect(status).toBe(200);
      expect(card(html, "Latest events")).toContain(
        "There was an error while fetching the latest events",
      );
      expect(card(html, "Key Information")).toContain(id);
    } finally {
      await sql`alter table away rename to events`.execute(db);
    }
  });
});

describe("K-020 K-021 K-098 AMB-A08 AMB-A13 what is not there", () => {
  test.each(["000000000000000000000000", "abc", "undefined", "%27%20or%201=1"])(
    "%s",
    async (id) => {
      for (const tab of ["", "/property", "/events", "/events?events=all"]) {
        const { status, text, title } = await open(`/admin/transactions/${id}${tab}`, ada);
        expect(status).toBe(404);
        const name = tab.startsWith("/events") ? "Events" : "Property";
        expect(title).toBe(`Transaction not found - ${name} - Fanlight`);
        expect(text).toContain("Transaction not found");
        expect(text).toContain("Menu");
        expect(text).not.toContain("Key Information");
      }
    },
  );

  test("what cannot be read", async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const id = await sale();
    await sql`alter table properties rename to away`.execute(db);
    try {
      const { status, text } = await open(`/admin/transactions/${id}`, ada);
      expect(status).toBe(500);
      expect(text).toContain("There was an error getting the transaction");
      expect(text).toContain("Menu");
    } finally {
      await sql`alter table away rename to properties`.execute(db);
    }
  });
});
