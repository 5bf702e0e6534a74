import { beforeAll, describe, expect, test } from "vitest";
import { FUNDING_SOURCES, fundingText } from "#app/domain/shared/funding.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { fullPurchasePeople } from "#tests/support/purchases.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { visibleText } from "#tests/ui/render.tsx";
import { open } from "../pages.ts";
import { currentTab, listCards, listRows } from "./cards.ts";
import { createMatter, createPurchaseAtStage } from "./matter.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

const findTab = (id: string) => `/admin/transactions/${id}/buyers`;

async function openTab(id: string) {
  const page = await open(findTab(id), ada);
  const cards = listCards(page.html);
  const intents = cards.filter(({ title }) => title.startsWith("Purchase Intent"));
  return { ...page, cards, intents };
}

describe("the Buyers tab (K-012 K-046 to K-050 K-062 K-063 AMB-K09)", () => {
  test("the Buyers tab shows a message if there are no purchases", async () => {
    const { text, intents } = await openTab((await createMatter(db)).id);
    expect(intents).toEqual([]);
    expect(text).toContain("No buyers yet.");
    expect(text).toContain("Buyers 0");
  });

  test("the Buyers tab numbers purchases in order of creation, and lists the active one first, then the newest (WF-14.1)", async () => {
    const matter = await createMatter(db);
    await createPurchaseAtStage(db, matter, { active: true });
    const second = await createPurchaseAtStage(db, matter);
    const third = await createPurchaseAtStage(db, matter, { terms: false });
    const other = await createMatter(db);
    await createPurchaseAtStage(db, other);
    const { html, intents, title } = await openTab(matter.id);
    expect(intents.map((intent) => intent.title)).toEqual([
      "Purchase Intent 1 Active",
      "Purchase Intent 3 Inactive",
      "Purchase Intent 2 Inactive",
    ]);
    expect(title).toMatch(/ - Buyers - Fanlight$/);
    expect(currentTab(html)).toBe("Buyers 3");
    // Only the second purchase can be activated: its terms are accepted, and it is not active.
    const links = [...html.matchAll(/href="([^"]*\/activate)"[^>]*>(.*?)<\/a>/g)];
    expect(links.map(([, to, label]) => [to, visibleText(label!)])).toEqual([
      [`${findTab(matter.id)}/${second.id}/activate`, "Activate Purchase Intent 2"],
    ]);
    expect(html).toContain(`href="${findTab(matter.id)}/${third.id}/dates"`);
  });

  test("the Buyers tab shows every answer and person of a purchase (K-045 K-051 to K-061 K-071 X-031 to X-038)", async () => {
    const matter = await createMatter(db);
    const buyer = await createPurchaseAtStage(
      db,
      matter,
      {},
      { ...fullPurchasePeople, is_using_foreign_currency: "no" },
    );
    await db
      .updateTable("purchase_intents")
      .set({ terms_accepted_at: new Date("2026-07-01T23:30:00Z"), sale_agreed: "2025-01-01" })
      .where("id", "=", buyer.id)
      .execute();
    const { html, intents } = await openTab(matter.id);
    const [intent] = intents;
    expect(intent!.facts).toEqual({
      "Sale Agreed": "01/01/2025",
      "Contract pack sent": "Not set",
      "Enquiries raised": "Not set",
      "Enquiries answered": "Not set",
      "Priority search made": "Not set",
      Exchanged: "Not set",
      Completed: "Not set",
      Aborted: "Not set",
      "Agreed price": "£440,000",
      "Foreign currency": "No",
      "Mortgage required": "Yes",
      "Mortgage provider": "Nationwide Building Society",
      Funding: "Savings from employment, Other",
      "Funding comments": "A prize",
      Gifts: "Yes",
      "Purchase dependent on sale": "Yes",
      "Ownership type": "Joint",
      "First time buyer": "Not sure",
      "Mortgage referral": "Yes",
      "Mortgage broker": "Not known",
      "Referral fee": "Not known",
      "Terms accepted": "Accepted on 02/07/2026",
    });
    expect(intent!.text).toContain("Significant Dates for Purchase Intent 1");
    expect(listRows(html, "Buyers for Purchase Intent 1")).toEqual([
      expect.objectContaining({
        Person: "Bea Byron",
        Capacity: "Primary",
        Email: buyer.email,
        Phone: "07400 123456",
      }),
      {
        Person: "Jo Joint",
        Capacity: "Additional",
        Email: "jo@example.test",
        Phone: "07400 123458",
        Address: "4 Castle Lane, York, YO1 7HZ",
        Action: "Correct Jo Joint’s details",
      },
    ]);
    expect(listRows(html, "Giftors for Purchase Intent 1")).toEqual([
      {
        Person: "Gail Giver",
        Amount: "£20,000",
        Relationship: "Parent",
        Email: "gail@example.test",
        Phone: "07400 123458",
        Address: "4 Castle Lane, York, YO1 7HZ",
        Action: "Correct Gail Giver’s details",
      },
      expect.objectContaining({
        Person: "Guy Giver",
        Amount: "£5",
        Relationship: "Other Family",
      }),
    ]);
  });

  test("the Buyers tab shows the active purchase in full, and each other purchase collapsed to one line", async () => {
    const matter = await createMatter(db);
    await createPurchaseAtStage(db, matter, { active: true });
    await createPurchaseAtStage(db, matter, { first_name: "Cy" });
    const { html, intents } = await openTab(matter.id);
    expect([...html.matchAll(/<details( open="")?><summary>/g)].map(([, open]) => !!open)).toEqual([
      true,
      false,
    ]);
    expect(intents[1]!.text).toMatch(
      /^Purchase Intent 2 Inactive Cy Byron £[\d,]+ Since \d\d\/\d\d\/\d{4}/,
    );
  });

  test("the Buyers tab shows placeholders for a missing mortgage or comments (K-054 K-056)", async () => {
    const matter = await createMatter(db);
    await createPurchaseAtStage(
      db,
      matter,
      { terms: false },
      {
        mortgage_required_for_purchase: "no",
        mortgage_provider: null,
      },
    );
    const [intent] = (await openTab(matter.id)).intents;
    expect(intent!.facts).toMatchObject({
      "Mortgage required": "No",
      "Mortgage provider": "None",
      "Funding comments": "None",
      "Terms accepted": "Not accepted",
    });
  });

  test("the Buyers tab escapes HTML in text that a buyer typed", async () => {
    const matter = await createMatter(db);
    await createPurchaseAtStage(
      db,
      matter,
      { first_name: "<b>Bea</b>" },
      {
        other_funding: true,
        other_funding_comments: "<script>alert(1)</script>",
      },
    );
    const { html } = await openTab(matter.id);
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<b>Bea");
  });

  test("the Buyers tab shows an error if the purchases cannot be read (K-022)", async () => {
    expectError(/column .*amount_pounds.* does not exist/);
    const matter = await createMatter(db);
    await withoutTable(db, "parties.amount_pounds", async () => {
      const { status, text } = await openTab(matter.id);
      expect(status).toBe(500);
      expect(text).toContain("There was an error while fetching the transaction details");
      expect(text).toContain("Key Information");
    });
  });
});

describe("the text about a purchase’s funding (K-055 X-036 X-037)", () => {
  const none = {
    savings_from_employment: false,
    investment_portfolio: false,
    inheritance: false,
    divorce_settlement: false,
    pension_lump_sum_withdrawal: false,
    sale_of_shares: false,
    directors_loans_dividends: false,
    other_funding: false,
    remortgage: false,
  };

  test.each([
    ...FUNDING_SOURCES.map(({ name, label }) => [name, label] as const),
    ["remortgage", "Remortgage"] as const,
  ])("the funding text renders %s as %j", (name, label) => {
    expect(fundingText({ ...none, [name]: true })).toBe(label);
  });

  test("the funding text joins two or more sources, and is “None” if there is no source", () => {
    expect(fundingText({ ...none, inheritance: true, sale_of_shares: true })).toBe(
      "Inheritance, Sale of shares",
    );
    expect(fundingText(none)).toBe("None");
  });
});
