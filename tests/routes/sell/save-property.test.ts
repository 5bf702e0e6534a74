import { describe, expect, test } from "vitest";
import { readSale } from "#app/domain/sales/read-sale.server.ts";
import { action } from "#app/routes/sell/about-the-property.tsx";
import { insertPerson, insertPurchase } from "#tests/db/people.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { flashIn } from "#tests/support/flash.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { eventNames } from "#tests/support/sales.ts";
import { readOnboarding } from "#tests/support/sign-in.ts";
import { listErrors, post, typedIn } from "#tests/support/visit.ts";
import {
  bea,
  countSales,
  hidden,
  postProperty,
  postSeller,
  property,
  sellerAtProperty,
  sellerAtTerms,
  showProperty,
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
      transaction_id: seller.transaction_id,
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
  expect(answer).toMatchObject({ status: 409, data: { transaction_id: id } });
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

  test("sent again with other answers it is refused, and then changes the same sale", async () => {
    const seller = await sellerAtProperty(db);
    const form = { ...(await hidden(seller)), ...property };
    await post(action, form, seller);
    const again = await post(action, { ...form, asking_price_pounds: "460,000" }, seller);
    expect(again.status).toBe(409);
    expect(listErrors(again)[""]).toEqual(["You’ve already sent this form. Review your answers"]);
    const { id } = await theSale(db, seller);
    expect(again.data).toMatchObject({ transaction_id: id });

    await post(action, { ...form, transaction_id: id, asking_price_pounds: "460,000" }, seller);
    expect(await countSales(db, seller)).toBe(1);
    expect((await theSale(db, seller)).asking_price_pounds).toBe(460_000);
  });

  test("sent twice at once with other answers, the refused copy is about the sale of the first", async () => {
    const seller = await sellerAtProperty(db);
    const form = { ...(await hidden(seller)), ...property };
    const changed = { ...form, asking_price_pounds: "460,000" };
    const both = await Promise.all([post(action, form, seller), post(action, changed, seller)]);
    const { id } = await theSale(db, seller);
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    expect(both.find(({ status }) => status === 409)?.data).toMatchObject({ transaction_id: id });
    expect(await countSales(db, seller)).toBe(1);
  });

  test("a key that was not given out makes nothing", async () => {
    const seller = await sellerAtProperty(db);
    const answer = await postProperty(seller, { form_key: "a.b.c" });
    expect(answer.status).toBe(409);
    expect(await countSales(db, seller)).toBe(0);
  });

  test("nor does it lead to a sale of before", async () => {
    const seller = await sellerAtTerms(db);
    const answer = await postProperty(seller, { form_key: "a.b.c", transaction_id: "" });
    expect(answer.status).toBe(409);
    expect(answer.data).toMatchObject({ transaction_id: "" });
  });
});

describe("AMB-A07 AMB-A10 the record that a form names", () => {
  test.each(["undefined", "1", "65F000000000000000000000", "' or 1=1 --"])(
    "C-096 %j is no id",
    async (transaction_id) => {
      const seller = await sellerAtProperty(db);
      const answer = await postProperty(seller, { transaction_id });
      expect(answer.status).toBe(400);
      expect(listErrors(answer)[""]).toEqual([
        "Invalid transaction ID. Please contact support at support@fanlight.example",
      ]);
      expect(await countSales(db, seller)).toBe(0);
    },
  );

  test("somebody else's is treated as missing", async () => {
    const owner = await sellerAtTerms(db);
    const thief = await sellerAtProperty(db);
    await postProperty(thief, {
      transaction_id: owner.transaction_id,
      asking_price_pounds: "100,000",
    });
    const sale = await readSale(db, { id: owner.transaction_id, seller_id: owner.id });
    expect(sale.asking_price_pounds).toBe(450_000);
    expect((await theSale(db, thief)).id).not.toBe(owner.transaction_id);
  });

  test("two tabs: a seller who is added joins the sale of the page", async () => {
    const seller = await sellerAtTerms(db);
    const matter_id = seller.transaction_id;
    const second = { ...(await hidden(seller)), transaction_id: "", ...elsewhere };
    await post(action, { ...property, ...second }, seller);
    await postSeller(seller, "add", { ...bea, matter_id });
    expect(await showProperty(seller)).toMatchObject({
      transaction_id: matter_id,
      sellers: [{ name: "Bea Byron" }],
    });
  });

  test("two tabs: the form's record goes before the session's", async () => {
    const seller = await sellerAtTerms(db);
    const second = { ...(await hidden(seller)), transaction_id: "", ...elsewhere };
    await post(action, { ...property, ...second }, seller);
    expect(await countSales(db, seller)).toBe(2);
    await postProperty(seller, {
      transaction_id: seller.transaction_id,
      asking_price_pounds: "460,000",
    });
    const sale = await readSale(db, { id: seller.transaction_id, seller_id: seller.id });
    expect(sale.asking_price_pounds).toBe(460_000);
    expect(await readOnboarding(db, seller.id)).toMatchObject({
      transaction_id: seller.transaction_id,
    });
  });
});
