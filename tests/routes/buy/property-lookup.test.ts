import { describe, expect, test } from "vitest";
import * as aboutTheProperty from "#app/routes/buy/about-the-property.tsx";
import { useTestDatabase, withoutTriggers } from "#tests/support/database.ts";
import { ageRateLimits } from "#tests/support/limits.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { createHomeForSale } from "#tests/support/purchases.ts";
import { readCookie, type Visitor } from "#tests/support/sign-in.ts";
import { listErrors, post, shownValues } from "#tests/support/call-route.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import {
  readAnswers,
  buyerAtProperty,
  countPurchases,
  readHiddenFields,
  postProperty,
  showProperty,
} from "./flow.ts";
import { open, submit } from "./pages.ts";

const { db } = useTestDatabase();

const NOT_FOUND =
  "We couldn't find that postcode. Please check for any typos and try again. If you're sure the postcode is right, then before continuing, please contact our team at support@fanlight.example. If the seller hasn’t signed up with us yet, ask them or their estate agent to sign up first";
const NOT_LISTED =
  "Sorry, we couldn't find your property in our database. Before you continue, please contact our team at support@fanlight.example";

const find = (buyer: Visitor, postcode: string, more = {}) =>
  postProperty(buyer, { postcode, intent: "property.find", ...more });

/** Returns a different postcode each time, so that a lookup finds only one test’s properties. */
let made = 0;
const postcode = () => `YO${10 + ++made} 7HZ`;

describe("looking up a property without scripts (D-010 to D-017 AMB-D03)", () => {
  test("a lookup lists the properties for sale at a postcode by address only, and shows no validation errors (D-016 D-017)", async () => {
    const buyer = await buyerAtProperty(db);
    const there = postcode();
    const two = await createHomeForSale(db, { line_1: "2 Arch Street", postcode: there });
    const ten = await createHomeForSale(db, { line_1: "10 Arch Street", postcode: there });
    const answer = await find(buyer, there.toLowerCase(), { agreed_price_pounds: "44" });
    expect(answer.status).toBe(200);
    expect(listErrors(answer)).toEqual({});
    expect(shownValues(answer)).toMatchObject({ agreed_price_pounds: "44" });
    expect(Reflect.get(Object(answer.data), "properties")).toEqual([
      { property_id: two.property_id, address: `2 Arch Street, York, ${there}` },
      { property_id: ten.property_id, address: `10 Arch Street, York, ${there}` },
    ]);

    const page = await open("/buy/about-the-property", buyer);
    expect(page.text).toMatch(
      /2 properties found Choose the property 2 Arch Street, .* 10 Arch Street, .* Property not listed/,
    );
    expect(page.html).toContain(`name="property_id" value="${ten.property_id}"`);
    expect(page.html).toContain('name="property_id" value="property_not_listed"');
  });

  test("a successful lookup redirects, so that the Back button does not submit the form again", async () => {
    const buyer = await buyerAtProperty(db);
    const there = postcode();
    await createHomeForSale(db, { line_1: "3 Arch Street", postcode: there });
    const fields = {
      ...(await readHiddenFields(buyer)),
      intent: "property.find",
      agreed_price_pounds: "44",
    };
    const { action } = aboutTheProperty;
    const browser = { ...buyer, path: "/buy/about-the-property", isDocument: true };
    const found = await post(action, { ...fields, postcode: there }, browser);
    expect(found).toMatchObject({ status: 303, path: "/buy/about-the-property" });
    const page = await open(found.location!, buyer);
    expect(page.status).toBe(200);
    expect(page.text).toContain("1 property found Choose the property 3 Arch Street");
    expect(page.html).toMatch(/name="agreed_price_pounds"[^>]* value="44"/);
    expect((await post(action, { ...fields, postcode: "YO1 9ZZ" }, browser)).status).toBe(400);
  });

  test.each([
    ["D-012", "", "Required"],
    ["D-012", "   ", "Required"],
    ["D-010", "York", "Invalid postcode. Enter a full UK postcode, like SW1A 1AA"],
    ["D-014 D-015", "YO1 9ZZ", NOT_FOUND],
  ])("a lookup of the postcode $1 is refused with the error $2 ($0)", async (_row, typed, text) => {
    const buyer = await buyerAtProperty(db);
    const fields = { ...(await readHiddenFields(buyer)), postcode: typed, intent: "property.find" };
    const page = await submit("/buy/about-the-property", fields, buyer);
    expect(page.status).toBe(400);
    expect(page.title).toBe("Error: About the property - buying, step 3 of 5 - Fanlight");
    // The error is in the summary and next to the field, without any other errors.
    expect(page.text.split(text)).toHaveLength(3);
    expect(page.text).not.toContain("Please select an option");
    expect(page.text).not.toContain("Property not listed");
  });

  test("the lookup button is enabled on the page without scripts (D-011)", async () => {
    const { html } = await open("/buy/about-the-property", await buyerAtProperty(db));
    expect(html).toMatch(/<button(?![^>]* disabled)[^>]* value="property.find"[^>]*>/);
  });

  test("each buyer may make 30 lookups a minute, and only valid postcodes count (AMB-D02 V-006)", async () => {
    const buyer = await buyerAtProperty(db);
    const there = postcode();
    await createHomeForSale(db, { postcode: there });
    for (let turn = 0; turn < 30; turn++) {
      if (turn % 10 === 0) expect((await find(buyer, "York")).status).toBe(400);
      expect((await find(buyer, there)).status).toBe(200);
    }
    const refused = await find(buyer, there);
    expect(refused.status).toBe(429);
    expect(listErrors(refused)).toEqual({
      postcode: ["Too many requests. Please wait a moment and try again."],
    });
    expect((await find(await buyerAtProperty(db), there)).status).toBe(200);
    await ageRateLimits(db, 45);
    expect((await find(buyer, there)).status).toBe(429);
    await ageRateLimits(db, 15);
    expect((await find(buyer, there)).status).toBe(200);
  });

  test("a lookup that fails is logged, and looks to the buyer like an unknown postcode (D-014)", async () => {
    const buyer = await buyerAtProperty(db);
    expectError(/looking properties up/);
    const there = postcode();
    await createHomeForSale(db, { postcode: there });
    const fields = await readHiddenFields(buyer);
    await withoutTable(db, "properties", async () => {
      const answer = await find(buyer, there, fields);
      expect(answer.status).toBe(400);
      expect(listErrors(answer)).toEqual({ postcode: [NOT_FOUND] });
    });
  });
});

test("a person who sells a property cannot find it in a lookup or buy it (AMB-D02)", async () => {
  const buyer = await buyerAtProperty(db);
  const there = postcode();
  const own = await createHomeForSale(db, { postcode: there });
  await db
    .updateTable("transactions")
    .set({ seller_id: buyer.id })
    .where("id", "=", own.transaction_id)
    .execute();
  expect(listErrors(await find(buyer, there))).toEqual({ postcode: [NOT_FOUND] });
  const { property_id } = await createHomeForSale(db, { postcode: there });
  const shown = { properties: [{ property_id }] };
  expect((await find(buyer, there)).data).toMatchObject(shown);
  expect(await showProperty(buyer)).toMatchObject(shown);

  const answer = await postProperty(buyer, { property_id: own.property_id });
  expect(answer).toMatchObject({ status: 409, data: shown });
  expect(listErrors(answer)[""]).toEqual(["You’re selling this property"]);
  expect(await countPurchases(db, buyer)).toBe(0);
});

describe("lookup results (AMB-A07)", () => {
  test("lookup results are kept after a reload, on another device and when the form has other errors", async () => {
    const buyer = await buyerAtProperty(db);
    const there = postcode();
    const { property_id } = await createHomeForSale(db, {
      line_1: "2 Arch Street",
      postcode: there,
    });
    const properties = [{ property_id, address: `2 Arch Street, York, ${there}` }];
    await find(buyer, there, { property_id: "" });
    expect(await showProperty(buyer)).toMatchObject({ properties });
    const phone = await readCookie(db, { id: buyer.id });
    expect(await showProperty({ cookie: phone })).toMatchObject({ properties });

    const answer = await postProperty(buyer, { property_id, agreed_price_pounds: "1" });
    expect(answer.status).toBe(400);
    expect(answer.data).toMatchObject({ properties });
    expect(await readAnswers({ cookie: phone })).toMatchObject({ property_id, searched: there });
  });

  test("a lookup of an invalid postcode clears the earlier results", async () => {
    const buyer = await buyerAtProperty(db);
    const there = postcode();
    await createHomeForSale(db, { postcode: there });
    await find(buyer, there);
    expect((await find(buyer, "York")).data).toMatchObject({ properties: [] });
    expect(await showProperty(buyer)).toMatchObject({ properties: [] });
  });
});

describe("continuing from the property lookup (D-008 D-009 D-013)", () => {
  const CHOOSE = { property_id: ["Please select an address"] };
  const SEARCH = { postcode: ["Please search for an address"] };

  test("Continue on the purchase form refuses a postcode that was posted as searched but never looked up (D-013)", async () => {
    const buyer = await buyerAtProperty(db);
    const there = postcode();
    await createHomeForSale(db, { postcode: there });
    const answer = await postProperty(buyer, { postcode: there, searched: there, property_id: "" });
    expect(listErrors(answer)).toEqual(SEARCH);
    expect(answer.data).toMatchObject({ properties: [] });
    expect((await readAnswers(buyer)).searched).toBeUndefined();
  });

  test.each([
    ["no property chosen (D-008)", "", CHOOSE],
    ["one character (D-008)", "x", CHOOSE],
    ["256 characters (D-008)", "a".repeat(256), CHOOSE],
    ["property not listed (D-009 D-016)", "property_not_listed", { property_id: [NOT_LISTED] }],
  ])(
    "Continue on the purchase form shows the errors $2 for this property: %s",
    async (_case, property_id, errors) => {
      const buyer = await buyerAtProperty(db);
      const there = postcode();
      const { property_id: home } = await createHomeForSale(db, { postcode: there });
      await find(buyer, there);
      const answer = await postProperty(buyer, { property_id });
      expect(answer.status).toBe(400);
      expect(listErrors(answer)).toEqual(errors);
      expect(answer.data).toMatchObject({ properties: [{ property_id: home }] });
      expect(await countPurchases(db, buyer)).toBe(0);
    },
  );

  test("Continue on the purchase form answers 404 if the chosen property is no longer for sale (AMB-D02)", async () => {
    const buyer = await buyerAtProperty(db);
    const { property_id, transaction_id } = await createHomeForSale(db);
    await withoutTriggers(db, (trx) =>
      trx.deleteFrom("events").where("transaction_id", "=", transaction_id).execute(),
    );
    await db.deleteFrom("transactions").where("id", "=", transaction_id).execute();
    const answer = await postProperty(buyer, { property_id });
    expect(answer.status).toBe(404);
    expect(listErrors(answer)[""]).toEqual(["This property is no longer for sale"]);
    expect(shownValues(answer)).toMatchObject({ agreed_price_pounds: "440,000" });
  });
});
