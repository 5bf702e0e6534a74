import { describe, expect, test, vi } from "vitest";
import * as loqate from "#app/clients/loqate/client.server.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { listSales, readSale } from "#app/domain/sales/read-sale.server.ts";
import { action, loader } from "#app/routes/sell/about-the-property.tsx";
import { action as saveAboutYou, loader as showAboutYou } from "#app/routes/sell/about-you.tsx";
import { loader as showSeller } from "#app/routes/sell/seller.tsx";
import { loader as showTerms } from "#app/routes/sell/terms-and-conditions.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { flashIn } from "#tests/support/flash.ts";
import type { Visitor } from "#tests/support/sign-in.ts";
import { startDraft } from "#tests/support/create-matter.ts";
import { listErrors, get, post, shownValues } from "#tests/support/call-route.ts";
import {
  aboutYou,
  atSale,
  bea,
  countSales,
  readHiddenFields,
  postProperty,
  postSeller,
  property,
  sellerAtProperty,
  sellerAtTerms,
  listSellers,
  showProperty,
  readShownSaleId,
  readNewestSale,
} from "./flow.ts";

const { db } = useTestDatabase();

const other = { "address.line_1": "2 Other Street", "address.uprn": "100050535499" };

async function sellerOfTwo() {
  const seller = await sellerAtProperty(db);
  const form = { ...(await readHiddenFields(seller)), ...property };
  const a = await readShownSaleId(seller);
  await post(action, form, seller);
  const b = await startDraft(db, "sell", seller.id);
  await postProperty(atSale(seller, b), other);
  return { seller, form, a, b };
}

const findSale = (seller: Visitor, id: string) => readSale(db, { id, seller_id: seller.id });

describe("a form of one sale while another tab has another sale (AMB-A07)", () => {
  test("submitting an earlier sale’s form again changes that sale, not the newer one", async () => {
    const { seller, form, a, b } = await sellerOfTwo();
    const first = atSale(seller, a);
    const dearer = { ...form, asking_price_pounds: "460,000" };
    expect(await post(action, dearer, first)).toMatchObject({ status: 409, data: { version: 1 } });
    await post(action, { ...dearer, version: "1" }, first);
    expect((await findSale(seller, b)).property.address.line_1).toBe("2 Other Street");
    expect(await findSale(seller, a)).toMatchObject({ asking_price_pounds: 460_000 });
  });

  test("the button that adds a seller to an earlier sale leads to a page of that sale", async () => {
    const { seller, form, a } = await sellerOfTwo();
    const toAdd = await post(action, { ...form, intent: "sellers.add" }, atSale(seller, a));
    expect(toAdd.location).toBe(`/sell/about-the-property/sellers/add?sale=${a}`);
  });
});

describe("the sale in the URL of seller pages", () => {
  test("a seller’s URL without a sale redirects to the most recent unfinished sale", async () => {
    const { seller, a, b } = await sellerOfTwo();
    const named = { ...seller, path: `/sell/terms-and-conditions?sale=${a}` };
    expect((await get(showTerms, named)).data).toMatchObject({ id: a });
    const bare = { ...seller, path: "/sell/terms-and-conditions?x=1" };
    expect((await get(showTerms, bare)).location).toBe(`/sell/terms-and-conditions?x=1&sale=${b}`);
  });

  test("the about-you page leads to the property page of the sale in its URL", async () => {
    const { seller, a } = await sellerOfTwo();
    const answer = await post(saveAboutYou, aboutYou, { ...seller, path: `/?sale=${a}` });
    expect(answer.location).toBe(`/sell/about-the-property?sale=${a}`);
    expect((await get(showAboutYou, { ...seller, path: `/?sale=${a}` })).data).toMatchObject({
      query: { sale: a },
    });
  });

  test("the URL of a new sale’s form shows the saved sale after the Back button", async () => {
    const seller = await sellerAtProperty(db);
    const id = await readShownSaleId(seller);
    await postProperty(seller);
    await startDraft(db, "sell", seller.id);
    expect(await showProperty(atSale(seller, id))).toMatchObject({
      version: 1,
      answers: { tenure: "Freehold" },
    });
  });
});

describe("two tabs with two new sales", () => {
  test("two tabs with different new sales keep answers and people apart, and create two sales", async () => {
    const seller = await sellerAtProperty(db);
    const ids = [await readShownSaleId(seller), await startDraft(db, "sell", seller.id)];
    const [one, two] = ids.map((id) => atSale(seller, id));
    if (!one || !two) throw new Error("There are not two");
    const form = { ...property, another_seller: "yes", intent: "keep", version: "0" };
    await post(action, form, one);
    await post(action, { ...form, ...other }, two);
    await postSeller(two, "add", bea);
    expect(await showProperty(one)).toMatchObject({ sellers: [] });

    await postProperty(one, { another_seller: "no" });
    await postProperty(two, { ...other, another_seller: "yes" });
    const sales = await Promise.all(ids.map((id) => findSale(seller, id)));
    expect(sales.map(({ sellers }) => sellers.length)).toEqual([1, 2]);
    expect(sales.map(({ property: { address } }) => address.line_1)).toEqual([
      "12 Arch Street",
      "2 Other Street",
    ]);
  });
});

describe("the ids of people in the list of sellers", () => {
  const ann = { ...bea, first_name: "Ann" };

  test("a double submit of “Remove Ann” does not remove Bob", async () => {
    const seller = await sellerAtProperty(db);
    await postSeller(seller, "add", ann);
    await postSeller(seller, "add", { ...bea, first_name: "Bob" });
    const [first] = await listSellers(seller);
    const intent = `sellers.remove:${first?.id ?? ""}`;
    await postProperty(seller, { another_seller: "yes", intent });
    await postProperty(seller, { another_seller: "yes", intent });
    expect(await listSellers(seller)).toMatchObject([{ name: "Bob Byron" }]);
  });

  test("submitting the page of a removed seller changes no other seller", async () => {
    const seller = await sellerAtProperty(db);
    await postSeller(seller, "add", ann);
    await postSeller(seller, "add", { ...bea, first_name: "Bob" });
    const id = (await listSellers(seller))[0]?.id ?? "";
    await postProperty(seller, { intent: `sellers.remove:${id}` });
    const stale = await postSeller(seller, id, { ...ann, first_name: "Anna" });
    const here = `/sell/about-the-property?sale=${await readShownSaleId(seller)}#sellers`;
    expect(stale.location).toBe(here);
    expect(await flashIn(stale)).toMatchObject({ title: "This person is no longer on your list" });
    expect(await listSellers(seller)).toMatchObject([{ name: "Bob Byron" }]);
    const at = atSale(seller, await readShownSaleId(seller));
    const opened = await get(showSeller, { ...at, params: { person: id } });
    expect(opened.location).toBe(here);
  });

  test("a double submit of “Remove” for a seller of a saved sale removes only that seller", async () => {
    const seller = await sellerAtProperty(db);
    await postSeller(seller, "add", ann);
    await postSeller(seller, "add", { ...bea, first_name: "Bob" });
    await postProperty(seller, { another_seller: "yes" });
    const [first] = await listSellers(seller);
    const intent = `sellers.remove:${first?.id ?? ""}`;
    const remove = () => postProperty(seller, { another_seller: "yes", intent });
    await remove();
    await remove();
    expect(await listSellers(seller)).toMatchObject([{ name: "Bob Byron" }]);
  });

  test("the sellers of an old draft without ids can be shown and removed", async () => {
    const seller = await sellerAtProperty(db);
    const person = { ...bea, correspondence_address: { line_1: "1 Other Road" } };
    const sellers = [ann, { ...bea, first_name: "Bob" }].map((names) => ({ ...person, ...names }));
    const data = JSON.stringify({ answers: { tenure: "Freehold" }, sellers });
    await db.updateTable("drafts").set({ data }).where("user_id", "=", seller.id).execute();
    const [first] = await listSellers(seller);
    const intent = `sellers.remove:${first?.id ?? ""}`;
    await postProperty(seller, { intent });
    await postProperty(seller, { intent });
    expect(await listSellers(seller)).toMatchObject([{ name: "Bob Byron" }]);
  });
});

describe("concurrent changes to a sale’s draft", () => {
  test("an address search keeps a seller that another tab adds while the search runs", async () => {
    const seller = await sellerAtProperty(db);
    const form = { ...(await readHiddenFields(seller)), tenure: "Leasehold" };
    const search = vi.spyOn(loqate, "findAddresses").mockImplementation(async () => {
      await postSeller(seller, "add", bea);
      return [];
    });
    try {
      const find = { intent: "address.find:address", "address.query": "YO1" };
      await post(action, { ...form, ...find }, seller);
    } finally {
      search.mockRestore();
    }
    expect(await listSellers(seller)).toMatchObject([{ name: "Bea Byron" }]);
    expect(await showProperty(seller)).toMatchObject({
      answers: { tenure: "Leasehold", another_seller: "yes" },
    });
  });

  test("sellers who are added concurrently are all stored, up to nine", async () => {
    const seller = await sellerAtProperty(db);
    const add = (middle_name: string) => postSeller(seller, "add", { ...bea, middle_name });
    await Promise.all(Array.from("ABCDEFGH").map(add));
    expect(await listSellers(seller)).toHaveLength(8);
    await Promise.all(Array.from("IJKL").map(add));
    expect(await listSellers(seller)).toHaveLength(9);
  });

  test("repeated submits of the page that adds a seller add one seller", async () => {
    const seller = await sellerAtProperty(db);
    await Promise.all([1, 2, 3].map(() => postSeller(seller, "add", bea)));
    expect(await listSellers(seller)).toHaveLength(1);
  });

  test("an autosave of the sale form stores invalid values in the draft, and creates no sale", async () => {
    const seller = await sellerAtProperty(db);
    const kept = { ...(await readHiddenFields(seller)), intent: "keep", asking_price_pounds: "4" };
    expect(await post(action, kept, seller)).toMatchObject({ status: 204, data: null });
    expect(await showProperty(seller)).toMatchObject({ answers: { asking_price_pounds: "4" } });
    expect(await countSales(db, seller)).toBe(0);
  });

  test("an autosave of the sale form that arrives after the submit creates no draft", async () => {
    const seller = await sellerAtProperty(db);
    const form = { ...(await readHiddenFields(seller)), ...property };
    const late = { intent: "keep", asking_price_pounds: "4" };
    await post(action, form, seller);
    expect(await post(action, { ...form, ...late }, seller)).toMatchObject({ status: 204 });
    const { id, version } = await readNewestSale(db, seller);
    expect(await readShownSaleId(seller)).toBe(id);
    const change = { ...form, version: String(version) };
    await post(action, { ...change, asking_price_pounds: "500,000" }, seller);
    expect(await post(action, { ...change, ...late }, seller)).toMatchObject({ status: 204 });
    expect(await db.selectFrom("drafts").where("user_id", "=", seller.id).execute()).toEqual([]);
  });
});

describe("two tabs that change one sale", () => {
  test("a tab with outdated sale answers shows the saved values, and can submit again to overwrite them", async () => {
    const seller = await sellerAtTerms(db);
    const first = await readHiddenFields(seller);
    expect(first.version).toBe("1");
    await postProperty(seller, { asking_price_pounds: "500,000" });
    const late = { ...first, ...property, tenure: "Leasehold" };
    const told = await post(action, late, seller);
    expect(told).toMatchObject({ status: 409, data: { version: 2 } });
    expect(listErrors(told)).toEqual({
      "": [
        "Your answers were changed in another tab or on another device. To replace them with what’s on this page, select Continue again",
      ],
      tenure: ["Saved in another tab or on another device: Freehold"],
      asking_price_pounds: ["Saved in another tab or on another device: £500,000"],
    });
    expect(Object.keys(listErrors(told))).toEqual(["", "tenure", "asking_price_pounds"]);
    expect(shownValues(told)).toMatchObject({
      asking_price_pounds: "450,000",
      tenure: "Leasehold",
    });
    expect((await readNewestSale(db, seller)).asking_price_pounds).toBe(500_000);
    // The form still has the version that the typed values are based on.
    expect(await readHiddenFields(seller)).toMatchObject({ version: "1" });

    await post(action, { ...late, version: "2" }, seller);
    expect((await readNewestSale(db, seller)).asking_price_pounds).toBe(450_000);
  });

  test("a double submit of the same sale answers causes no conflict", async () => {
    const seller = await sellerAtTerms(db);
    const form = {
      ...(await readHiddenFields(seller)),
      ...property,
      asking_price_pounds: "470,000",
    };
    const terms = `/sell/terms-and-conditions?sale=${seller.transaction_id}`;
    const sent = [await post(action, form, seller), await post(action, form, seller)];
    expect(sent.map(({ location }) => location)).toEqual([terms, terms]);
    expect((await readNewestSale(db, seller)).asking_price_pounds).toBe(470_000);
    expect(await db.selectFrom("drafts").where("user_id", "=", seller.id).execute()).toEqual([]);
  });
});

describe("a second sale of the same property (AMB-D12)", () => {
  async function again() {
    const seller = await sellerAtTerms(db);
    const id = await startDraft(db, "sell", seller.id);
    return { seller, first: seller.transaction_id, second: atSale(seller, id) };
  }

  test("submitting a second sale of the same property leads to the first one, with the new answers for review", async () => {
    const { seller, first, second } = await again();
    const answer = await postProperty(second, { asking_price_pounds: "460,000" });
    expect(answer.location).toBe(`/sell/about-the-property?sale=${first}`);
    expect(await flashIn(answer)).toMatchObject({
      title: "You’ve already started selling this property",
    });
    expect(await countSales(db, seller)).toBe(1);
    expect(await showProperty(atSale(seller, first))).toMatchObject({
      answers: { asking_price_pounds: "460,000" },
    });
    expect((await readNewestSale(db, seller)).asking_price_pounds).toBe(450_000);
    expect((await get(loader, second)).location).toBe(`/?sale=${first}`);
  });

  test("concurrent submits of the same property in two tabs create one sale", async () => {
    const seller = await sellerAtProperty(db);
    const one = atSale(seller, await readShownSaleId(seller));
    const two = atSale(seller, await startDraft(db, "sell", seller.id));
    const sent = await Promise.all([one, two].map((at) => post(action, property, at)));
    expect(await countSales(db, seller)).toBe(1);
    expect(sent.map(({ path }) => path).toSorted()).toEqual([
      "/sell/about-the-property",
      "/sell/terms-and-conditions",
    ]);
  });

  test("one seller can sell two flats of the same house", async () => {
    const seller = await sellerAtProperty(db);
    for (const [flat, uprn] of [
      ["Flat 1", "100050535501"],
      ["Flat 2", "100050535502"],
    ] as const) {
      const at = atSale(seller, await startDraft(db, "sell", seller.id));
      const home = { "address.line_1": flat, "address.line_2": "1 Arch Street" };
      await post(action, { ...property, ...home, "address.uprn": uprn }, at);
    }
    expect(await countSales(db, seller)).toBe(2);
  });

  test("submitting a second sale of the same property redirects to the dashboard if the first is paid for", async () => {
    const { seller, first, second } = await again();
    const event = {
      transaction_id: first,
      event_name: "payment_successful",
      author: "system",
    } as const;
    await recordEvent(db, event);
    const answer = await postProperty(second);
    expect(answer.location).toBe(`/dashboard/sell/${first}`);
    expect(await countSales(db, seller)).toBe(1);
    expect((await get(loader, second)).location).toBe(`/?sale=${first}`);
  });
});

test("the seller’s list of sales includes all address lines", async () => {
  const seller = await sellerAtProperty(db);
  await postProperty(seller, { "address.line_2": "The Mews", "address.line_3": "Old Town" });
  expect(await listSales(db, seller.id)).toMatchObject([{ line_3: "Old Town" }]);
});

test("a seller who is added on the page of one sale is not added to another", async () => {
  const { seller, a, b } = await sellerOfTwo();
  await postSeller(atSale(seller, a), "add", bea);
  expect(await listSellers(seller, `/?sale=${a}`)).toHaveLength(1);
  expect(await listSellers(seller, `/?sale=${b}`)).toEqual([]);
});
