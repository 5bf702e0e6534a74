import { describe, expect, test } from "vitest";
import { readSale } from "#app/domain/sales/read-sale.server.ts";
import { action, loader } from "#app/routes/sell/about-the-property.tsx";
import { insertPerson, insertPurchase } from "#tests/db/people.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { flashIn } from "#tests/support/flash.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { eventNames } from "#tests/support/sales.ts";
import { startDraft } from "#tests/support/create-matter.ts";
import { get, listErrors, post, shownValues } from "#tests/support/call-route.ts";
import {
  atSale,
  bea,
  countSales,
  readHiddenFields,
  postProperty,
  postSeller,
  property,
  sellerAtProperty,
  sellerAtTerms,
  showProperty,
  readShownSaleId,
  readNewestSale,
} from "./flow.ts";

const { db } = useTestDatabase();

const elsewhere = { "address.line_1": "2 Other Street", "address.uprn": "100050535499" };

describe("changing an existing sale (C-075)", () => {
  test("a changed sale leads to the terms, and to payment once the terms are accepted (C-061 AMB-C12)", async () => {
    const seller = await sellerAtTerms(db);
    const first = await postProperty(seller, { asking_price_pounds: "460,000" });
    expect(first).toMatchObject({ status: 303, path: "/sell/terms-and-conditions" });
    await db
      .updateTable("transactions")
      .set({ terms_accepted_at: new Date(), terms_version: "1.0" })
      .where("id", "=", seller.transaction_id)
      .execute();
    const second = await postProperty(seller, { asking_price_pounds: "470,000" });
    expect(second).toMatchObject({ status: 303, path: "/sell/payment" });
    expect(await countSales(db, seller)).toBe(1);
    expect((await readNewestSale(db, seller)).asking_price_pounds).toBe(470_000);
  });

  test("the property page of a saved sale shows the saved answers", async () => {
    const seller = await sellerAtTerms(db);
    expect(await showProperty(seller)).toMatchObject({
      query: { sale: seller.transaction_id },
      answers: {
        address: { line_1: "12 Arch Street", confirmed: "on" },
        tenure: "Freehold",
        asking_price_pounds: "450000",
        another_seller: "no",
        estate_agent: "no_agent",
      },
      finder: { address: { state: "Confirmed" } },
    });
  });

  test("a sale change that cannot be saved leads to the next step with an error, and keeps the typed values (C-076 C-077)", async () => {
    expectError(/saving a sale/);
    const seller = await sellerAtTerms(db);
    const mend = await breakWrites(db, "properties");
    const answer = await postProperty(seller, { asking_price_pounds: "460,000" });
    await mend();
    expect(answer).toMatchObject({ status: 303, path: "/sell/terms-and-conditions" });
    expect(await flashIn(answer)).toMatchObject({
      kind: "error",
      description:
        "There was an error. Please try again or contact support at support@fanlight.example",
    });
    expect((await readNewestSale(db, seller)).asking_price_pounds).toBe(450_000);
    expect(await showProperty(seller)).toMatchObject({
      answers: { asking_price_pounds: "460,000" },
    });
  });
});

test("the seller cannot change the address once someone has started buying, and the typed value is kept", async () => {
  const seller = await sellerAtTerms(db);
  const { id, property } = await readNewestSale(db, seller);
  const buyer = await insertPerson(db, `${crypto.randomUUID()}@example.test`);
  await insertPurchase(db, { id, property_id: property.id }, buyer.id, false);
  const answer = await postProperty(seller, { "address.line_1": "14 Arch Street" });
  expect(answer).toMatchObject({ status: 409, data: { version: 1 } });
  expect(listErrors(answer)[""]).toEqual([
    "Someone has already started buying this property. To change its address, contact support",
  ]);
  expect(shownValues(answer)).toMatchObject({ address: { line_1: "14 Arch Street" } });
  expect((await readNewestSale(db, seller)).property.address.line_1).toBe("12 Arch Street");
  // The seller can still change other answers.
  const next = await postProperty(seller, { asking_price_pounds: "460,000" });
  expect(next).toMatchObject({ status: 303, path: "/sell/terms-and-conditions" });
  expect((await readNewestSale(db, seller)).asking_price_pounds).toBe(460_000);
});

test("a new sale that cannot be saved shows an error and the typed values (C-076 C-077 AMB-C10)", async () => {
  expectError(/saving a sale/);
  const seller = await sellerAtProperty(db);
  const mend = await breakWrites(db, "transactions");
  const key = await readHiddenFields(seller);
  const answer = await postProperty(seller, key);
  await mend();
  expect(answer.status).toBe(500);
  expect(listErrors(answer)[""]).toEqual([
    "There was an error. Please try again or contact support at support@fanlight.example",
  ]);
  expect(shownValues(answer)).toMatchObject({ asking_price_pounds: "450,000" });
  expect(await countSales(db, seller)).toBe(0);
  expect((await postProperty(seller, key)).status).toBe(303);
});

describe("idempotency of saving a sale", () => {
  test("repeated submits of one form create one sale and get the same response (C-074)", async () => {
    const seller = await sellerAtProperty(db);
    const form = { ...(await readHiddenFields(seller)), ...property };
    const answers = await Promise.all([1, 2, 3].map(() => post(action, form, seller)));
    const { id } = await readNewestSale(db, seller);
    expect(answers.map(({ location }) => location)).toEqual(
      Array.from({ length: 3 }, () => `/sell/terms-and-conditions?sale=${id}`),
    );
    expect(await countSales(db, seller)).toBe(1);
    expect(await eventNames(db, (await readNewestSale(db, seller)).id)).toEqual([
      "transaction_created",
      "estate_agent_status_updated",
    ]);
    expect(await db.selectFrom("drafts").where("user_id", "=", seller.id).execute()).toEqual([]);
  });

  test("repeated submits of the same answers leave the sale unchanged and create no draft", async () => {
    const seller = await sellerAtProperty(db);
    const form = { ...(await readHiddenFields(seller)), ...property };
    for (let press = 0; press < 3; press++) {
      expect((await post(action, form, seller)).path).toBe("/sell/terms-and-conditions");
      expect(await db.selectFrom("drafts").where("user_id", "=", seller.id).execute()).toEqual([]);
    }
    expect((await readNewestSale(db, seller)).version).toBe(1);
  });

  test("submitting a used form with different answers shows a conflict, and overwrites the sale when submitted again", async () => {
    const seller = await sellerAtProperty(db);
    const form = { ...(await readHiddenFields(seller)), ...property };
    await post(action, form, seller);
    const again = await post(action, { ...form, asking_price_pounds: "460,000" }, seller);
    expect(again).toMatchObject({ status: 409, data: { version: 1 } });
    expect(listErrors(again)).toMatchObject({
      asking_price_pounds: ["Saved in another tab or on another device: £450,000"],
    });

    await post(action, { ...form, version: "1", asking_price_pounds: "460,000" }, seller);
    expect(await countSales(db, seller)).toBe(1);
    expect((await readNewestSale(db, seller)).asking_price_pounds).toBe(460_000);
  });

  test("concurrent submits of one form with different answers create one sale and one conflict", async () => {
    const seller = await sellerAtProperty(db);
    const form = { ...(await readHiddenFields(seller)), ...property };
    const changed = { ...form, asking_price_pounds: "460,000" };
    const both = await Promise.all([post(action, form, seller), post(action, changed, seller)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    expect(both.find(({ status }) => status === 409)?.data).toMatchObject({ version: 1 });
    expect(await countSales(db, seller)).toBe(1);
  });

  test("a saved sale has the id of its draft (AMB-A07)", async () => {
    const seller = await sellerAtProperty(db);
    const id = await readShownSaleId(seller);
    await postProperty(seller);
    expect((await readNewestSale(db, seller)).id).toBe(id);
  });
});

describe("the sale id in the URL (AMB-A07 AMB-A10)", () => {
  test.each(["undefined", "1", "65F000000000000000000000", "' or 1=1 --"])(
    "saving a sale with the invalid id %j answers 404",
    async (sale) => {
      const seller = await sellerAtProperty(db);
      const path = `/?${new URLSearchParams({ sale })}`;
      expect((await post(action, property, { ...seller, path })).status).toBe(404);
      expect(await countSales(db, seller)).toBe(0);
    },
  );

  test("saving another person’s sale or draft answers 404", async () => {
    const owner = await sellerAtTerms(db);
    const other = await sellerAtProperty(db);
    const draft = await readShownSaleId(other);
    const thief = await sellerAtProperty(db);
    for (const id of [owner.transaction_id, draft]) {
      const at = { ...thief, path: `/?sale=${id}` };
      const stolen = { ...property, asking_price_pounds: "100,000" };
      expect((await post(action, stolen, at)).status).toBe(404);
      expect((await get(loader, at)).status).toBe(404);
    }
    const sale = await readSale(db, { id: owner.transaction_id, seller_id: owner.id });
    expect(sale.asking_price_pounds).toBe(450_000);
    expect(await countSales(db, thief)).toBe(0);
    expect(await readShownSaleId(other)).toBe(draft);
  });

  test("a seller who is added in one tab is added only to the sale in that page’s URL", async () => {
    const seller = await sellerAtTerms(db);
    const first = atSale(seller, seller.transaction_id);
    const second = await startDraft(db, "sell", seller.id);
    await postProperty(atSale(seller, second), elsewhere);
    await postSeller(first, "add", bea);
    expect(await showProperty(first)).toMatchObject({ sellers: [{ name: "Bea Byron" }] });
    expect(await showProperty(atSale(seller, second))).toMatchObject({ sellers: [] });
  });

  test("a form changes the sale in its URL while another sale is in progress", async () => {
    const seller = await sellerAtTerms(db);
    const second = await startDraft(db, "sell", seller.id);
    await postProperty(atSale(seller, second), elsewhere);
    expect(await countSales(db, seller)).toBe(2);
    const change = { asking_price_pounds: "460,000" };
    await postProperty(atSale(seller, seller.transaction_id), change);
    const read = (id: string) => readSale(db, { id, seller_id: seller.id });
    expect((await read(seller.transaction_id)).asking_price_pounds).toBe(460_000);
    expect((await read(second)).asking_price_pounds).toBe(450_000);
  });

  test("a form without a sale id applies to the unfinished draft, and starts a new sale if there is none", async () => {
    const seller = await sellerAtProperty(db);
    const id = await readShownSaleId(seller);
    const old = { ...property, transaction_id: "", version: "", form_key: "a.b.c" };
    const sent = await post(action, old, { ...seller, path: "/?sale=new" });
    expect(sent.location).toBe(`/sell/terms-and-conditions?sale=${id}`);

    const newcomer = await sellerAtProperty(db);
    await db.deleteFrom("drafts").where("user_id", "=", newcomer.id).execute();
    await post(action, old, { ...newcomer, path: "/?sale=new" });
    expect(await countSales(db, newcomer)).toBe(1);
  });
});
