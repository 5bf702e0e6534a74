import { describe, expect, test } from "vitest";
import { action } from "#app/routes/buy/about-the-property.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { createHomeForSale } from "#tests/support/purchases.ts";
import { eventNames } from "#tests/support/sales.ts";
import { readCookie } from "#tests/support/sign-in.ts";
import { listErrors, post, shownValues } from "#tests/support/call-route.ts";
import {
  answers,
  readAnswers,
  buyerAtProperty,
  buyerAtTerms,
  countPurchases,
  readHiddenFields,
  postBuyer,
  postGiftor,
  postProperty,
  showProperty,
  readOnlyPurchase,
} from "./flow.ts";
import * as flow from "./flow.ts";
import { open, submit } from "./pages.ts";

const { db } = useTestDatabase();
const SELECT = "Please select an option";

test("saving the answers about a property creates a purchase and leads to the terms (D-004 D-052 D-053 D-054 X-031 to X-037)", async () => {
  const buyer = await buyerAtProperty(db);
  const { property_id, transaction_id } = await createHomeForSale(db);
  const answer = await postProperty(buyer, { property_id });
  expect(answer).toMatchObject({ status: 303, path: "/buy/terms-and-conditions" });

  const purchase = await readOnlyPurchase(db, buyer);
  expect(purchase).toMatchObject({
    property_id,
    transaction_id,
    is_active: false,
    terms_accepted: false,
    agreed_price_pounds: 440_000,
    ownership_type: "Sole",
    mortgage_required_for_purchase: "yes",
    mortgage_provider: "Nationwide Building Society",
    savings_from_employment: true,
    sale_of_shares: true,
    inheritance: false,
    other_funding: false,
    gifts: "no",
    purchase_dependent_on_sale: "yes",
    first_time_buyer: "not_sure",
    is_using_foreign_currency: "no",
    requires_mortgage_referral: "no",
    additional_buyers: [],
    giftors: [],
  });
  expect(await eventNames(db, transaction_id)).toEqual([
    "transaction_created",
    "purchase_intent_created",
  ]);
  expect(answer.location).toBe(`/buy/terms-and-conditions?purchase=${purchase.id}`);
  expect(await db.selectFrom("drafts").where("user_id", "=", buyer.id).execute()).toEqual([]);
});

describe("required answers about a purchase (D-018 to D-031)", () => {
  const price = "Agreed price must be higher than £99,000 and less than £100,000,000";
  test.each([
    ["D-018", "agreed_price_pounds", "99,000", price],
    ["D-018", "agreed_price_pounds", "100,000,000", price],
    ["D-019 D-027", "mortgage_required_for_purchase", "", SELECT],
    ["D-020", "purchase_dependent_on_sale", "", SELECT],
    ["D-021 D-028", "ownership_type", "Shared", SELECT],
    ["D-022", "first_time_buyer", "maybe", SELECT],
    ["D-023", "is_using_foreign_currency", "", SELECT],
    ["D-024", "requires_mortgage_referral", "", SELECT],
    ["D-025", "funding", [], SELECT],
    ["D-026", "gifts", "", SELECT],
    ["D-029", "ownership_type", "Joint", "Please add at least one buyer if you are a joint owner"],
    ["D-030", "mortgage_provider", "", SELECT],
    ["D-030", "mortgage_provider", "Bank of Nowhere", SELECT],
    ["D-041 AMB-D06", "gifts", "yes", "Please add at least one giftor"],
  ])(
    "the purchase form refuses the value $2 of $1 with the error $3, and keeps the other answers ($0)",
    async (_row, field, value, text) => {
      const buyer = await buyerAtProperty(db);
      const { property_id } = await createHomeForSale(db);
      const answer = await postProperty(buyer, { property_id, [field]: value });
      expect(answer.status).toBe(400);
      expect(listErrors(answer)).toEqual({ [field]: [text] });
      const kept = field === "agreed_price_pounds" ? "postcode" : "agreed_price_pounds";
      expect(shownValues(answer)).toMatchObject({ property_id, [kept]: answers[kept] });
      expect(await countPurchases(db, buyer)).toBe(0);
    },
  );

  test("the funding source “Other” requires details (D-031)", async () => {
    const { property_id } = await createHomeForSale(db);
    const funding = ["inheritance", "other_funding"];
    const answer = await postProperty(await buyerAtProperty(db), { property_id, funding });
    expect(listErrors(answer)).toEqual({ other_funding_comments: ["Please provide details"] });
  });

  test("an empty purchase form lists every error above the form and next to its field", async () => {
    const buyer = await buyerAtProperty(db);
    const path = "/buy/about-the-property";
    const page = await submit(path, { ...(await readHiddenFields(buyer)), postcode: "" }, buyer);
    expect(page.status).toBe(400);
    expect(page.title).toBe("Error: About the property - buying, step 3 of 5 - Fanlight");
    const [, summary = ""] = page.html.split('class="error-summary"');
    const errors = [...summary.split("</ul>")[0]!.matchAll(/href="#([^"]+)"[^>]*>([^<]+)/g)];
    expect(errors.map(([, id, text]) => [id, text])).toEqual([
      ["purchase-postcode", "Postcode of the property: Please search for an address"],
      ["purchase-agreed_price_pounds", price],
      ["purchase-ownership_type", `Who will own the property: ${SELECT}`],
      ["purchase-mortgage_required_for_purchase", `Mortgage for this purchase: ${SELECT}`],
      ["purchase-funding", `Where your own money comes from: ${SELECT}`],
      ["purchase-gifts", `Gifts towards the purchase: ${SELECT}`],
      ["purchase-purchase_dependent_on_sale", `Linked to another sale: ${SELECT}`],
      ["purchase-first_time_buyer", `First-time buyer: ${SELECT}`],
      ["purchase-is_using_foreign_currency", `Foreign currency: ${SELECT}`],
      ["purchase-requires_mortgage_referral", `Mortgage adviser: ${SELECT}`],
    ]);
    for (const [, id] of errors) {
      expect(page.html).toContain(` id="${id}"`);
      expect(page.html).toContain(` id="${id}-error"`);
    }
  });
});

describe("saving a draft with each button of the purchase form (AMB-A07)", () => {
  test.each([
    ["Continue with errors", {}],
    ["Find property", { intent: "property.find" }],
    ["Add a buyer", { intent: "buyers.add" }],
    ["Change a person who is not listed", { intent: "buyers.change:7" }],
    ["Remove a person who is not listed", { intent: "giftors.remove:7" }],
    ["Add a giftor", { intent: "giftors.add" }],
    ["an unknown button", { intent: "everything.delete" }],
  ])(
    "submitting the purchase form keeps the typed values in the draft (button: %s)",
    async (_button, more) => {
      const buyer = await buyerAtProperty(db);
      const typed = {
        postcode: "YO1",
        agreed_price_pounds: "44",
        funding: ["inheritance", "other_funding"],
        other_funding_comments: "A prize",
        first_time_buyer: "yes",
      };
      await postProperty(buyer, { ...typed, ...more });
      const cookie = await readCookie(db, { id: buyer.id });
      expect(await readAnswers({ cookie })).toMatchObject(typed);
      const { html } = await open("/buy/about-the-property", { cookie });
      expect(html).toMatch(/<input[^>]* name="agreed_price_pounds"[^>]* value="44"/);
      expect(html).toMatch(/<input[^>]* checked="" value="inheritance"/);
      expect(html).not.toMatch(/<input[^>]* checked="" value="sale_of_shares"/);
    },
  );

  test("the draft of a purchase stores a single ticked box as a list", async () => {
    const buyer = await buyerAtProperty(db);
    await postProperty(buyer, { funding: "inheritance", gifts: "" });
    expect(await readAnswers(buyer)).toMatchObject({ funding: ["inheritance"] });
  });
});

describe("answers that remove other answers", () => {
  const rows = [
    ["D-042", "no"],
    ["D-043", "not_sure"],
  ] as const;

  test.each(rows)(
    "the mortgage answer $1 removes the mortgage provider from the draft ($0)",
    async (_row, mortgage) => {
      const buyer = await buyerAtProperty(db);
      await postProperty(buyer, { gifts: "" });
      expect(await readAnswers(buyer)).toMatchObject({
        mortgage_provider: answers.mortgage_provider,
      });
      await postProperty(buyer, { gifts: "", mortgage_required_for_purchase: mortgage });
      expect((await readAnswers(buyer)).mortgage_provider).toBeUndefined();
    },
  );

  test.each(rows)(
    "the mortgage answer $1 removes the mortgage provider from the saved purchase ($0)",
    async (_row, mortgage) => {
      const buyer = await buyerAtTerms(db);
      await postProperty(buyer, {
        property_id: buyer.property_id,
        mortgage_required_for_purchase: mortgage,
      });
      expect(await readOnlyPurchase(db, buyer)).toMatchObject({
        mortgage_required_for_purchase: mortgage,
        mortgage_provider: null,
      });
    },
  );

  test("the answer “Sole” removes the additional buyers (D-038)", async () => {
    const buyer = await buyerAtProperty(db);
    const { property_id } = await createHomeForSale(db);
    await postBuyer(buyer, "add", flow.jo);
    await postProperty(buyer, { property_id, ownership_type: "Sole" });
    expect((await readOnlyPurchase(db, buyer)).additional_buyers).toEqual([]);
    expect(await showProperty(buyer)).toMatchObject({ buyers: [] });
  });

  test.each(["no", "not_sure"])(
    "the gifts answer “%s” removes the giftors (D-026)",
    async (gifts) => {
      const buyer = await buyerAtProperty(db);
      const { property_id } = await createHomeForSale(db);
      await postGiftor(buyer, "add", flow.gail);
      await postProperty(buyer, { property_id, gifts });
      expect((await readOnlyPurchase(db, buyer)).giftors).toEqual([]);
      expect(await showProperty(buyer)).toMatchObject({ giftors: [] });
    },
  );
});

test("the property page of a saved purchase shows the saved answers (D-055)", async () => {
  const buyer = await buyerAtTerms(db);
  const data = await showProperty(buyer);
  expect(data).toMatchObject({
    query: { purchase: buyer.purchase_id },
    answers: {
      postcode: "YO1 7HZ",
      property_id: buyer.property_id,
      agreed_price_pounds: "440000",
      funding: ["savings_from_employment", "sale_of_shares"],
      mortgage_provider: "Nationwide Building Society",
      gifts: "no",
    },
    properties: expect.arrayContaining([
      { property_id: buyer.property_id, address: "12 Arch Street, York, YO1 7HZ" },
    ]),
  });
});

test("a saved lender that we no longer list is still shown and can be kept (AMB-D08)", async () => {
  const buyer = await buyerAtTerms(db);
  const mortgage_provider = "Gone Bank";
  await db
    .updateTable("purchase_intents")
    .set({ mortgage_provider })
    .where("id", "=", buyer.purchase_id)
    .execute();
  const { html } = await open("/buy/about-the-property", buyer);
  expect(html).toContain('<option value="Gone Bank" selected="">Gone Bank</option>');
  const { property_id } = buyer;
  await post(
    action,
    { ...(await readHiddenFields(buyer)), ...answers, property_id, mortgage_provider },
    buyer,
  );
  expect((await readOnlyPurchase(db, buyer)).mortgage_provider).toBe("Gone Bank");
});
