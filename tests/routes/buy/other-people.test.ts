import { describe, expect, test } from "vitest";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { ageRateLimits } from "#tests/support/limits.ts";
import { createHomeForSale } from "#tests/support/purchases.ts";
import type { Visitor } from "#tests/support/sign-in.ts";
import { listErrors, shownValues } from "#tests/support/call-route.ts";
import {
  readAnswers,
  buyerAtProperty,
  gail,
  jo,
  listPeople,
  postBuyer,
  postGiftor,
  postProperty,
  showProperty,
  readShownPurchaseId,
  readOnlyPurchase,
} from "./flow.ts";
import { open, submit } from "./pages.ts";

const { db } = useTestDatabase();
useDoubles(["loqate"]);

const lists = [
  {
    rule: "D-037 D-039 AMB-D07",
    noun: "buyer",
    list: "buyers",
    field: "ownership_type",
    needs: "Joint",
    add: postBuyer,
    somebody: jo,
  },
  {
    rule: "D-040 D-041 AMB-D06 AMB-D07",
    noun: "giftor",
    list: "giftors",
    field: "gifts",
    needs: "yes",
    add: postGiftor,
    somebody: gail,
  },
] as const;

describe.each(lists)("the list of $list without scripts ($rule AMB-C21)", (each) => {
  const { noun, list, field, needs, add, somebody } = each;
  const hereOf = async (buyer: Visitor) =>
    `/buy/about-the-property?purchase=${await readShownPurchaseId(buyer)}#${list}`;
  const page = `/buy/about-the-property/${list}`;
  const name = `${somebody.first_name} ${somebody.last_name}`;

  test("a double submit of the “add a person” page adds one person", async () => {
    const buyer = await buyerAtProperty(db);
    await add(buyer, "add", somebody);
    await add(buyer, "add", somebody);
    expect(await showProperty(buyer)).toMatchObject({ [list]: [{ name }] });
    await add(buyer, "add", { ...somebody, first_name: "Another" });
    expect(await showProperty(buyer)).toMatchObject({ [list]: [{ name }, {}] });
  });

  test("the “add” button of a list of people leads to a separate page, and returning without adding anyone clears the answer", async () => {
    const buyer = await buyerAtProperty(db);
    const form = await open("/buy/about-the-property", buyer);
    expect(form.html).toContain(`name="intent" value="${list}.add"`);
    const answer = await postProperty(buyer, { [field]: needs, intent: `${list}.add` });
    expect(answer).toMatchObject({
      status: 303,
      location: `${page}/add?purchase=${await readShownPurchaseId(buyer)}`,
    });

    const opened = await open(`${page}/add`, buyer);
    expect(opened.title).toBe(`Add a ${noun} - Fanlight`);
    expect(opened.html).toMatch(
      /<a [^>]*href="\/buy\/about-the-property\?purchase=[0-9a-f]{24}"[^>]*>Cancel<\/a>/,
    );
    // The form behind the dialog is left out if scripts are disabled.
    expect(opened.text).not.toContain("What price have you agreed?");

    const typed = await readAnswers(buyer);
    expect(typed[field]).toBeUndefined();
    expect(typed).toMatchObject({ agreed_price_pounds: "440,000" });
    const { html } = await open("/buy/about-the-property", buyer);
    expect(html).not.toMatch(new RegExp(`<input[^>]* name="${field}"[^>]* checked=""`));
  });

  test("the list of people shows an added person, and the answer that requires the list is kept", async () => {
    const buyer = await buyerAtProperty(db);
    await postProperty(buyer, { [field]: needs, intent: `${list}.add` });
    expect(await add(buyer, "add", somebody)).toMatchObject({
      status: 303,
      location: await hereOf(buyer),
    });
    expect(await readAnswers(buyer)).toMatchObject({ [field]: needs });
    const { text, html } = await open("/buy/about-the-property", buyer);
    expect(text).toContain(`${name} ${somebody.email} Change ${name} Remove ${name}`);
    expect(text).toContain(`Add another ${noun}`);
    expect(html).toMatch(new RegExp(`<input[^>]* checked="" value="${needs}"`));
  });

  test("the list of people accepts 20 different email addresses in 24 hours, and any of those again (SE-6)", async () => {
    const buyer = await buyerAtProperty(db);
    await add(buyer, "add", somebody);
    const id = (await listPeople(buyer))[list][0]?.id ?? "";
    const change = (email: string) => add(buyer, id, { ...somebody, email });
    for (let mailbox = 2; mailbox <= 20; mailbox++) {
      expect((await change(`victim${mailbox}@example.test`)).status).toBe(303);
    }
    expect((await change("VICTIM20@example.test")).status).toBe(303);
    const refused = await change("one.too.many@example.test");
    expect(refused.status).toBe(429);
    expect(listErrors(refused).email).toEqual([
      "You’ve added 20 email addresses in 24 hours, which is the maximum. Add this person tomorrow",
    ]);
    expect(shownValues(refused)).toMatchObject({ email: "one.too.many@example.test" });
    expect((await change(buyer.email)).status).not.toBe(429);
    await ageRateLimits(db, 24 * 60 * 60);
    expect((await change("one.too.many@example.test")).status).toBe(303);
  });

  test("changing a person keeps their position in the list", async () => {
    const buyer = await buyerAtProperty(db);
    await add(buyer, "add", somebody);
    await add(buyer, "add", { ...somebody, first_name: "Una" });
    const id = (await listPeople(buyer))[list][1]?.id ?? "";
    const toChange = await postProperty(buyer, { intent: `${list}.change:${id}` });
    expect(toChange.location).toBe(`${page}/${id}?purchase=${await readShownPurchaseId(buyer)}`);
    const opened = await open(`${page}/${id}`, buyer);
    expect(opened.title).toBe(`Change a ${noun}’s details - Fanlight`);
    expect(opened.html).toMatch(/<input[^>]* name="first_name"[^>]* value="Una"/);
    await add(buyer, id, { ...somebody, first_name: "Ursula" });
    expect(await showProperty(buyer)).toMatchObject({
      [list]: [{ name }, { name: `Ursula ${somebody.last_name}` }],
    });
  });

  test("removing a person keeps the answer that requires the list, but removing the last person clears it", async () => {
    const buyer = await buyerAtProperty(db);
    await add(buyer, "add", somebody);
    await add(buyer, "add", { ...somebody, first_name: "Una" });
    const typed = { [field]: needs };
    const [one, two] = (await listPeople(buyer))[list].map(({ id }) => `${list}.remove:${id}`);
    const first = await postProperty(buyer, { ...typed, intent: one ?? "" });
    expect(first).toMatchObject({ status: 303, location: await hereOf(buyer) });
    expect(await showProperty(buyer)).toMatchObject({
      [list]: [{ name: `Una ${somebody.last_name}` }],
      answers: typed,
    });
    await postProperty(buyer, { ...typed, intent: two ?? "" });
    expect(await showProperty(buyer)).toMatchObject({ [list]: [] });
    expect((await readAnswers(buyer))[field]).toBeUndefined();
  });

  test("the page that adds a person shows errors above the form and next to the field, and adds no one", async () => {
    const buyer = await buyerAtProperty(db);
    const fields = { ...somebody, last_name: "O", "correspondence_address.postcode": "ABC" };
    const { status, title, text, html } = await submit(`${page}/add`, fields, buyer);
    expect(status).toBe(400);
    expect(title).toBe(`Error: Add a ${noun} - Fanlight`);
    for (const error of [
      "Last name must be at least 2 characters long. If this is their full name, email us and we’ll set it up",
      "Invalid postcode for the specified country. Check the postcode and the country",
    ]) {
      expect(text.split(error)).toHaveLength(3);
    }
    expect(html).toMatch(new RegExp(`name="first_name"[^>]* value="${somebody.first_name}"`));
    expect(await showProperty(buyer)).toMatchObject({ [list]: [] });
  });

  test("the list of people allows at most nine people (C-043)", async () => {
    const buyer = await buyerAtProperty(db);
    for (const letter of "ABCDEFGHIJ") {
      await add(buyer, "add", { ...somebody, middle_name: letter });
    }
    expect(await showProperty(buyer)).toMatchObject({ [list]: { length: 9 } });
    expect((await postProperty(buyer, { intent: `${list}.add` })).location).toBe(
      await hereOf(buyer),
    );
    expect((await open(`${page}/add`, buyer)).location).toBe(await hereOf(buyer));
    const { html, text } = await open("/buy/about-the-property", buyer);
    expect(text).toContain(`You’ve added 9 ${noun}s. That’s the maximum.`);
    expect(html).not.toContain(`value="${list}.add"`);
  });

  test.each(["0", "2", "-1", "1.5", "x", "__proto__"])(
    "the page of a person with the unknown id %s redirects to the list of people",
    async (id) => {
      const buyer = await buyerAtProperty(db);
      await add(buyer, "add", somebody);
      expect((await add(buyer, id, somebody)).location).toBe(await hereOf(buyer));
      expect((await open(`${page}/${id}`, buyer)).location).toBe(await hereOf(buyer));
      expect(await showProperty(buyer)).toMatchObject({ [list]: { length: 1 } });
    },
  );

  test("the page that adds a person finds addresses and keeps the typed values (AMB-C17)", async () => {
    const answer = await add(await buyerAtProperty(db), "add", {
      ...somebody,
      "correspondence_address.query": "YO1 7HH",
      intent: "address.find:correspondence_address",
    });
    expect(answer.data).toMatchObject({ finder: { correspondence_address: { state: "Found" } } });
    expect(shownValues(answer)).toMatchObject({ first_name: somebody.first_name });
  });
});

describe("the page of a giftor (D-045 to D-050)", () => {
  test.each([
    ["D-045", "amount_pounds", "4", "Amount must be higher than £0"],
    ["D-045", "amount_pounds", "", "Amount must be higher than £0"],
    ["D-046", "relationship", "", "Required field. Select a relationship"],
    ["D-046 D-050", "relationship", "Sibling", "Required field. Select a relationship"],
    [
      "D-048",
      "first_name",
      "G",
      "First name must be at least 2 characters long. If this is their full name, email us and we’ll set it up",
    ],
    [
      "D-048",
      "email",
      "gail",
      "Please enter a valid email address. It should look like name@example.com",
    ],
    ["D-048", "phone_number", "123", "Invalid mobile number. Enter a number like 07400 123456"],
    [
      "D-049",
      "correspondence_address.line_1",
      "",
      "Address must be at least 1 character long. Enter the first line of the address",
    ],
    [
      "D-049",
      "correspondence_address.postcode",
      "ABC",
      "Invalid postcode for the specified country. Check the postcode and the country",
    ],
  ])("the giftor page refuses the value $2 of $1: $3 ($0)", async (_row, field, value, text) => {
    const answer = await postGiftor(await buyerAtProperty(db), "add", { ...gail, [field]: value });
    expect(answer.status).toBe(400);
    expect(listErrors(answer)).toEqual({ [field]: [text] });
    expect(shownValues(answer)).toMatchObject({ last_name: "Giver" });
  });

  test("the giftor page explains what a giftor is, and offers the relationships (D-050)", async () => {
    const { text } = await open("/buy/about-the-property/giftors/add", await buyerAtProperty(db));
    expect(text).toContain("A giftor is someone who gives you money towards the purchase");
    expect(text).toContain("Please tell this person that you’re giving us their details");
    expect(text).toContain(
      "What is their relationship to you? Parent Other Family Other Add giftor",
    );
  });
});

test("a purchase stores a co-buyer and two giftors in the order in which they were added (D-029 D-048 X-004 X-005)", async () => {
  const buyer = await buyerAtProperty(db);
  const { property_id } = await createHomeForSale(db);
  await postBuyer(buyer, "add", { ...jo, same_address: "on" });
  await postGiftor(buyer, "add", gail);
  const guy = { first_name: "Guy", amount_pounds: "5", relationship: "Other Family" };
  await postGiftor(buyer, "add", { ...gail, ...guy });
  const typed = { property_id, ownership_type: "Joint", gifts: "yes" };
  expect((await postProperty(buyer, typed)).path).toBe("/buy/terms-and-conditions");
  expect(await readOnlyPurchase(db, buyer)).toMatchObject({
    ownership_type: "Joint",
    gifts: "yes",
    additional_buyers: [
      {
        first_name: "Jo",
        phone_number: "+447400123457",
        // The answer “same address” copies the buyer’s own address (AMB-C08).
        correspondence_address: { line_1: "4 Castle Lane", postcode: "YO1 7HZ" },
      },
    ],
    giftors: [
      { first_name: "Gail", amount_pounds: 20_000, relationship: "Parent" },
      { first_name: "Guy", amount_pounds: 5, relationship: "Other Family" },
    ],
  });
});

test("the error of a submitted purchase names the person whose saved details are invalid (C-043)", async () => {
  const buyer = await buyerAtProperty(db);
  const { property_id } = await createHomeForSale(db);
  await postGiftor(buyer, "add", { ...gail, same_address: "on" });
  const body = await db
    .selectFrom("drafts")
    .select("data")
    .where("user_id", "=", buyer.id)
    .executeTakeFirstOrThrow();
  const data = JSON.stringify(body.data).replace('"Parent"', '"Sibling"');
  await db.updateTable("drafts").set({ data }).where("user_id", "=", buyer.id).execute();
  const answer = await postProperty(buyer, { property_id, gifts: "yes" });
  expect(answer.status).toBe(400);
  expect(listErrors(answer)[""]).toEqual(["Please check the details of Gail Giver"]);
});
