import { describe, expect, test } from "vitest";
import { readSale } from "#app/domain/sales/read-sale.server.ts";
import { action, loader } from "#app/routes/sell/about-the-property.tsx";
import { insertPerson, insertPurchase } from "#tests/db/people.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { flashIn } from "#tests/support/flash.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { eventNames } from "#tests/support/sales.ts";
import { startDraft } from "#tests/support/started.ts";
import { get, listErrors, post, typedIn } from "#tests/support/visit.ts";
import {
  atSale,
  bea,
  countSales,
  hidden,
  postProperty,
  postSeller,
  property,
  sellerAtProperty,
  sellerAtTerms,
  showProperty,
  shownSale,
  theSale,
} from "./flow.ts";

const { db } = useTestDatabase();

/** Another home: the same would be the same sale. */
const elsewhere = { "address.line_1": "2 Other Street", "address.uprn": "100050535499" };

describe("C-075 changing a sale that is there", () => {
  test("C-061 AMB-C12 goes to the terms, and to the payment once they are accepted", async () => {
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
    expect((await theSale(db, seller)).asking_price_pounds).toBe(470_000);
  });

  test("the page shows what is on record", async () => {
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

  test("C-076 C-077 a failed save moves on, says so on the next page, and keeps what was typed", async () => {
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
    expect((await theSale(db, seller)).asking_price_pounds).toBe(450_000);
    expect(await showProperty(seller)).toMatchObject({
      answers: { asking_price_pounds: "460,000" },
    });
  });
});

test("the address of a home that somebody is buying stays: the page says so, with what was typed", async () => {
  const seller = await sellerAtTerms(db);
  const { id, property } = await theSale(db, seller);
  const buyer = await insertPerson(db, `${crypto.randomUUID()}@example.test`);
  await insertPurchase(db, { id, property_id: property.id }, buyer.id, false);
  const answer = await postProperty(seller, { "address.line_1": "14 Arch Street" });
  expect(answer).toMatchObject({ status: 409, data: { version: 1 } });
  expect(listErrors(answer)[""]).toEqual([
    "Someone has already started buying this property. To change its address, contact support",
  ]);
  expect(typedIn(answer)).toMatchObject({ address: { line_1: "14 Arch Street" } });
  expect((await theSale(db, seller)).property.address.line_1).toBe("12 Arch Street");
  // The rest can be changed as before.
  const next = await postProperty(seller, { asking_price_pounds: "460,000" });
  expect(next).toMatchObject({ status: 303, path: "/sell/terms-and-conditions" });
  expect((await theSale(db, seller)).asking_price_pounds).toBe(460_000);
});

test("C-076 C-077 AMB-C10 a new sale that cannot be saved stays, with its values", async () => {
  expectError(/saving a sale/);
  const seller = await sellerAtProperty(db);
  const mend = await breakWrites(db, "transactions");
  const key = await hidden(seller);
  const answer = await postProperty(seller, key);
  await mend();
  expect(answer.status).toBe(500);
  expect(listErrors(answer)[""]).toEqual([
    "There was an error. Please try again or contact support at support@fanlight.example",
  ]);
  expect(typedIn(answer)).toMatchObject({ asking_price_pounds: "450,000" });
  expect(await countSales(db, seller)).toBe(0);
  // The same form can be sent again.
  expect((await postProperty(seller, key)).status).toBe(303);
});

describe("once is once", () => {
  test("C-074 a double click makes one sale and gets one answer", async () => {
    const seller = await sellerAtProperty(db);
    const form = { ...(await hidden(seller)), ...property };
    const answers = await Promise.all([1, 2, 3].map(() => post(action, form, seller)));
    const { id } = await theSale(db, seller);
    expect(answers.map(({ location }) => location)).toEqual(
      Array.from({ length: 3 }, () => `/sell/terms-and-conditions?sale=${id}`),
    );
    expect(await countSales(db, seller)).toBe(1);
    expect(await eventNames(db, (await theSale(db, seller)).id)).toEqual([
      "transaction_created",
      "estate_agent_status_updated",
    ]);
    expect(await db.selectFrom("drafts").where("user_id", "=", seller.id).execute()).toEqual([]);
  });

  test("sent again with the same answers it leads on, changes nothing and leaves no draft", async () => {
    const seller = await sellerAtProperty(db);
    const form = { ...(await hidden(seller)), ...property };
    for (let press = 0; press < 3; press++) {
      expect((await post(action, form, seller)).path).toBe("/sell/terms-and-conditions");
      expect(await db.selectFrom("drafts").where("user_id", "=", seller.id).execute()).toEqual([]);
    }
    expect((await theSale(db, seller)).version).toBe(1);
  });

  test("sent again with other answers it shows both, and then changes the same sale", async () => {
    const seller = await sellerAtProperty(db);
    const form = { ...(await hidden(seller)), ...property };
    await post(action, form, seller);
    const again = await post(action, { ...form, asking_price_pounds: "460,000" }, seller);
    expect(again).toMatchObject({ status: 409, data: { version: 1 } });
    expect(listErrors(again)).toMatchObject({
      asking_price_pounds: ["Saved in another tab or on another device: £450,000"],
    });

    await post(action, { ...form, version: "1", asking_price_pounds: "460,000" }, seller);
    expect(await countSales(db, seller)).toBe(1);
    expect((await theSale(db, seller)).asking_price_pounds).toBe(460_000);
  });

  test("sent twice at once with other answers, the later one is about the sale of the first", async () => {
    const seller = await sellerAtProperty(db);
    const form = { ...(await hidden(seller)), ...property };
    const changed = { ...form, asking_price_pounds: "460,000" };
    const both = await Promise.all([post(action, form, seller), post(action, changed, seller)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    expect(both.find(({ status }) => status === 409)?.data).toMatchObject({ version: 1 });
    expect(await countSales(db, seller)).toBe(1);
  });

  test("the sale has the id that its draft had (AMB-A07)", async () => {
    const seller = await sellerAtProperty(db);
    const id = await shownSale(seller);
    await postProperty(seller);
    expect((await theSale(db, seller)).id).toBe(id);
  });
});

describe("AMB-A07 AMB-A10 the sale that an address names", () => {
  test.each(["undefined", "1", "65F000000000000000000000", "' or 1=1 --"])(
    "%j is no id: nothing is there",
    async (sale) => {
      const seller = await sellerAtProperty(db);
      const path = `/?${new URLSearchParams({ sale })}`;
      expect((await post(action, property, { ...seller, path })).status).toBe(404);
      expect(await countSales(db, seller)).toBe(0);
    },
  );

  test("another person's sale or draft is a 404", async () => {
    const owner = await sellerAtTerms(db);
    const other = await sellerAtProperty(db);
    const draft = await shownSale(other);
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
    expect(await shownSale(other)).toBe(draft);
  });

  test("two tabs: a seller who is added joins the sale of the page", async () => {
    const seller = await sellerAtTerms(db);
    const first = atSale(seller, seller.transaction_id);
    const second = await startDraft(db, "sell", seller.id);
    await postProperty(atSale(seller, second), elsewhere);
    await postSeller(first, "add", bea);
    expect(await showProperty(first)).toMatchObject({ sellers: [{ name: "Bea Byron" }] });
    expect(await showProperty(atSale(seller, second))).toMatchObject({ sellers: [] });
  });

  test("two tabs: each form changes its own sale", async () => {
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

  test("a form from before sales had ids is about the unfinished one, or starts one", async () => {
    const seller = await sellerAtProperty(db);
    const id = await shownSale(seller);
    const old = { ...property, transaction_id: "", version: "", form_key: "a.b.c" };
    const sent = await post(action, old, { ...seller, path: "/?sale=new" });
    expect(sent.location).toBe(`/sell/terms-and-conditions?sale=${id}`);

    const newcomer = await sellerAtProperty(db);
    await db.deleteFrom("drafts").where("user_id", "=", newcomer.id).execute();
    await post(action, old, { ...newcomer, path: "/?sale=new" });
    expect(await countSales(db, newcomer)).toBe(1);
  });
});
