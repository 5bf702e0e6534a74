import { describe, expect, test } from "vitest";
import { readPurchase } from "#app/domain/purchases/purchases.server.ts";
import { action } from "#app/routes/buy/about-the-property.tsx";
import { breakWrites } from "#tests/support/break-writes.ts";
import { listUnfinishedDrafts } from "#app/domain/onboarding/unfinished-matters.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { flashIn } from "#tests/support/flash.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { createHomeForSale } from "#tests/support/purchases.ts";
import { eventNames } from "#tests/support/sales.ts";
import { listErrors, post, shownValues } from "#tests/support/call-route.ts";
import {
  startAnotherPurchase,
  atPurchase,
  readShownPurchaseId,
  answers,
  readAnswers,
  buyerAtProperty,
  buyerAtSuccess,
  buyerAtTerms,
  buyerAtTheEnd,
  countPurchases,
  readHiddenFields,
  gail,
  jo,
  postBuyer,
  postGiftor,
  postProperty,
  showProperty,
  readOnlyPurchase,
} from "./flow.ts";

const { db } = useTestDatabase();
const TRY_AGAIN =
  "There was an error. Please try again or contact support at support@fanlight.example";

describe("changing an existing purchase (D-057)", () => {
  test.each([
    ["before the terms", buyerAtTerms, "/buy/terms-and-conditions"],
    ["after the terms", buyerAtTheEnd, "/buy/whats-included"],
  ])("changing a purchase %s are accepted leads to $2", async (_when, make, path) => {
    const buyer = await make(db);
    const { property_id } = buyer;
    const answer = await postProperty(buyer, { property_id, agreed_price_pounds: "460,000" });
    expect(answer).toMatchObject({ status: 303, path });
    expect((await readOnlyPurchase(db, buyer)).agreed_price_pounds).toBe(460_000);
  });

  test("changing a purchase to another property leads to the terms again", async () => {
    const buyer = await buyerAtTheEnd(db);
    const { property_id } = await createHomeForSale(db, { line_1: "2 Other Street" });
    const answer = await postProperty(buyer, { property_id });
    expect(answer).toMatchObject({ status: 303, path: "/buy/terms-and-conditions" });
  });

  test("a purchase change that cannot be saved leads to the next step with an error, and keeps the typed values (AMB-C10 C-076)", async () => {
    expectError(/saving a purchase/);
    const buyer = await buyerAtTerms(db);
    const { property_id } = buyer;
    const mend = await breakWrites(db, "purchase_intents");
    const answer = await postProperty(buyer, { property_id, agreed_price_pounds: "460,000" });
    await mend();
    expect(answer).toMatchObject({ status: 303, path: "/buy/terms-and-conditions" });
    expect(await flashIn(answer)).toMatchObject({ kind: "error", description: TRY_AGAIN });
    expect((await readOnlyPurchase(db, buyer)).agreed_price_pounds).toBe(440_000);
    expect(await readAnswers(buyer)).toMatchObject({ agreed_price_pounds: "460,000" });
  });

  test("changing a purchase to a property that the buyer is already buying answers 409 (AMB-D12)", async () => {
    const buyer = await buyerAtTerms(db);
    const { property_id } = await createHomeForSale(db);
    await postProperty(await startAnotherPurchase(db, buyer), { property_id });
    const answer = await postProperty(atPurchase(buyer, buyer.purchase_id), { property_id });
    expect(answer.status).toBe(409);
    expect(listErrors(answer)[""]).toEqual(["You’ve already started buying this property"]);
    const target = { id: buyer.purchase_id, buyer_id: buyer.id };
    expect((await readPurchase(db, target)).property_id).toBe(buyer.property_id);
  });
});

test("a new purchase that cannot be saved shows an error and the typed values, and can be submitted again (AMB-C10 D-060)", async () => {
  expectError(/saving a purchase/);
  const buyer = await buyerAtProperty(db);
  const { property_id } = await createHomeForSale(db);
  const mend = await breakWrites(db, "purchase_intents");
  const key = await readHiddenFields(buyer);
  const answer = await postProperty(buyer, { ...key, property_id });
  await mend();
  expect(answer.status).toBe(500);
  expect(listErrors(answer)[""]).toEqual([TRY_AGAIN]);
  expect(shownValues(answer)).toMatchObject({ agreed_price_pounds: "440,000", property_id });
  expect(await countPurchases(db, buyer)).toBe(0);
  expect((await postProperty(buyer, { ...key, property_id })).status).toBe(303);
});

describe("idempotency of saving a purchase (D-054)", () => {
  test("repeated submits of one form create one purchase and get the same response", async () => {
    const buyer = await buyerAtProperty(db);
    const { property_id, transaction_id } = await createHomeForSale(db);
    const form = { ...(await readHiddenFields(buyer)), ...answers, property_id };
    const sent = await Promise.all([1, 2, 3].map(() => post(action, form, buyer)));
    const { id } = await readOnlyPurchase(db, buyer);
    expect(sent.map(({ location }) => location)).toEqual(
      Array.from({ length: 3 }, () => `/buy/terms-and-conditions?purchase=${id}`),
    );
    expect(await countPurchases(db, buyer)).toBe(1);
    expect(await eventNames(db, transaction_id)).toEqual([
      "transaction_created",
      "purchase_intent_created",
    ]);
    expect(await db.selectFrom("drafts").where("user_id", "=", buyer.id).execute()).toEqual([]);
  });

  test("submitting a used form with another property shows a conflict, and overwrites the purchase when submitted again", async () => {
    const buyer = await buyerAtProperty(db);
    const { property_id } = await createHomeForSale(db);
    const other = await createHomeForSale(db);
    const form = { ...(await readHiddenFields(buyer)), ...answers, property_id };
    await post(action, form, buyer);
    const again = await post(action, { ...form, property_id: other.property_id }, buyer);
    expect(again).toMatchObject({ status: 409, data: { version: 1 } });
    expect(listErrors(again)["property_id"]?.[0]).toContain("Saved in another tab");
    expect((await readOnlyPurchase(db, buyer)).property_id).toBe(property_id);

    const next = { ...form, version: "1", property_id: other.property_id };
    expect((await post(action, next, buyer)).status).toBe(303);
    expect(await countPurchases(db, buyer)).toBe(1);
    expect((await readOnlyPurchase(db, buyer)).property_id).toBe(other.property_id);
  });
});

describe("a second purchase of the same property (AMB-D12)", () => {
  test.each([
    ["unfinished", buyerAtTerms, "/buy/terms-and-conditions"],
    ["accepted", buyerAtTheEnd, "/buy/whats-included"],
  ])(
    "submitting a second purchase of a property shows the new answers in the first (%s), and submitting those leads to $2",
    async (_stage, make, next) => {
      const buyer = await make(db);
      const first = atPurchase(buyer, buyer.purchase_id);
      await postProperty(first, { agreed_price_pounds: "5" });
      const again = { property_id: buyer.property_id, agreed_price_pounds: "460,000" };
      const second = await startAnotherPurchase(db, buyer);
      const answer = await postProperty(second, again);
      expect(answer).toMatchObject({ status: 303, path: "/buy/about-the-property" });
      expect(await flashIn(answer)).toMatchObject({
        title: "You’ve already started buying this property",
      });
      expect((await readOnlyPurchase(db, buyer)).agreed_price_pounds).toBe(440_000);

      expect(await showProperty(first)).toMatchObject({
        answers: { agreed_price_pounds: "460,000" },
      });
      expect(await readShownPurchaseId(second)).toBe(buyer.purchase_id);
      expect((await postProperty(first, again)).path).toBe(next);
      expect(await readOnlyPurchase(db, buyer)).toMatchObject({
        id: buyer.purchase_id,
        agreed_price_pounds: 460_000,
      });
      expect(await countPurchases(db, buyer)).toBe(1);
      expect(await listUnfinishedDrafts(db, "buy", buyer.id)).toEqual([]);
    },
  );

  test("submitting a second purchase of the same property keeps the co-buyers of the first", async () => {
    const buyer = await buyerAtProperty(db);
    const { property_id } = await createHomeForSale(db);
    await postBuyer(buyer, "add", jo);
    await postProperty(buyer, { property_id, ownership_type: "Joint" });
    const { id } = await readOnlyPurchase(db, buyer);
    await postProperty(await startAnotherPurchase(db, buyer), {
      property_id,
      ownership_type: "Sole",
    });
    expect((await readOnlyPurchase(db, buyer)).additional_buyers).toHaveLength(1);
    expect(await showProperty(atPurchase(buyer, id))).toMatchObject({
      buyers: [{ name: "Jo Joint" }],
    });
  });

  test("submitting a second purchase of the same property redirects to the dashboard if the first is complete", async () => {
    const buyer = await buyerAtSuccess(db);
    const { property_id, transaction_id } = buyer;
    const again = { property_id, agreed_price_pounds: "460,000" };
    const answer = await postProperty(await startAnotherPurchase(db, buyer), again);
    expect(answer).toMatchObject({ status: 303, location: `/dashboard/buy/${transaction_id}` });
    expect((await readOnlyPurchase(db, buyer)).agreed_price_pounds).toBe(440_000);
  });
});

describe("the purchase id in the URL (AMB-A07 AMB-A10)", () => {
  test("saving another person’s purchase or draft answers 404", async () => {
    const owner = await buyerAtTerms(db);
    const other = await buyerAtProperty(db);
    const thief = await buyerAtProperty(db);
    const { property_id } = owner;
    for (const id of [owner.purchase_id, await readShownPurchaseId(other)]) {
      const stolen = { ...answers, property_id, agreed_price_pounds: "100,000" };
      expect((await post(action, stolen, atPurchase(thief, id))).status).toBe(404);
    }
    expect((await readOnlyPurchase(db, owner)).agreed_price_pounds).toBe(440_000);
    expect(await countPurchases(db, thief)).toBe(0);
  });

  test("a saved purchase has the id of its draft", async () => {
    const buyer = await buyerAtProperty(db);
    const id = await readShownPurchaseId(buyer);
    const { property_id } = await createHomeForSale(db);
    await postProperty(buyer, { property_id });
    expect((await readOnlyPurchase(db, buyer)).id).toBe(id);
  });

  test("a form changes the purchase in its URL while another purchase is in progress", async () => {
    const buyer = await buyerAtTerms(db);
    const { property_id } = await createHomeForSale(db);
    await postProperty(await startAnotherPurchase(db, buyer), { property_id });
    expect(await countPurchases(db, buyer)).toBe(2);
    const first = atPurchase(buyer, buyer.purchase_id);
    const change = { property_id: buyer.property_id, agreed_price_pounds: "460,000" };
    await postProperty(first, change);
    const purchase = await readPurchase(db, { id: buyer.purchase_id, buyer_id: buyer.id });
    expect(purchase.agreed_price_pounds).toBe(460_000);
  });

  test("a form without a purchase id applies to the unfinished draft, and starts a new purchase if there is none", async () => {
    const buyer = await buyerAtProperty(db);
    const id = await readShownPurchaseId(buyer);
    const { property_id } = await createHomeForSale(db);
    const old = { ...answers, property_id, purchase_intent_id: "", version: "", form_key: "a.b.c" };
    const sent = await post(action, old, { ...buyer, path: "/?purchase=new" });
    expect(sent.location).toBe(`/buy/terms-and-conditions?purchase=${id}`);

    const newcomer = await buyerAtProperty(db);
    await db.deleteFrom("drafts").where("user_id", "=", newcomer.id).execute();
    await post(action, old, { ...newcomer, path: "/?purchase=new" });
    expect(await countPurchases(db, newcomer)).toBe(1);
  });

  test.each([
    ["buyers", postBuyer, jo, "Jo Joint"],
    ["giftors", postGiftor, gail, "Gail Giver"],
  ] as const)(
    "a person added to the list of %s is added only to the purchase in the page’s URL",
    async (...row) => {
      const [list, add, somebody, name] = row;
      const buyer = await buyerAtTerms(db);
      const first = atPurchase(buyer, buyer.purchase_id);
      const second = await startAnotherPurchase(db, buyer);
      await add(first, "add", somebody);
      expect(await showProperty(first)).toMatchObject({ [list]: [{ name }] });
      expect(await showProperty(second)).toMatchObject({ [list]: [] });
    },
  );
});
