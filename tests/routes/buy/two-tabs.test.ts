import { describe, expect, test } from "vitest";
import { updateSale } from "#app/domain/sales/save-sale.server.ts";
import { listPurchases, readPurchase } from "#app/domain/purchases/purchases.server.ts";
import { action as resume } from "#app/routes/account/welcome-back.tsx";
import { action } from "#app/routes/buy/about-the-property.tsx";
import { action as saveAboutYou } from "#app/routes/buy/about-you.tsx";
import { loader as showSuccess } from "#app/routes/buy/success.tsx";
import { loader as showTerms } from "#app/routes/buy/terms-and-conditions.tsx";
import { action as begin } from "#app/routes/buy/welcome.tsx";
import { loader as showEnd } from "#app/routes/buy/whats-included.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { flashIn } from "#tests/support/flash.ts";
import { forSale } from "#tests/support/purchases.ts";
import { readerId } from "#tests/support/readers.ts";
import { homeAddress, newSale } from "#tests/support/sales.ts";
import { readOnboarding, type Visitor } from "#tests/support/sign-in.ts";
import { listErrors, get, post, typedIn } from "#tests/support/visit.ts";
import {
  aboutYou,
  answers,
  buyerAtProperty,
  buyerAtSuccess,
  buyerAtTerms,
  buyerAtTheEnd,
  countPurchases,
  gail,
  hidden,
  jo,
  listPeople,
  postBuyer,
  postGiftor,
  postProperty,
  showProperty,
  thePurchase,
} from "./flow.ts";

const { db } = useTestDatabase();
const NEW = { path: "/?purchase=new" };

/** Somebody with two purchases, and the form that made the first. */
async function buyerOfTwo() {
  const buyer = await buyerAtProperty(db);
  const [one, two] = [await forSale(db), await forSale(db)];
  const form = { ...(await hidden(buyer)), ...answers, property_id: one.property_id };
  await post(action, form, buyer);
  const a = (await thePurchase(db, buyer)).id;
  await post(begin, {}, buyer);
  await postProperty(buyer, { property_id: two.property_id });
  const b = (await listPurchases(db, buyer.id))[0]?.id ?? "";
  expect(a).not.toBe(b);
  return { buyer, form, a, b, two };
}

const findPurchase = (buyer: Visitor, id: string) => readPurchase(db, { id, buyer_id: buyer.id });

describe("AMB-A07 a form is about the purchase that it made", () => {
  test("sent again while the session works on another, it changes its own", async () => {
    const { buyer, form, a, b, two } = await buyerOfTwo();
    const changed = { ...form, agreed_price_pounds: "460,000" };
    const again = await post(action, changed, buyer);
    expect(again).toMatchObject({ status: 409, data: { purchase_intent_id: a } });
    await post(action, { ...changed, purchase_intent_id: a }, buyer);
    expect(await findPurchase(buyer, a)).toMatchObject({ agreed_price_pounds: 460_000 });
    expect(await findPurchase(buyer, b)).toMatchObject({
      property_id: two.property_id,
      agreed_price_pounds: 440_000,
    });
  });

  test("its buttons are about that purchase as well", async () => {
    const { buyer, form, a } = await buyerOfTwo();
    const toAdd = await post(action, { ...form, intent: "giftors.add" }, buyer);
    expect(toAdd.location).toBe(`/buy/about-the-property/giftors/add?purchase=${a}`);
  });
});

describe("the address of a page names its purchase", () => {
  test("a bare one leads to the one that says so", async () => {
    const { buyer, a, b } = await buyerOfTwo();
    const named = { ...buyer, path: `/buy/terms-and-conditions?purchase=${a}` };
    expect((await get(showTerms, named)).data).toMatchObject({ id: a });
    const bare = { ...buyer, path: "/buy/terms-and-conditions" };
    expect((await get(showTerms, bare)).location).toBe(`/buy/terms-and-conditions?purchase=${b}`);
  });

  test("to the end, and after it", async () => {
    const ending = await buyerAtTheEnd(db);
    expect((await get(showEnd, { ...ending, path: "/buy/whats-included" })).location).toBe(
      `/buy/whats-included?purchase=${ending.purchase_id}`,
    );
    const done = await buyerAtSuccess(db);
    const success = { ...done, path: "/buy/success" };
    expect((await get(showSuccess, success)).location).toBe(
      `/buy/success?purchase=${done.purchase_id}`,
    );
    // Another tab begins another purchase: the page stays.
    await post(begin, {}, done);
    const named = { ...done, path: `/buy/success?purchase=${done.purchase_id}` };
    expect((await get(showSuccess, named)).data).toMatchObject({
      transaction_id: done.transaction_id,
    });
  });

  test("about-you goes on with the purchase it came from", async () => {
    const { buyer, a } = await buyerOfTwo();
    const answer = await post(saveAboutYou, aboutYou, { ...buyer, path: `/?purchase=${a}` });
    expect(answer.location).toBe(`/buy/about-the-property?purchase=${a}`);
  });

  test("a new one stays new, and the back button finds what it has made", async () => {
    const buyer = await buyerAtTerms(db);
    expect(await showProperty(buyer, NEW.path)).toMatchObject({
      purchase_intent_id: buyer.purchase_id,
    });
    await post(begin, {}, buyer);
    await post(resume, { purchase: buyer.purchase_id }, buyer);
    expect(await showProperty(buyer, NEW.path)).toMatchObject({ purchase_intent_id: "" });
  });
});

describe.each([
  ["buyers", postBuyer, jo, "buyer"],
  ["giftors", postGiftor, gail, "giftor"],
] as const)("the %s have ids", (list, add, somebody, noun) => {
  async function two() {
    const buyer = await buyerAtProperty(db);
    await add(buyer, "add", { ...somebody, first_name: "Ann" });
    await add(buyer, "add", { ...somebody, first_name: "Bob" });
    return { buyer, ann: (await listPeople(buyer))[list][0]?.id ?? "" };
  }
  const onlyBob = [{ name: `Bob ${somebody.last_name}` }];

  test("a double press of Remove Ann leaves Bob", async () => {
    const { buyer, ann } = await two();
    const remove = () => postProperty(buyer, { intent: `${list}.remove:${ann}` });
    await remove();
    await remove();
    expect((await listPeople(buyer))[list]).toMatchObject(onlyBob);
  });

  test("a stale page about Ann does not become one about Bob", async () => {
    const { buyer, ann } = await two();
    await postProperty(buyer, { intent: `${list}.remove:${ann}` });
    const stale = await add(buyer, ann, { ...somebody, first_name: "Anna" });
    expect(stale.location).toBe(`/buy/about-the-property?purchase=new#${list}`);
    expect(await flashIn(stale)).toMatchObject({ title: "This person is no longer on your list" });
    expect((await listPeople(buyer))[list]).toMatchObject(onlyBob);
  });

  test("added at once, none is lost, and a double press is one", async () => {
    const buyer = await buyerAtProperty(db);
    const names = Array.from("ABCDEFGHA");
    await Promise.all(names.map((middle_name) => add(buyer, "add", { ...somebody, middle_name })));
    expect((await listPeople(buyer))[list]).toHaveLength(8);
  });

  test(`a ${noun} who is added switches the session to the purchase of the page`, async () => {
    const { buyer, a } = await buyerOfTwo();
    await add(buyer, "add", { ...somebody, matter_id: a });
    expect(await readOnboarding(db, buyer.id)).toMatchObject({ purchase_intent_id: a });
  });
});

test("what is kept on the way and arrives after the form was sent off is no draft", async () => {
  const buyer = await buyerAtProperty(db);
  const { property_id } = await forSale(db);
  const form = { ...(await hidden(buyer)), ...answers, property_id };
  const late = { intent: "keep", agreed_price_pounds: "4" };
  await post(action, form, buyer);
  expect(await post(action, { ...form, ...late }, buyer)).toMatchObject({ status: 204 });
  const { id, version } = await thePurchase(db, buyer);
  const change = { ...form, purchase_intent_id: id, version: String(version) };
  await post(action, { ...change, agreed_price_pounds: "500,000" }, buyer);
  expect(await post(action, { ...change, ...late }, buyer)).toMatchObject({ status: 204 });
  expect(await db.selectFrom("drafts").where("user_id", "=", buyer.id).execute()).toEqual([]);
});

test("boxes that are not ticked any more are not kept", async () => {
  const buyer = await buyerAtProperty(db);
  const kept = { ...(await hidden(buyer)), intent: "keep", agreed_price_pounds: "4" };
  await post(action, { ...kept, funding: ["inheritance"] }, buyer);
  expect(await showProperty(buyer)).toMatchObject({ answers: { funding: ["inheritance"] } });
  expect(await post(action, kept, buyer)).toMatchObject({ status: 204, data: null });
  const shown = await showProperty(buyer);
  expect(shown).toMatchObject({ answers: { agreed_price_pounds: "4" } });
  expect(shown).not.toMatchObject({ answers: { funding: ["inheritance"] } });
});

describe("two tabs change one purchase", () => {
  test("the later one is told what is saved, and Continue is then a choice", async () => {
    const buyer = await buyerAtTerms(db);
    const { property_id } = buyer;
    const first = { ...(await hidden(buyer)), ...answers, property_id };
    await postProperty(buyer, { property_id, agreed_price_pounds: "500,000" });
    const told = await post(action, { ...first, funding: ["inheritance"] }, buyer);
    expect(told).toMatchObject({ status: 409, data: { version: "2" } });
    expect(listErrors(told)).toEqual({
      "": [expect.stringContaining("changed in another tab or on another device")],
      agreed_price_pounds: ["Saved in another tab or on another device: £500,000"],
      funding: [
        "Saved in another tab or on another device: Savings from employment, Sale of shares",
      ],
    });
    expect(typedIn(told)).toMatchObject({ agreed_price_pounds: "440,000" });
    expect((await thePurchase(db, buyer)).agreed_price_pounds).toBe(500_000);
    await post(action, { ...first, version: "2" }, buyer);
    expect((await thePurchase(db, buyer)).agreed_price_pounds).toBe(440_000);
  });

  test("a double press of the same answers is no conflict", async () => {
    const buyer = await buyerAtTerms(db);
    const { property_id } = buyer;
    const form = { ...(await hidden(buyer)), ...answers, property_id, agreed_price_pounds: "5e5" };
    const changed = { ...form, agreed_price_pounds: "500,000" };
    const sent = [await post(action, changed, buyer), await post(action, changed, buyer)];
    expect(sent.map(({ path }) => path)).toEqual(sent.map(() => "/buy/terms-and-conditions"));
  });
});

test("AMB-D12 two tabs of an empty purchase, pressed at once, make one of one property", async () => {
  const buyer = await buyerAtProperty(db);
  const { property_id } = await forSale(db);
  const forms = [await hidden(buyer), await hidden(buyer)];
  const sent = await Promise.all(
    forms.map((form) => post(action, { ...form, ...answers, property_id }, buyer)),
  );
  expect(await countPurchases(db, buyer)).toBe(1);
  expect(sent.map(({ path }) => path).sort()).toEqual([
    "/buy/about-the-property",
    "/buy/terms-and-conditions",
  ]);
});

describe("a seller who changes the address while somebody chooses the home", () => {
  /** A home, the form in which it was chosen, and its seller's change of address. */
  async function chosen() {
    const buyer = await buyerAtProperty(db);
    const postcode = `YO9 ${String(++homes)}ZZ`;
    const home = await forSale(db, { line_1: "1 Old Street", postcode, uprn: null });
    const { property_id } = home;
    const offered = { [`offered.${property_id}`]: `1 Old Street, York, ${postcode}` };
    const form = { ...(await hidden(buyer)), ...answers, ...offered, postcode, property_id };
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

  test("the buyer is told, and joins only what is seen", async () => {
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

  test("a page that is opened again asks again which home it is", async () => {
    const { buyer, property_id, now } = await chosen();
    const shown = await showProperty(buyer);
    expect(shown).toMatchObject({ properties: [{ property_id, address: now }] });
    expect(shown).not.toMatchObject({ answers: { property_id } });
  });
});

test("a card shows the whole address of a purchase", async () => {
  const buyer = await buyerAtProperty(db);
  const { property_id } = await forSale(db, { line_2: "The Mews", line_3: "Old Town" });
  await postProperty(buyer, { property_id });
  expect(await listPurchases(db, buyer.id)).toMatchObject([{ line_3: "Old Town" }]);
});

test.each([
  [["Ann"], "This list now has Ann Joint"],
  [["Ann", "Ben"], "This list now has Ann Joint and Ben Joint"],
  [["Ann", "Ben", "Cat"], "This list now has Ann Joint, Ben Joint and Cat Joint"],
])("a tab that does not show %j is shown who is on the list (AMB-A07)", async (names, sentence) => {
  const buyer = await buyerAtProperty(db);
  const { property_id } = await forSale(db);
  const form = { ...(await hidden(buyer)), ...answers, property_id, ownership_type: "Joint" };
  for (const first_name of names) await postBuyer(buyer, "add", { ...jo, first_name });
  const unseen = await post(action, { ...form, buyers_shown: "" }, buyer);
  expect(listErrors(unseen)["ownership_type"]).toEqual([sentence]);
});

test.each([
  ["buyers", postBuyer, jo, { ownership_type: "Joint" }, "ownership_type", "Jo Joint"],
  ["giftors", postGiftor, gail, { gifts: "yes" }, "gifts", "Gail Giver"],
] as const)(
  "of two tabs of a new purchase one names somebody: the other is told before they are saved (%s)",
  async (list, add, somebody, answered, question, name) => {
    const buyer = await buyerAtProperty(db);
    const { property_id } = await forSale(db);
    const form = { ...(await hidden(buyer)), ...answers, property_id, ...answered };
    await add(buyer, "add", somebody);
    const unseen = await post(action, { ...form, [`${list}_shown`]: "" }, buyer);
    expect(unseen).toMatchObject({ status: 409, data: { [list]: [{ name }] } });
    expect(listErrors(unseen)[question]).toEqual([`This list now has ${name}`]);
    expect(await countPurchases(db, buyer)).toBe(0);
    const seen = await post(action, { ...form, [`${list}_shown`]: name }, buyer);
    expect(seen).toMatchObject({ status: 303, path: "/buy/terms-and-conditions" });
  },
);
