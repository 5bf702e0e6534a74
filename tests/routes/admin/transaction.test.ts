import { beforeAll, describe, expect, test } from "vitest";
import { seed } from "#db/demo/index.ts";
import { insertPurchase } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { newSale } from "#tests/support/sales.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { visibleText } from "#tests/ui/render.tsx";
import { insertSaleAtStage } from "../account/matters.ts";
import { open } from "./pages.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeAll(async () => {
  await seed(db, { today: new Date("2026-11-20T12:00:00Z") });
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
});

function listFacts(html: string): Record<string, string> {
  const pairs = [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)];
  return Object.fromEntries(pairs.map(([, term, fact]) => [term!, visibleText(fact!)]));
}

function listBadges(html: string) {
  const [head = ""] = html.split('class="stage-strip"');
  return [...head.matchAll(/<span class="badge"[^>]*>(.*?)<\/span>/g)].map(([, badge]) =>
    visibleText(badge!),
  );
}

async function sale() {
  const seller = await signIn(db);
  return insertSaleAtStage(db, seller.id);
}

describe("the page of a matter (I-003 K-001 K-002 K-008 K-019 K-024 to K-037)", () => {
  test("the page of a matter shows the title, breadcrumbs and key information of a new sale", async () => {
    const id = await sale();
    const { html, status, title } = await open(`/admin/transactions/${id}`, ada);
    expect(status).toBe(200);
    expect(title).toMatch(/^12 Arch Street, York, YO1 7HZ \(F-\d+\) - Overview - Fanlight$/);
    expect(html).toMatch(/<h1[^>]*>12 Arch Street, York, YO1 7HZ<\/h1>/);
    expect(visibleText(html.split("Breadcrumb")[1]!.split("</nav>")[0]!)).toContain(
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

  test("the page of a matter shows a unit of a group, with its solicitors, agent and referral code", async () => {
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
      "Group name": `${unit.name} Take out of this group`,
      "Using referral code": "Yes",
    });
    expect(facts["Seller solicitor"]).not.toBe("Not assigned");
    expect(facts["Estate agent"]).not.toBe("Estate agent not assigned");
  });

  test("the page of a matter shows refunds next to the payment", async () => {
    const { id: order_id, transaction_id } = await db
      .selectFrom("orders")
      .select(["id", "transaction_id"])
      .where("stripe_transaction_status", "=", "succeeded")
      .executeTakeFirstOrThrow();
    const refund = (amount_pence: number, day: string, more = {}) =>
      db
        .insertInto("payment_reviews")
        .values({
          order_id,
          reason: "refunded",
          stripe_transaction_id: `pi_${day}`,
          stripe_status: "succeeded",
          amount_pence,
          currency: "gbp",
          happened_at: new Date(`${day}T23:30:00Z`),
          ...more,
        })
        .execute();
    const badges = async () =>
      listBadges((await open(`/admin/transactions/${transaction_id}`, ada)).html);
    expect(await badges()).not.toContainEqual(expect.stringContaining("Refunded"));
    await refund(10_000, "2026-06-29");
    await refund(4_000, "2026-06-30");
    await refund(1_000, "2026-07-05", { closed_at: new Date() });
    expect(await badges()).toContain("Refunded £140.00 on 01/07/2026");
  });

  test("the page of a matter shows the badge of a sale that is not paid for (K-003 K-005 K-006)", async () => {
    const { html } = await open(`/admin/transactions/${await sale()}`, ada);
    expect(listBadges(html)).toEqual(["Stripe Unpaid"]);
  });
});

describe("the tabs of a matter (K-009 K-010 K-018 K-038 AMB-K01 AMB-K02)", () => {
  test("the tabs of a matter are links, and the first is the overview at the matter’s own address", async () => {
    const seller = await signIn(db);
    const change = newSale();
    change.property.address.latitude = 53.96;
    change.property.address.longitude = -1.08;
    change.property.tenure = "Other";
    change.property.tenure_details = "Commonhold";
    change.property.title_number = "NYK12345";
    const id = await insertSaleAtStage(db, seller.id, { change });
    const index = await open(`/admin/transactions/${id}`, ada);
    const named = await open(`/admin/transactions/${id}/property`, ada);
    expect(listFacts(named.html)).toMatchObject({
      Address: "12 Arch Street York YO1 7HZ United Kingdom",
      Tenure: "Other: Commonhold",
      Value: "£450,000",
      Description: "Not provided",
      "Title number": "NYK12345",
      Map: "Show on a map",
    });
    expect(named.html).toContain("https://www.openstreetmap.org/?mlat=53.96&amp;mlon=-1.08");
    for (const [html, path, tab] of [
      [index.html, "", "Overview"],
      [named.html, "/property", "Property"],
    ]) {
      const link = `<a aria-current="page"[^>]* href="/admin/transactions/${id}${path}">${tab}</a>`;
      expect(html).toMatch(new RegExp(link));
      const tabs = html!.split('<nav aria-label="Transaction"')[1]!.split("</nav>")[0]!;
      expect(tabs.match(/aria-current="page"/g)).toHaveLength(1);
    }
    expect(index.html).toMatch(new RegExp(`href="/admin/transactions/${id}/events">Events</a>`));
  });

  test("the Property tab shows the agreed price of the active purchase only (AMB-K11)", async () => {
    const id = await sale();
    const { property_id } = await db
      .selectFrom("transactions")
      .select("property_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const buyer = await signIn(db);
    await insertPurchase(db, { id, property_id }, buyer.id, false);
    expect(listFacts((await open(`/admin/transactions/${id}/property`, ada)).html).Value).toBe(
      "£450,000",
    );
    await insertPurchase(db, { id, property_id }, buyer.id, true);
    expect(listFacts((await open(`/admin/transactions/${id}/property`, ada)).html).Value).toBe(
      "£290,000",
    );
  });

  test("the Property tab links a property without coordinates to a map search by address", async () => {
    const { html } = await open(`/admin/transactions/${await sale()}/property`, ada);
    expect(html).toContain("openstreetmap.org/search?query=12+Arch+Street%2C+York%2C+YO1+7HZ");
  });
});

describe("the stage strip of a matter", () => {
  const strip = (html: string) =>
    visibleText(html.split('class="stage-strip"')[1]!.split('<nav aria-label="Transaction"')[0]!);

  test("the stage strip on every tab shows the stage, next step, holder and dates of a new sale", async () => {
    const id = await sale();
    for (const tab of ["", "/buyers", "/events"]) {
      const { html } = await open(`/admin/transactions/${id}${tab}`, ada);
      expect(strip(html)).toMatch(
        /Stage Not instructed Stages and notes Next step Chase the seller for payment View (?:order|sellers) Waiting for Seller for \d+ days? Completion Not set Open for \d+ days?/,
      );
    }
  });

  test("the stage strip shows an exchanged sale with its planned completion date", async () => {
    const id = await sale();
    const { property_id } = await db
      .selectFrom("transactions")
      .select("property_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const { id: purchase } = await insertPurchase(
      db,
      { id, property_id },
      (await signIn(db)).id,
      true,
    );
    await db
      .updateTable("purchase_intents")
      .set({ exchanged: "2025-04-11", completed: "2999-05-02" })
      .where("id", "=", purchase)
      .execute();
    const said = strip((await open(`/admin/transactions/${id}`, ada)).html);
    expect(said).toContain("Stage 7 of 7 Completion Stages and notes");
    expect(said).toMatch(/Waiting for Both solicitors Completion 02\/05\/2999/);
  });
});

describe("matters that do not exist (K-020 K-021 K-098 AMB-A08 AMB-A13)", () => {
  test.each(["000000000000000000000000", "abc", "undefined", "%27%20or%201=1"])(
    "every tab of a matter answers 404 for the id %s",
    async (id) => {
      for (const tab of ["", "/property", "/events", "/events?events=all"]) {
        const { status, text, title } = await open(`/admin/transactions/${id}${tab}`, ada);
        expect(status).toBe(404);
        const name = tab.startsWith("/events") ? "Events" : tab ? "Property" : "Overview";
        expect(title).toBe(`Transaction not found - ${name} - Fanlight`);
        expect(text).toContain("Transaction not found");
        expect(text).toContain("Menu");
        expect(text).not.toContain("Key Information");
      }
    },
  );

  test("the page of a matter shows an error if the matter cannot be read", async () => {
    expectError(/relation "properties" does not exist/);
    const id = await sale();
    await withoutTable(db, "properties", async () => {
      const { status, text } = await open(`/admin/transactions/${id}`, ada);
      expect(status).toBe(500);
      expect(text).toContain("There was an error getting the transaction");
      expect(text).toContain("Menu");
    });
  });
});
