import { describe, expect, test } from "vitest";
import { z } from "zod";
import { action, loader } from "#app/routes/buy/terms-and-conditions.tsx";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { flashIn } from "#tests/support/flash.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { createHomeForSale } from "#tests/support/purchases.ts";
import { eventNames } from "#tests/support/sales.ts";
import { listErrors, get, post } from "#tests/support/call-route.ts";
import {
  startAnotherPurchase,
  buyerAtProperty,
  buyerAtTerms,
  gail,
  jo,
  postBuyer,
  postFinish,
  postGiftor,
  postProperty,
  readOnlyPurchase,
} from "./flow.ts";
import { open, submit } from "./pages.ts";

const { db } = useTestDatabase();

const Summary = z.object({
  summary: z.array(z.object({ term: z.string(), description: z.string() })),
});

const ticked = ({ purchase_id }: { purchase_id: string }) => ({
  id: purchase_id,
  terms_and_conditions: "on",
});

test("the buyer’s terms page lists every answer with a link to change it, and its box is not ticked (D-005)", async () => {
  const buyer = await buyerAtProperty(db);
  const { property_id } = await createHomeForSale(db, { line_1: "12 Arch Street" });
  await postBuyer(buyer, "add", jo);
  await postGiftor(buyer, "add", gail);
  await postGiftor(buyer, "add", { ...gail, first_name: "Guy" });
  await postProperty(buyer, { property_id, ownership_type: "Joint", gifts: "yes" });
  const { id } = await readOnlyPurchase(db, buyer);
  const change = (question: string, term: string, description: string) => ({
    term,
    description,
    change: {
      to: `/buy/about-the-property?purchase=${id}#purchase-${question}`,
      hiddenText: `${term.charAt(0).toLowerCase()}${term.slice(1)}`,
    },
  });
  expect((await get(loader, { ...buyer, path: `/?purchase=${id}` })).data).toEqual({
    query: { purchase: id },
    id,
    version: 1,
    accepted: false,
    postcode: "YO1 7HZ",
    costs: expect.any(Array),
    summary: [
      change("postcode", "Property", "12 Arch Street, York, YO1 7HZ"),
      change("agreed_price_pounds", "Agreed price", "£440,000"),
      {
        term: "Buyer",
        description: "Bea Buyer",
        change: { to: `/buy/about-you?purchase=${id}`, hiddenText: "buyer" },
      },
      change("ownership_type", "Other buyer", "Jo Joint"),
      change("mortgage_required_for_purchase", "Mortgage", "Yes, Nationwide Building Society"),
      change("funding", "Your own money", "Savings from employment, Sale of shares"),
      change("gifts", "Gifts from", "Gail Giver, Guy Giver"),
      change("purchase_dependent_on_sale", "Linked to another sale", "Yes"),
      change("first_time_buyer", "First-time buyer", "Not sure"),
      change("is_using_foreign_currency", "Foreign currency", "No"),
      change("requires_mortgage_referral", "Mortgage adviser", "No"),
    ],
  });
  const { title, text, html } = await open("/buy/terms-and-conditions", buyer);
  expect(title).toBe("Terms and conditions - buying, step 4 of 5 - Fanlight");
  expect(text).toContain("Step 4 of 5, about 2 minutes left");
  expect(html).toContain('href="/buyer/terms/v1"');
  expect(html).toMatch(/<input(?![^>]* checked)[^>]* name="terms_and_conditions"/);
});

const PEOPLE = ["Ann", "Ben", "Cat"];

test.each([
  [0, 0, "Buyer: Bea Buyer; Other buyers: None; Gifts: No"],
  [1, 0, "Buyer: Bea Buyer; Other buyer: Ann Joint; Gifts: No"],
  [2, 1, "Buyer: Bea Buyer; Other buyers: Ann Joint, Ben Joint; Gifts from: Ann Giver"],
  [0, 2, "Buyer: Bea Buyer; Other buyers: None; Gifts from: Ann Giver, Ben Giver"],
  [
    3,
    3,
    "Buyer: Bea Buyer; Other buyers: Ann Joint, Ben Joint, Cat Joint; Gifts from: Ann Giver, Ben Giver, Cat Giver",
  ],
])(
  "the summary on the buyer’s terms page, with %i other buyers and %i giftors, says “%s” (D-005)",
  async (buyers, giftors, names) => {
    const buyer = await buyerAtProperty(db);
    const { property_id } = await createHomeForSale(db);
    for (const first_name of PEOPLE.slice(0, buyers)) {
      await postBuyer(buyer, "add", { ...jo, first_name });
    }
    for (const first_name of PEOPLE.slice(0, giftors)) {
      await postGiftor(buyer, "add", { ...gail, first_name });
    }
    await postProperty(buyer, {
      property_id,
      ownership_type: buyers > 0 ? "Joint" : "Sole",
      gifts: giftors > 0 ? "yes" : "no",
    });
    const { id } = await readOnlyPurchase(db, buyer);
    const { data } = await get(loader, { ...buyer, path: `/?purchase=${id}` });
    const rows = Summary.parse(data).summary.filter(({ term }) =>
      /^(?:Buyer|Other buyer|Gift)/.test(term),
    );
    expect(rows.map(({ term, description }) => `${term}: ${description}`).join("; ")).toBe(names);
  },
);

test.each([
  [{ mortgage_required_for_purchase: "no" }, "No"],
  [{ mortgage_required_for_purchase: "not_sure" }, "Not decided yet"],
  [{ mortgage_provider: "Not Sure Yet" }, "Yes, no lender chosen yet"],
])(
  "the summary of the answers %j on the buyer’s terms page shows the mortgage as “%s”, and the buyer’s own money (D-005)",
  async (change, mortgage) => {
    const buyer = await buyerAtProperty(db);
    const { property_id } = await createHomeForSale(db);
    await postProperty(buyer, { property_id, ...change, funding: ["inheritance"] });
    const { id } = await readOnlyPurchase(db, buyer);
    const { data } = await get(loader, { ...buyer, path: `/?purchase=${id}` });
    expect(Summary.parse(data).summary.slice(4, 6)).toEqual([
      { term: "Mortgage", description: mortgage },
      { term: "Your own money", description: "Inheritance" },
    ]);
  },
);

test("the buyer’s terms page refuses a submit without the ticked box (AMB-C11)", async () => {
  const buyer = await buyerAtTerms(db);
  const page = await submit("/buy/terms-and-conditions", { id: buyer.purchase_id }, buyer);
  expect(page.status).toBe(400);
  expect(page.title).toBe("Error: Terms and conditions - buying, step 4 of 5 - Fanlight");
  const text = "Please accept the terms and conditions to continue";
  expect(page.text.split(text)).toHaveLength(3);
  expect((await readOnlyPurchase(db, buyer)).terms_accepted).toBe(false);
});

test("accepting the buyer’s terms records them once, with time, version and person (D-057 D-061)", async () => {
  const buyer = await buyerAtTerms(db);
  const sent = [await post(action, ticked(buyer), buyer), await post(action, ticked(buyer), buyer)];
  for (const answer of sent) {
    expect(answer).toMatchObject({ status: 303, path: "/buy/whats-included" });
  }
  expect(await readOnlyPurchase(db, buyer)).toMatchObject({
    terms_accepted: true,
    terms_accepted_at: expect.any(Date),
    terms_accepted_by: buyer.id,
    terms_version: "1.0",
    is_active: false,
  });
  expect(await eventNames(db, buyer.transaction_id)).toEqual([
    "transaction_created",
    "purchase_intent_created",
    "buyer_terms_accepted",
  ]);
  expect(
    (await get(loader, { ...buyer, path: `/?purchase=${buyer.purchase_id}` })).data,
  ).toMatchObject({ accepted: true });
});

test.each(["", "undefined", "12"])(
  "accepting the buyer’s terms for the purchase id %j is refused (D-062)",
  async (purchase_id) => {
    const buyer = await buyerAtTerms(db);
    const answer = await post(action, ticked({ purchase_id }), buyer);
    expect(answer.status).toBe(400);
    expect(listErrors(answer)[""]).toEqual([
      "Invalid purchase intent ID. Please contact support at support@fanlight.example",
    ]);
  },
);

test("the buyer’s terms are not accepted if the answers have changed, and the page shows the new answers (AMB-C11)", async () => {
  const buyer = await buyerAtTerms(db);
  await postProperty(buyer, { property_id: buyer.property_id, agreed_price_pounds: "460,000" });
  const page = { ...buyer, path: "/buy/terms-and-conditions" };
  const stale = await post(action, { ...ticked(buyer), version: "1" }, page);
  expect(stale).toMatchObject({ status: 303, path: "/buy/terms-and-conditions" });
  expect(await flashIn(stale)).toMatchObject({ title: "Your answers have changed" });
  expect((await readOnlyPurchase(db, buyer)).terms_accepted).toBe(false);

  expect(
    (await get(loader, { ...buyer, path: `/?purchase=${buyer.purchase_id}` })).data,
  ).toMatchObject({ version: 2 });
  await post(action, { ...ticked(buyer), version: "2" }, buyer);
  expect((await readOnlyPurchase(db, buyer)).terms_accepted).toBe(true);
});

test("accepting the terms of another person’s purchase answers 404 (AMB-A10)", async () => {
  const owner = await buyerAtTerms(db);
  const answer = await post(action, ticked(owner), await buyerAtProperty(db));
  expect(answer.status).toBe(404);
  expect((await readOnlyPurchase(db, owner)).terms_accepted).toBe(false);
});

test("accepting the buyer’s terms leads to the next step of the purchase in the form (AMB-A07)", async () => {
  const buyer = await buyerAtTerms(db);
  const { property_id } = await createHomeForSale(db);
  await postProperty(await startAnotherPurchase(db, buyer), { property_id });
  expect(await post(action, ticked(buyer), buyer)).toMatchObject({
    location: `/buy/whats-included?purchase=${buyer.purchase_id}`,
  });
});

describe("an acceptance of a purchase’s terms that cannot be saved (AMB-C10)", () => {
  const ASK = "There was an error. Please contact support at support@fanlight.example";

  test("an acceptance of the terms that fails to save leads to the next step with an error, and is saved before the purchase is confirmed (D-061)", async () => {
    expectError(/accepting the terms/);
    expectError(/recording terms before a purchase is confirmed/);
    const buyer = await buyerAtTerms(db);
    const mend = await breakWrites(db, "purchase_intents");
    const before = Date.now();
    const answer = await post(action, ticked(buyer), buyer);
    expect(answer).toMatchObject({ status: 303, path: "/buy/whats-included" });
    expect(await flashIn(answer)).toMatchObject({ kind: "error", description: ASK });

    expect((await open("/buy/whats-included", buyer)).status).toBe(200);
    const refused = await postFinish(buyer);
    expect(refused.status).toBe(500);
    expect(listErrors(refused)[""]).toEqual([ASK]);
    expect(await readOnlyPurchase(db, buyer)).toMatchObject({
      terms_accepted: false,
      complete: false,
    });

    const mended = Date.now();
    await mend();
    expect(await postFinish(buyer)).toMatchObject({ status: 303, path: "/buy/success" });
    const { terms_accepted_at } = await readOnlyPurchase(db, buyer);
    expect(Number(terms_accepted_at)).toBeGreaterThan(before - 5_000);
    expect(Number(terms_accepted_at)).toBeLessThan(mended);
    expect(await eventNames(db, buyer.transaction_id)).toEqual([
      "transaction_created",
      "purchase_intent_created",
      "buyer_terms_accepted",
      "purchase_intent_success_email_sent",
    ]);
  });

  test("the buyer stays on the terms page, with an error, if the acceptance can be stored neither in the purchase nor as pending", async () => {
    expectError(/accepting the terms/);
    const buyer = await buyerAtTerms(db);
    const mends = [await breakWrites(db, "purchase_intents"), await breakWrites(db, "drafts")];
    const answer = await post(action, ticked(buyer), buyer);
    for (const mend of mends) await mend();
    expect(answer.status).toBe(500);
    expect(listErrors(answer)[""]).toEqual([ASK]);
  });

  test("a pending acceptance of the terms does not apply to another purchase", async () => {
    expectError(/accepting the terms/);
    const buyer = await buyerAtTerms(db);
    const mend = await breakWrites(db, "purchase_intents");
    await post(action, ticked(buyer), buyer);
    await mend();
    const { property_id } = await createHomeForSale(db);
    await postProperty(await startAnotherPurchase(db, buyer), { property_id });
    const { location } = await open("/buy/whats-included", buyer);
    expect(location).toMatch(/^\/buy\/terms-and-conditions\?/);
  });
});
