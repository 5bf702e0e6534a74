import { describe, expect, test } from "vitest";
import { updateSale } from "#app/domain/sales/save-sale.server.ts";
import { listPurchases, readPurchase } from "#app/domain/purchases/purchases.server.ts";
import { action } from "#app/routes/buy/about-the-property.tsx";
import { action as saveAboutYou } from "#app/routes/buy/about-you.tsx";
import { loader as showSuccess } from "#app/routes/buy/success.tsx";
import { loader as showTerms } from "#app/routes/buy/terms-and-conditions.tsx";
import { loader as showEnd } from "#app/routes/buy/whats-included.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { flashIn } from "#tests/support/flash.ts";
import { createHomeForSale } from "#tests/support/purchases.ts";
import { readerId } from "#tests/support/readers.ts";
import { homeAddress, newSale } from "#tests/support/sales.ts";
import type { Visitor } from "#tests/support/sign-in.ts";
import { startDraft } from "#tests/support/create-matter.ts";
import { listErrors, get, post, shownValues } from "#tests/support/call-route.ts";
import {
  aboutYou,
  answers,
  startAnotherPurchase,
  atPurchase,
  buyerAtProperty,
  buyerAtSuccess,
  buyerAtTerms,
  buyerAtTheEnd,
  countPurchases,
  gail,
  readHiddenFields,
  jo,
  listPeople,
  postBuyer,
  postGiftor,
  postProperty,
  showProperty,
  readShownPurchaseId,
  readOnlyPurchase,
} from "./flow.ts";

const { db } = useTestDatabase();

async function buyerOfTwo() {
  const buyer = await buyerAtProperty(db);
  const [one, two] = [await createHomeForSale(db), await createHomeForSale(db)];
  const form = { ...(await readHiddenFields(buyer)), ...answers, property_id: one.property_id };
  const a = await readShownPurchaseId(buyer);
  await post(action, form, buyer);
  const another = await startAnotherPurchase(db, buyer);
  const b = await readShownPurchaseId(another);
  await postProperty(another, { property_id: two.property_id });
  return { buyer, form, a, b, two };
}

const findPurchase = (buyer: Visitor, id: string) => readPurchase(db, { id, buyer_id: buyer.id });

describe("a form of one purchase while another tab has another purchase (AMB-A07)", () => {
  test("submitting an earlier purchase’s form again changes that purchase, not the newer one", async () => {
    const { buyer, form, a, b, two } = await buyerOfTwo();
    const changed = { ...form, agreed_price_pounds: "460,000" };
    const again = await post(action, changed, atPurchase(buyer, a));
    expect(again).toMatchObject({ status: 409, data: { version: 1 } });
    await post(action, { ...changed, version: "1" }, atPurchase(buyer, a));
    expect(await findPurchase(buyer, a)).toMatchObject({ agreed_price_pounds: 460_000 });
    expect(await findPurchase(buyer, b)).toMatchObject({
      property_id: two.property_id,
      agreed_price_pounds: 440_000,
    });
  });

  test("the button that adds a giftor to an earlier purchase leads to a page of that purchase", async () => {
    const { buyer, form, a } = await buyerOfTwo();
    const toAdd = await post(action, { ...form, intent: "giftors.add" }, atPurchase(buyer, a));
    expect(toAdd.location).toBe(`/buy/about-the-property/giftors/add?purchase=${a}`);
  });
});

describe("the purchase in the URL of buyer pages", () => {
  test("a buyer’s URL without a purchase redirects to the most recent unfinished purchase", async () => {
    const { buyer, a, b } = await buyerOfTwo();
    const named = { ...buyer, path: `/buy/terms-and-conditions?purchase=${a}` };
    expect((await get(showTerms, named)).data).toMatchObject({ id: a });
    const bare = { ...buyer, path: "/buy/terms-and-conditions" };
    expect((await get(showTerms, bare)).location).toBe(`/buy/terms-and-conditions?purchase=${b}`);
  });

  test("the buyer’s last step adds the purchase to its URL, and the success page shows the purchase in its URL", async () => {
    const ending = await buyerAtTheEnd(db);
    expect((await get(showEnd, { ...ending, path: "/buy/whats-included" })).location).toBe(
      `/buy/whats-included?purchase=${ending.purchase_id}`,
    );
    const done = await buyerAtSuccess(db);
    expect((await get(showSuccess, { ...done, path: "/buy/success" })).location).toBe(
      "/welcome-back",
    );
    // Another tab starts a purchase, which must not change the success page.
    await startDraft(db, "buy", done.id);
    const named = { ...done, path: `/buy/success?purchase=${done.purchase_id}` };
    expect((await get(showSuccess, named)).data).toMatchObject({
      transaction_id: done.transaction_id,
    });
  });

  test("the about-you page leads to the property page of the purchase in its URL", async () => {
    const { buyer, a } = await buyerOfTwo();
    const answer = await post(saveAboutYou, aboutYou, { ...buyer, path: `/?purchase=${a}` });
    expect(answer.location).toBe(`/buy/about-the-property?purchase=${a}`);
  });

  test("the draft of each purchase keeps its own answers", async () => {
    const buyer = await buyerAtProperty(db);
    const [one, two] = [
      atPurchase(buyer, await readShownPurchaseId(buyer)),
      await startAnotherPurchase(db, buyer),
    ];
    const kept = { intent: "keep", version: "0" };
    await post(action, { ...kept, agreed_price_pounds: "1" }, one);
    await post(action, { ...kept, agreed_price_pounds: "2" }, two);
    expect(await showProperty(one)).toMatchObject({ answers: { agreed_price_pounds: "1" } });
    expect(await showProperty(two)).toMatchObject({ answers: { agreed_price_pounds: "2" } });
  });
});

describe.each([
  ["buyers", postBuyer, jo],
  ["giftors", postGiftor, gail],
] as const)("the ids of people in the list of %s", (list, add, somebody) => {
  async function two() {
    const buyer = await buyerAtProperty(db);
    await add(buyer, "add", { ...somebody, first_name: "Ann" });
    await add(buyer, "add", { ...somebody, first_name: "Bob" });
    return { buyer, ann: (await listPeople(buyer))[list][0]?.id ?? "" };
  }
  const onlyBob = [{ name: `Bob ${somebody.last_name}` }];

  test("a double submit of “Remove Ann” does not remove Bob", async () => {
    const { buyer, ann } = await two();
    const remove = () => postProperty(buyer, { intent: `${list}.remove:${ann}` });
    await remove();
    await remove();
    expect((await listPeople(buyer))[list]).toMatchObject(onlyBob);
  });

  test("submitting the page of a removed person changes no other person", async () => {
    const { buyer, ann } = await two();
    await postProperty(buyer, { intent: `${list}.remove:${ann}` });
    const stale = await add(buyer, ann, { ...somebody, first_name: "Anna" });
    const here = `/buy/about-the-property?purchase=${await readShownPurchaseId(buyer)}#${list}`;
    expect(stale.location).toBe(here);
    expect(await flashIn(stale)).toMatchObject({ title: "This person is no longer on your list" });
    expect((await listPeople(buyer))[list]).toMatchObject(onlyBob);
  });

  test("people who are added concurrently are all stored, and a double submit stores one person", async () => {
    const buyer = await buyerAtProperty(db);
    const names = Array.from("ABCDEFGHA");
    await Promise.all(names.map((middle_name) => add(buyer, "add", { ...somebody, middle_name })));
    expect((await listPeople(buyer))[list]).toHaveLength(8);
  });
});

test("an autosave of the purchase form that arrives after the submit creates no draft", async () => {
  const buyer = await buyerAtProperty(db);
  const { property_id } = await createHomeForSale(db);
  const form = { ...(await readHiddenFields(buyer)), ...answers, property_id };
  const late = { intent: "keep", agreed_price_pounds: "4" };
  await post(action, form, buyer);
  expect(await post(action, { ...form, ...late }, buyer)).toMatchObject({ status: 204 });
  const { id, version } = await readOnlyPurchase(db, buyer);
  expect(await readShownPurchaseId(buyer)).toBe(id);
  const change = { ...form, version: String(version) };
  await post(action, { ...change, agreed_price_pounds: "500,000" }, buyer);
  expect(await post(action, { ...change, ...late }, buyer)).toMatchObject({ status: 204 });
  expect(await db.selectFrom("drafts").where("user_id", "=", buyer.id).execute()).toEqual([]);
});

test("an autosave without ticked boxes clears the boxes in the draft", async () => {
  const buyer = await buyerAtProperty(db);
  const kept = { ...(await readHiddenFields(buyer)), intent: "keep", agreed_price_pounds: "4" };
  await post(action, { ...kept, funding: ["inheritance"] }, buyer);
  expect(await showProperty(buyer)).toMatchObject({ answers: { funding: ["inheritance"] } });
  expect(await post(action, kept, buyer)).toMatchObject({ status: 204, data: null });
  const shown = await showProperty(buyer);
  expect(shown).toMatchObject({ answers: { agreed_price_pounds: "4" } });
  expect(shown).not.toMatchObject({ answers: { funding: ["inheritance"] } });
});

describe("two tabs that change one purchase", () => {
  test("a tab with outdated purchase answers shows the saved values, and can submit again to overwrite them", async () => {
    const buyer = await buyerAtTerms(db);
    const { property_id } = buyer;
    const first = { ...(await readHiddenFields(buyer)), ...answers, property_id };
    await postProperty(buyer, { property_id, agreed_price_pounds: "500,000" });
    const told = await post(action, { ...first, funding: ["inheritance"] }, buyer);
    expect(told).toMatchObject({ status: 409, data: { version: 2 } });
    expect(listErrors(told)).toEqual({
      "": [expect.stringContaining("changed in another tab or on another device")],
      agreed_price_pounds: ["Saved in another tab or on another device: £500,000"],
      funding: [
        "Saved in another tab or on another device: Savings from employment, Sale of shares",
      ],
    });
    expect(shownValues(told)).toMatchObject({ agreed_price_pounds: "440,000" });
    expect((await readOnlyPurchase(db, buyer)).agreed_price_pounds).toBe(500_000);
    await post(action, { ...first, version: "2" }, buyer);
    expect((await readOnlyPurchase(db, buyer)).agreed_price_pounds).toBe(440_000);
  });

  test("a double submit of the same purchase answers causes no conflict", async () => {
    const buyer = await buyerAtTerms(db);
    const { property_id } = buyer;
    const form = {
      ...(await readHiddenFields(buyer)),
      ...answers,
      property_id,
      agreed_price_pounds: "5e5",
    };
    const changed = { ...form, agreed_price_pounds: "500,000" };
    const sent = [await post(action, changed, buyer), await post(action, changed, buyer)];
    expect(sent.map(({ path }) => path)).toEqual(sent.map(() => "/buy/terms-and-conditions"));
  });
});

test("two tabs that submit the same property concurrently create one purchase (AMB-D12)", async () => {
  const buyer = await buyerAtProperty(db);
  const { property_id } = await createHomeForSale(db);
  const tabs = [
    atPurchase(buyer, await readShownPurchaseId(buyer)),
    await startAnotherPurchase(db, buyer),
  ];
  const sent = await Promise.all(tabs.map((tab) => post(action, { ...answers, property_id }, tab)));
  expect(await countPurchases(db, buyer)).toBe(1);
  expect(sent.map(({ path }) => path).sort()).toEqual([
    "/buy/about-the-property",
    "/buy/terms-and-conditions",
  ]);
});

describe("a property with an address that changes while a buyer is choosing the property", () => {
  async function chosen() {
    const buyer = await buyerAtProperty(db);
    const postcode = `YO9 ${String(++homes)}ZZ`;
    const home = await createHomeForSale(db, { line_1: "1 Old Street", postcode, uprn: null });
    const { property_id } = home;
    const offered = { [`offered.${property_id}`]: `1 Old Street, York, ${postcode}` };
    const form = {
      ...(await readHiddenFields(buyer)),
      ...answers,
      ...offered,
      postcode,
      property_id,
    };
    await post(action, { ...form, intent: "property.find" }, buyer);
    const { seller_id } = await db
      .selectFrom("transactions")
      .select("seller_id")
      .where("id", "=", home.transaction_id)
      .executeTakeFirstOrThrow();
    const address = { ...homeAddress, line_1: "2 New Street", postcode };
    const property = { ...newSale().property, address };
    const target = { id: home.transaction_id, seller_id: readerId(seller_id) };
    await updateSale(db, target, newSale({ property }));
    return { buyer, form, property_id, now: `2 New Street, York, ${postcode}` };
  }
  let homes = 0;

  test("a buyer sees the new address if the chosen property’s address changes, and must submit again", async () => {
    const { buyer, form, property_id, now } = await chosen();
    const answer = await post(action, form, buyer);
    expect(answer.status).toBe(409);
    expect(listErrors(answer)[""]).toEqual([
      `The seller has changed this property’s address to ${now}. If that’s the property you’re buying, select Continue again`,
    ]);
    expect(answer.data).toMatchObject({ properties: [{ property_id, address: now }] });
    expect(await countPurchases(db, buyer)).toBe(0);
    const again = await post(action, { ...form, [`offered.${property_id}`]: now }, buyer);
    expect(again.path).toBe("/buy/terms-and-conditions");
  });

  test("a buyer who reloads the page after the chosen property’s address changes sees the new address and must choose the property again", async () => {
    const { buyer, property_id, now } = await chosen();
    const shown = await showProperty(buyer);
    expect(shown).toMatchObject({ properties: [{ property_id, address: now }] });
    expect(shown).not.toMatchObject({ answers: { property_id } });
  });
});

test("the buyer’s list of purchases includes all address lines", async () => {
  const buyer = await buyerAtProperty(db);
  const { property_id } = await createHomeForSale(db, { line_2: "The Mews", line_3: "Old Town" });
  await postProperty(buyer, { property_id });
  expect(await listPurchases(db, buyer.id)).toMatchObject([{ line_3: "Old Town" }]);
});
