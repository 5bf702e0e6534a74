import { beforeAll, describe, expect, test } from "vitest";
import { createAddress } from "#app/domain/fields/address.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { bea, homeAddress } from "#tests/support/sales.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { without } from "#tests/support/without.ts";
import { findSale } from "../../account/matters.ts";
import { open } from "../pages.ts";
import { currentTab, listCards, listRows } from "./cards.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

const findTab = (id: string) => `/admin/transactions/${id}/sellers`;

describe("K-011 K-039 to K-044 the sellers of a matter", () => {
  test("a row per seller: customer type, primary flag, how to reach them", async () => {
    const seller = await signIn(db);
    const id = await findSale(db, seller.id, {
      change: { customer_type: "representative", additional_sellers: [bea] },
    });
    const { html, status, title } = await open(findTab(id), ada);
    expect(status).toBe(200);
    expect(title).toBe("12 Arch Street, York, YO1 7HZ - Sellers - Fanlight");
    expect(listRows(html, "People who sell")).toEqual([
      {
        Person: "Sam Seller",
        "Customer type": "Representative",
        "Primary customer": "Yes",
        Email: seller.email,
        Phone: "07400 123456",
        Address: "– None",
        Action: "Correct Sam Seller",
      },
      {
        Person: "Bea Byron",
        "Customer type": "Individual owner",
        "Primary customer": "No",
        Email: "bea@example.test",
        Phone: "07400 123457",
        Address: "4 Castle Lane, York, YO1 7HZ",
        Action: "Correct Bea Byron",
      },
    ]);
    expect(html).toContain('href="tel:+447400123456"');
    expect(html).toContain('href="mailto:bea@example.test"');
    expect(currentTab(html)).toBe("Sellers 2");
    expect(html).not.toContain("Company seller");
  });

  test("K-039 K-040 K-041 X-025 X-056 the company of a development", async () => {
    const id = await findSale(db, (await signIn(db)).id);
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
    expect(listRows(html, "People who sell")[0]?.Person).toBe("Sam Seller");
  });

  test("K-022 when they cannot be read, the rest of the page stays", async () => {
    expectError(/relation "companies" does not exist/);
    const id = await findSale(db, (await signIn(db)).id);
    await without(db, "companies", async () => {
      const { status, text } = await open(findTab(id), ada);
      expect(status).toBe(500);
      expect(text).toContain("There was an error while fetching the transaction details");
      expect(text).toContain("Key Information");
    });
  });

  test.each(["0".repeat(24), "abc", "undefined", "%27%20or%201=1"])(
    "K-020 there is no matter %s",
    async (id) => {
      for (const tab of ["sellers", "buyers", "orders"]) {
        const { status, text } = await open(`/admin/transactions/${id}/${tab}`, ada);
        expect(status).toBe(404);
        expect(text).toContain("Transaction not found");
      }
    },
  );
});
