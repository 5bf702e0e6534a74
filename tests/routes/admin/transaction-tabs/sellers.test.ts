import { beforeAll, describe, expect, test } from "vitest";
import { createAddress } from "#app/domain/shared/address.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { bea, homeAddress } from "#tests/support/sales.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { insertSaleAtStage } from "../../account/matters.ts";
import { open } from "../pages.ts";
import { currentTab, listCards, listRows } from "./cards.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

const findTab = (id: string) => `/admin/transactions/${id}/sellers`;

describe("the Sellers tab (K-011 K-039 to K-044)", () => {
  test("the Sellers tab has a row for each seller with customer type, primary flag and contact details", async () => {
    const seller = await signIn(db);
    const id = await insertSaleAtStage(db, seller.id, {
      change: { customer_type: "representative", additional_sellers: [bea] },
    });
    const { html, status, title } = await open(findTab(id), ada);
    expect(status).toBe(200);
    expect(title).toMatch(/^12 Arch Street, York, YO1 7HZ \(F-\d+\) - Sellers - Fanlight$/);
    expect(listRows(html, "Everyone selling")).toEqual([
      {
        Person: "Sam Seller",
        "Customer type": "Representative",
        "Primary customer": "Yes",
        Email: seller.email,
        Phone: "07400 123456",
        Address: "– None",
        Action: "Correct Sam Seller’s details",
      },
      {
        Person: "Bea Byron",
        "Customer type": "Individual owner",
        "Primary customer": "No",
        Email: "bea@example.test",
        Phone: "07400 123457",
        Address: "4 Castle Lane, York, YO1 7HZ",
        Action: "Correct Bea Byron’s details",
      },
    ]);
    expect(html).toContain('href="tel:+447400123456"');
    expect(html).toContain('href="mailto:bea@example.test"');
    expect(currentTab(html)).toBe("Sellers 2");
    expect(html).not.toContain("Company seller");
  });

  test("the Sellers tab shows each person’s last sign-in and latest emails", async () => {
    const seller = await signIn(db);
    const last_signed_in_at = new Date("2026-10-01T13:05:00Z");
    await db.updateTable("users").set({ last_signed_in_at }).where("id", "=", seller.id).execute();
    const change = { additional_sellers: [bea] };
    const id = await insertSaleAtStage(db, seller.id, { change });
    const other = await insertSaleAtStage(db, seller.id);
    const sent = (day: string, body_text: string) => ({
      name: "matter_news",
      transaction_id: id,
      recipient: seller.email,
      status: "sent" as const,
      subject: `Arch Street, ${body_text}`,
      body_text,
      created_at: new Date(`2026-10-0${day}T12:00:00Z`),
      sent_at: new Date(`2026-10-0${day}T12:01:00Z`),
    });
    await db
      .insertInto("email_log")
      .values([
        sent("1", "too long ago"),
        { ...sent("2", "to both"), copied_to: ["Bea@example.test"] },
        { ...sent("3", "it is off"), status: "failed", last_error: "withdrawn", sent_at: null },
        { ...sent("4", "no mailbox"), status: "failed", last_error: "4xx", sent_at: null },
        { ...sent("5", "of another matter"), transaction_id: other },
        { ...sent("6", "to another person"), recipient: "cy@example.test" },
      ])
      .execute();
    const { text } = await open(findTab(id), ada);
    const [, told = ""] = text.split("Emails and last sign-in");
    const [ofSam = "", ofBea = ""] = told.split("Bea Byron");
    expect([...ofSam.matchAll(/Arch Street, [a-z ]+[A-Z][a-z]+, \S+ \S+/g)].map(String)).toEqual([
      "Arch Street, no mailbox Failed, 04/10/2026, 13:00",
      "Arch Street, it is off Withdrawn, 03/10/2026, 13:00",
      "Arch Street, to both Sent, 02/10/2026, 13:01",
    ]);
    expect(ofSam).toContain("Last signed in on 01/10/2026, 14:05");
    expect(ofBea).toContain("Has never signed in");
    expect(ofBea).toContain("Arch Street, to both Sent, 02/10/2026, 13:01 to both");
    expect(ofBea).not.toContain("no mailbox");
    expect(told).not.toMatch(/another|too long ago/);
  });

  test("the Sellers tab shows an email to a mailbox for each of the people who share it", async () => {
    const seller = await signIn(db);
    const change = { additional_sellers: [bea, { ...bea, first_name: "Cy" }] };
    const id = await insertSaleAtStage(db, seller.id, { change });
    const email = { name: "matter_news", transaction_id: id, recipient: "bea@example.test" };
    await db
      .insertInto("email_log")
      .values({ ...email, subject: "Arch Street, to one mailbox" })
      .execute();
    const { text } = await open(findTab(id), ada);
    const [, told = ""] = text.split("Emails and last sign-in");
    expect(told.match(/Arch Street, to one mailbox/g)).toHaveLength(2);
  });

  test("the Sellers tab shows the company of a development (K-039 K-040 K-041 X-025 X-056)", async () => {
    const id = await insertSaleAtStage(db, (await signIn(db)).id);
    const company = await db
      .insertInto("companies")
      .values({
        name: "Arch Homes Ltd",
        company_number: "01234567",
        address_id: await createAddress(db, { ...homeAddress, line_1: "1 Mill Yard" }),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .updateTable("transactions")
      .set({ type: "development", company_seller_id: company.id })
      .where("id", "=", id)
      .execute();
    const { html } = await open(findTab(id), ada);
    const cards = listCards(html);
    expect(cards.find(({ title }) => title === "Company seller")?.facts).toEqual({
      Name: "Arch Homes Ltd",
      "Company number": "01234567",
      "Registered address": "1 Mill Yard, York, YO1 7HZ",
    });
    expect(listRows(html, "Everyone selling")[0]?.Person).toBe("Sam Seller");
  });

  test("the Sellers tab shows an error if the sellers cannot be read, and still shows the rest of the page (K-022)", async () => {
    expectError(/relation "companies" does not exist/);
    const id = await insertSaleAtStage(db, (await signIn(db)).id);
    await withoutTable(db, "companies", async () => {
      const { status, text } = await open(findTab(id), ada);
      expect(status).toBe(500);
      expect(text).toContain("There was an error while fetching the transaction details");
      expect(text).toContain("Key Information");
    });
  });

  test.each(["0".repeat(24), "abc", "undefined", "%27%20or%201=1"])(
    "the Sellers tab answers 404 for the matter id %s (K-020)",
    async (id) => {
      for (const tab of ["sellers", "buyers", "orders"]) {
        const { status, text } = await open(`/admin/transactions/${id}/${tab}`, ada);
        expect(status).toBe(404);
        expect(text).toContain("Transaction not found");
      }
    },
  );
});
