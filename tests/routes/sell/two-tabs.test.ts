import { describe, expect, test, vi } from "vitest";
import * as loqate from "#app/clients/loqate/client.server.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { listSales, readSale } from "#app/domain/sales/read-sale.server.ts";
import { action as resume } from "#app/routes/account/welcome-back.tsx";
import { action } from "#app/routes/sell/about-the-property.tsx";
import { action as saveAboutYou, loader as showAboutYou } from "#app/routes/sell/about-you.tsx";
import { action as saveSeller, loader as showSeller } from "#app/routes/sell/seller.tsx";
import { loader as showTerms } from "#app/routes/sell/terms-and-conditions.tsx";
import { action as begin } from "#app/routes/sell/welcome.tsx";
import { findSale as saleOfSeller } from "#tests/routes/account/matters.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { flashIn } from "#tests/support/flash.ts";
import { readOnboarding, type Visitor } from "#tests/support/sign-in.ts";
import { listErrors, get, post, typedIn } from "#tests/support/visit.ts";
import {
  aboutYou,
  bea,
  countSales,
  hidden,
  postProperty,
  postSeller,
  property,
  sellerAtProperty,
  sellerAtTerms,
  listSellers,
  showProperty,
  theSale,
} from "./flow.ts";

const { db } = useTestDatabase();

const other = { "address.line_1": "2 Other Street", "address.uprn": "100050535499" };
const NEW = { path: "/?sale=new" };

/** Somebody with two sales, and the form that made the first. */
async function sellerOfTwo() {
  const seller = await sellerAtProperty(db);
  const form = { ...(await hidden(seller)), ...property };
  await post(action, form, seller);
  const a = (await theSale(db, seller)).id;
  await post(begin, {}, seller);
  await postProperty(seller, other);
  const b = (await theSale(db, seller)).id;
  expect(a).not.toBe(b);
  return { seller, form, a, b };
}

const findSale = (seller: Visitor, id: string) => readSale(db, { id, seller_id: seller.id });

describe("AMB-A07 a form is about the sale that it made", () => {
  test("sent again while the session works on another sale, it changes its own", async () => {
    const { seller, form, a, b } = await sellerOfTwo();
    const again = await post(action, { ...form, asking_price_pounds: "460,000" }, seller);
    expect(again).toMatchObject({ status: 409, data: { transaction_id: a } });
    await post(action, { ...form, transaction_id: a, asking_price_pounds: "460,000" }, seller);
    expect((await findSale(seller, b)).property.address.line_1).toBe("2 Other Street");
    expect(await findSale(seller, a)).toMatchObject({ asking_price_pounds: 460_000 });
  });

  test("its buttons are about that sale as well", async () => {
    const { seller, form, a } = await sellerOfTwo();
    const toAdd = await post(action, { ...form, intent: "sellers.add" }, seller);
    expect(toAdd.location).toBe(`/sell/about-the-property/sellers/add?sale=${a}`);
  });
});

describe("the address of a page names its sale", () => {
  test("a bare one leads to the one that says so", async () => {
    const { seller, a, b } = await sellerOfTwo();
    const named = { ...seller, path: `/sell/terms-and-conditions?sale=${a}` };
    expect((await get(showTerms, named)).data).toMatchObject({ id: a });
    const bare = { ...seller, path: "/sell/terms-and-conditions?x=1" };
    expect((await get(showTerms, bare)).location).toBe(`/sell/terms-and-conditions?x=1&sale=${b}`);
  });

  test("from one's own details on: about-you goes on with the sale it came from", async () => {
    const { seller, a } = await sellerOfTwo();
    const answer = await post(saveAboutYou, aboutYou, { ...seller, path: `/?sale=${a}` });
    expect(answer.location).toBe(`/sell/about-the-property?sale=${a}`);
    const anew = await post(saveAboutYou, aboutYou, { ...seller, ...NEW });
    expect(anew.location).toBe("/sell/about-the-property?sale=new");
    expect((await get(showAboutYou, { ...seller, path: `/?sale=${a}` })).data).toMatchObject({
      query: { sale: a },
    });
  });

  test("a new one stays new, whatever another tab works on", async () => {
    const seller = await sellerAtTerms(db);
    await post(begin, {}, seller);
    await post(resume, { sale: seller.transaction_id }, seller);
    expect(await showProperty(seller, NEW.path)).toMatchObject({
      transaction_id: "",
      answers: {},
    });
  });

  test("the back button finds the sale that the new form has made, whatever another tab works on", async () => {
    const seller = await sellerAtTerms(db);
    expect(await showProperty(seller, NEW.path)).toMatchObject({
      transaction_id: seller.transaction_id,
    });
    const other = await saleOfSeller(db, seller.id, { line_1: "2 Other Street" });
    await post(resume, { sale: other }, seller);
    expect(await showProperty(seller, NEW.path)).toMatchObject({
      transaction_id: seller.transaction_id,
    });
  });
});

test("the form for a new sale that somebody has typed in again stays, and does not lead to the one made before", async () => {
  const seller = await sellerAtTerms(db);
  const typed = { intent: "keep", transaction_id: "", tenure: "Leasehold" };
  await post(action, typed, { ...seller, ...NEW });
  expect(await showProperty(seller, NEW.path)).toMatchObject({
    transaction_id: "",
    answers: { tenure: "Leasehold" },
  });
});

describe("people in a list have ids", () => {
  const ann = { ...bea, first_name: "Ann" };

  test("a double press of Remove Ann leaves Bob", async () => {
    const seller = await sellerAtProperty(db);
    await postSeller(seller, "add", ann);
    await postSeller(seller, "add", { ...bea, first_name: "Bob" });
    const [first] = await listSellers(seller);
    const intent = `sellers.remove:${first?.id ?? ""}`;
    await postProperty(seller, { another_seller: "yes", intent });
    await postProperty(seller, { another_seller: "yes", intent });
    expect(await listSellers(seller)).toMatchObject([{ name: "Bob Byron" }]);
  });

  test("a stale page about Ann does not become one about Bob", async () => {
    const seller = await sellerAtProperty(db);
    await postSeller(seller, "add", ann);
    await postSeller(seller, "add", { ...bea, first_name: "Bob" });
    const id = (await listSellers(seller))[0]?.id ?? "";
    await postProperty(seller, { intent: `sellers.remove:${id}` });
    const stale = await postSeller(seller, id, { ...ann, first_name: "Anna" });
    expect(stale.location).toBe("/sell/about-the-property?sale=new#sellers");
    expect(await flashIn(stale)).toMatchObject({ title: "This person is no longer on your list" });
    expect(await listSellers(seller)).toMatchObject([{ name: "Bob Byron" }]);
    const opened = await get(showSeller, { ...seller, ...NEW, params: { person: id } });
    expect(opened.location).toBe("/sell/about-the-property?sale=new#sellers");
  });

  test("those of a sale on record keep theirs between two presses", async () => {
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

  test("a draft of before, whose people have none, is read and changed", async () => {
    const seller = await sellerAtProperty(db);
    const person = { ...bea, correspondence_address: { line_1: "1 Other Road" } };
    const sellers = [ann, { ...bea, first_name: "Bob" }].map((names) => ({ ...person, ...names }));
    const data = JSON.stringify({ answers: { tenure: "Freehold" }, sellers });
    const row = { user_id: seller.id, form: "sell/about-the-property", data };
    await db.insertInto("drafts").values(row).execute();
    const [first] = await listSellers(seller);
    const intent = `sellers.remove:${first?.id ?? ""}`;
    await postProperty(seller, { intent });
    await postProperty(seller, { intent });
    expect(await listSellers(seller)).toMatchObject([{ name: "Bob Byron" }]);
  });

  test("somebody new switches the session to the sale of the page", async () => {
    const { seller, a } = await sellerOfTwo();
    await postSeller(seller, "add", { ...bea, matter_id: a });
    expect(await readOnboarding(db, seller.id)).toMatchObject({ transaction_id: a });
  });
});

describe("a draft is changed where it stands", () => {
  test("a search for an address does not drop whom another tab has added meanwhile", async () => {
    const seller = await sellerAtProperty(db);
    const form = { ...(await hidden(seller)), tenure: "Leasehold" };
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

  test("eight people added at once are eight, and nine stay the most", async () => {
    const seller = await sellerAtProperty(db);
    const add = (middle_name: string) => postSeller(seller, "add", { ...bea, middle_name });
    await Promise.all(Array.from("ABCDEFGH").map(add));
    expect(await listSellers(seller)).toHaveLength(8);
    await Promise.all(Array.from("IJKL").map(add));
    expect(await listSellers(seller)).toHaveLength(9);
  });

  test("one person added by a double press is one", async () => {
    const seller = await sellerAtProperty(db);
    await Promise.all([1, 2, 3].map(() => postSeller(seller, "add", bea)));
    expect(await listSellers(seller)).toHaveLength(1);
  });

  test("what is only kept is not judged, and not sent off", async () => {
    const seller = await sellerAtProperty(db);
    const kept = { ...(await hidden(seller)), intent: "keep", asking_price_pounds: "4" };
    expect(await post(action, kept, seller)).toMatchObject({ status: 204, data: null });
    expect(await showProperty(seller)).toMatchObject({ answers: { asking_price_pounds: "4" } });
    expect(await countSales(db, seller)).toBe(0);
  });

  test("what is kept on the way and arrives after the form was sent off is no draft", async () => {
    const seller = await sellerAtProperty(db);
    const form = { ...(await hidden(seller)), ...property };
    const late = { intent: "keep", asking_price_pounds: "4" };
    await post(action, form, seller);
    expect(await post(action, { ...form, ...late }, seller)).toMatchObject({ status: 204 });
    const { id, version } = await theSale(db, seller);
    const change = { ...form, transaction_id: id, version: String(version) };
    await post(action, { ...change, asking_price_pounds: "500,000" }, seller);
    expect(await post(action, { ...change, ...late }, seller)).toMatchObject({ status: 204 });
    expect(await db.selectFrom("drafts").where("user_id", "=", seller.id).execute()).toEqual([]);
  });
});

describe("two tabs change one sale", () => {
  test("the later one is told what is saved, and Continue is then a choice", async () => {
    const seller = await sellerAtTerms(db);
    const first = await hidden(seller);
    expect(first.version).toBe("1");
    await postProperty(seller, { asking_price_pounds: "500,000" });
    const late = { ...first, ...property, tenure: "Leasehold" };
    const told = await post(action, late, seller);
    expect(told).toMatchObject({ status: 409, data: { version: "2" } });
    expect(listErrors(told)).toEqual({
      "": [
        "Your answers were changed in another tab or on another device. To replace them with what’s on this page, select Continue again",
      ],
      tenure: ["Saved in another tab or on another device: Freehold"],
      asking_price_pounds: ["Saved in another tab or on another device: £500,000"],
    });
    // In the order of the page.
    expect(Object.keys(listErrors(told))).toEqual(["", "tenure", "asking_price_pounds"]);
    expect(typedIn(told)).toMatchObject({ asking_price_pounds: "450,000", tenure: "Leasehold" });
    expect((await theSale(db, seller)).asking_price_pounds).toBe(500_000);
    // Nor after a look elsewhere: what was typed is still from before.
    expect(await hidden(seller)).toMatchObject({ version: "1" });

    await post(action, { ...late, version: "2" }, seller);
    expect((await theSale(db, seller)).asking_price_pounds).toBe(450_000);
  });

  test("a double press of the same answers is no conflict", async () => {
    const seller = await sellerAtTerms(db);
    const form = { ...(await hidden(seller)), ...property, asking_price_pounds: "470,000" };
    const terms = `/sell/terms-and-conditions?sale=${seller.transaction_id}`;
    const sent = [await post(action, form, seller), await post(action, form, seller)];
    expect(sent.map(({ location }) => location)).toEqual([terms, terms]);
    expect((await theSale(db, seller)).asking_price_pounds).toBe(470_000);
    expect(await db.selectFrom("drafts").where("user_id", "=", seller.id).execute()).toEqual([]);
  });
});

describe("two tabs of an empty sale", () => {
  test("one home is one sale: the second answer goes to the first, to be looked at", async () => {
    const seller = await sellerAtProperty(db);
    const [one, two] = [await hidden(seller), await hidden(seller)];
    await post(action, { ...one, ...property }, seller);
    const { id } = await theSale(db, seller);
    const second = await post(
      action,
      { ...two, ...property, asking_price_pounds: "460,000" },
      seller,
    );
    expect(second.location).toBe(`/sell/about-the-property?sale=${id}`);
    expect(await flashIn(second)).toMatchObject({
      title: "You’ve already started selling this property",
    });
    expect(await countSales(db, seller)).toBe(1);
    expect(await showProperty(seller, `/?sale=${id}`)).toMatchObject({
      answers: { asking_price_pounds: "460,000" },
    });
    expect((await theSale(db, seller)).asking_price_pounds).toBe(450_000);
  });

  test("somebody whom the other has named since is told, and saved once the page shows them", async () => {
    const seller = await sellerAtProperty(db);
    const form = { ...(await hidden(seller)), ...property, another_seller: "yes" };
    await postSeller(seller, "add", bea);
    const unseen = await post(action, { ...form, sellers_shown: "" }, seller);
    expect(unseen).toMatchObject({ status: 409, data: { sellers: [{ name: "Bea Byron" }] } });
    expect(listErrors(unseen)).toEqual({
      "": [
        "Your answers were changed in another tab or on another device. To replace them with what’s on this page, select Continue again",
      ],
      another_seller: ["This list now has Bea Byron"],
    });
    expect(await countSales(db, seller)).toBe(0);
    const seen = { ...form, sellers_shown: "Bea Byron" };
    expect((await post(action, seen, seller)).status).toBe(303);
    // A double press of it gets the same answer, though the sale has the people by now.
    expect((await post(action, seen, seller)).status).toBe(303);
    expect(await countSales(db, seller)).toBe(1);
  });

  test("who names nobody is not asked about whom the other has named", async () => {
    const seller = await sellerAtProperty(db);
    const form = { ...(await hidden(seller)), ...property, another_seller: "no" };
    await postSeller(seller, "add", bea);
    const answer = await post(action, { ...form, sellers_shown: "" }, seller);
    expect(answer).toMatchObject({ status: 303, path: "/sell/terms-and-conditions" });
  });

  test("both pressed at once", async () => {
    const seller = await sellerAtProperty(db);
    const forms = [await hidden(seller), await hidden(seller)];
    await Promise.all(forms.map((form) => post(action, { ...form, ...property }, seller)));
    expect(await countSales(db, seller)).toBe(1);
  });

  test("two flats of one house are two sales", async () => {
    const seller = await sellerAtProperty(db);
    for (const [flat, uprn] of [
      ["Flat 1", "100050535501"],
      ["Flat 2", "100050535502"],
    ] as const) {
      const form = { ...(await hidden(seller)), transaction_id: "" };
      const home = { "address.line_1": flat, "address.line_2": "1 Arch Street" };
      await post(action, { ...form, ...property, ...home, "address.uprn": uprn }, seller);
    }
    expect(await countSales(db, seller)).toBe(2);
  });

  test("one that is paid for opens", async () => {
    const seller = await sellerAtTerms(db);
    const { transaction_id } = seller;
    await recordEvent(db, { transaction_id, event_name: "payment_successful", author: "system" });
    await post(begin, {}, seller);
    const answer = await postProperty(seller);
    expect(answer.location).toBe(`/dashboard/sell/${transaction_id}`);
    expect(await countSales(db, seller)).toBe(1);
  });
});

test("a card shows the whole address of a sale", async () => {
  const seller = await sellerAtProperty(db);
  await postProperty(seller, { "address.line_2": "The Mews", "address.line_3": "Old Town" });
  expect(await listSales(db, seller.id)).toMatchObject([{ line_3: "Old Town" }]);
});

test("the page about a person is posted for the sale it shows", async () => {
  const { seller, a, b } = await sellerOfTwo();
  const posted = { ...seller, path: `/?sale=${a}`, params: { person: "add" } };
  await post(saveSeller, { ...bea, matter_id: a }, posted);
  expect(await listSellers(seller, `/?sale=${a}`)).toHaveLength(1);
  expect(await listSellers(seller, `/?sale=${b}`)).toEqual([]);
});
