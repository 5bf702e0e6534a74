import { describe, expect, test } from "vitest";
import { loader as showBuyer } from "#app/routes/buy/buyer.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { createHomeForSale } from "#tests/support/purchases.ts";
import { startDraft } from "#tests/support/create-matter.ts";
import { get } from "#tests/support/call-route.ts";
import {
  buyerAtProperty,
  gail,
  jo,
  listPeople,
  postBuyer,
  postGiftor,
  postProperty,
  readShownPurchaseId,
} from "./flow.ts";
import { open } from "./pages.ts";

const { db } = useTestDatabase();
const ADD = "/buy/about-the-property/buyers/add";
const OFFER = "Use details you’ve already given us for";

async function buyerAgain() {
  const buyer = await buyerAtProperty(db);
  const { property_id } = await createHomeForSale(db);
  await postBuyer(buyer, "add", jo);
  await postGiftor(buyer, "add", gail);
  await postProperty(buyer, { property_id, ownership_type: "Joint", gifts: "yes" });
  await startDraft(db, "buy", buyer.id);
  return buyer;
}

function readLink(html: string, name: string): string {
  const link = new RegExp(
    `<a [^>]*href="([^"]*\\?purchase=[0-9a-f]{24}&amp;known=[0-9a-f]{24})"[^>]*>${name}</a>`,
  ).exec(html);
  return link?.[1]?.replace("&amp;", "&") ?? "";
}

describe("filling in the details of people from an earlier purchase (C-043, WCAG 3.3.7)", () => {
  test("the page that adds a buyer offers no people to choose from on a first purchase", async () => {
    const { text } = await open(ADD, await buyerAtProperty(db));
    expect(text).not.toContain(OFFER);
  });

  test("one click fills in the page with the details of a person from an earlier purchase", async () => {
    const buyer = await buyerAgain();
    const empty = await open(ADD, buyer);
    expect(empty.text).toContain(OFFER);
    expect(empty.html).not.toContain('value="Jo"');
    expect(readLink(empty.html, "Gail Giver")).not.toBe("");
    const { html, text } = await open(readLink(empty.html, "Jo Joint"), buyer);
    for (const value of ["Jo", "Joint", "jo@example.test", "07400 123457"]) {
      expect(html).toContain(`value="${value}"`);
    }
    expect(text).toContain("1 Other Road");
  });

  test("filling in the details of an earlier giftor leaves the amount and relationship empty (D-045 D-046)", async () => {
    const buyer = await buyerAgain();
    const page = "/buy/about-the-property/giftors/add";
    const { html } = await open(readLink((await open(page, buyer)).html, "Gail Giver"), buyer);
    expect(html).toContain('value="gail@example.test"');
    expect(html).not.toMatch(/name="amount_pounds"[^>]* value="[^"]/);
    expect(html).not.toMatch(/name="relationship"[^>]* checked/);
  });

  test("the page that adds a buyer does not offer people already listed, and the page that changes a buyer offers no one", async () => {
    const buyer = await buyerAgain();
    await postBuyer(buyer, "add", jo);
    const { html, text } = await open(ADD, buyer);
    expect(text).toContain(OFFER);
    expect(readLink(html, "Jo Joint")).toBe("");
    const { id } = (await listPeople(buyer)).buyers[0]!;
    const page = await open(`/buy/about-the-property/buyers/${id}`, buyer);
    expect(page.text).toContain("Save buyer");
    expect(page.text).not.toContain(OFFER);
  });

  test("the page that adds a buyer never offers or fills in another customer’s people (AMB-A10)", async () => {
    const owner = await buyerAgain();
    const known = readLink((await open(ADD, owner)).html, "Jo Joint");
    const thief = await buyerAtProperty(db);
    const { search } = new URL(known, "http://localhost:3000");
    for (const query of [
      `&known=${new URLSearchParams(search).get("known")}`,
      "&known=undefined",
      "&known=' or 1=1",
      "&known=",
    ]) {
      const path = `${ADD}?purchase=${await readShownPurchaseId(thief)}${query}`;
      const { data } = await get(showBuyer, { ...thief, path, params: { person: "add" } });
      expect(data).toMatchObject({ known: [], person: { correspondence_address: {} } });
      expect(
        Reflect.get(Object(Reflect.get(Object(data), "person")), "first_name"),
      ).toBeUndefined();
    }
  });
});
