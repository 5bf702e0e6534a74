import { describe, expect, test } from "vitest";
import { buyerAnswersForm } from "#app/domain/purchases/questions.server.ts";
import { FUNDING_SOURCES, OWNERSHIP_TYPES } from "#app/domain/shared/funding.ts";
import { parseForm } from "#app/forms/form.server.ts";
import { HOSTILE, typedForm } from "#tests/support/typed-form.ts";

const HOME = "65f0c0ffee00112233445566";
const SELECT = "Please select an option";
const PRICE = "Agreed price must be higher than £99,000 and less than £100,000,000";
const NOT_LISTED =
  "Sorry, we couldn't find your property in our database. Before you continue, please contact our team at support@fanlight.example";

const typed = {
  postcode: "YO1 7HZ",
  searched: "YO1 7HZ",
  property_id: HOME,
  agreed_price_pounds: "£440,000",
  ownership_type: "Sole",
  mortgage_required_for_purchase: "no",
  funding: "savings_from_employment",
  gifts: "no",
  purchase_dependent_on_sale: "yes",
  first_time_buyer: "not_sure",
  is_using_foreign_currency: "no",
  requires_mortgage_referral: "yes",
};

type Facts = Partial<Parameters<typeof buyerAnswersForm>[0]>;

const post = (fields: Record<string, string | string[]>, facts: Facts = {}) =>
  typedForm(buyerAnswersForm({ additionalBuyers: 0, giftors: 0, ...facts }), {
    ...typed,
    ...fields,
  });

const listErrors = (answer: ReturnType<typeof post>) => ("errors" in answer ? answer.errors : {});

describe("the buyer's property form (D-018 to D-036)", () => {
  test("the buyer's property form parses a complete form", () => {
    expect(post({})).toEqual({
      value: {
        property_id: HOME,
        agreed_price_pounds: 440_000,
        ownership_type: "Sole",
        mortgage_required_for_purchase: "no",
        mortgage_provider: null,
        savings_from_employment: true,
        investment_portfolio: false,
        inheritance: false,
        divorce_settlement: false,
        pension_lump_sum_withdrawal: false,
        sale_of_shares: false,
        directors_loans_dividends: false,
        other_funding: false,
        other_funding_comments: null,
        gifts: "no",
        purchase_dependent_on_sale: "yes",
        first_time_buyer: "not_sure",
        is_using_foreign_currency: "no",
        requires_mortgage_referral: "yes",
      },
    });
  });

  test("the buyer's property form ignores spaces around the values of hidden fields", () => {
    const spaced = post({
      property_id: ` ${HOME} `,
      mortgage_required_for_purchase: "yes",
      mortgage_provider: " HSBC ",
    });
    expect(spaced).toMatchObject({ value: { property_id: HOME, mortgage_provider: "HSBC" } });
  });

  test("funding sources that are not a list are rejected with the message for a missing choice (D-025)", () => {
    const form = buyerAnswersForm({ additionalBuyers: 0, giftors: 0 });
    const { error } = form.safeParse({ ...typed, funding: { 0: "inheritance" } });
    expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [["funding"], SELECT],
    ]);
  });

  test("the buyer's property form reports every error of an empty form, in page order (AMB-D01)", () => {
    const answer = typedForm(buyerAnswersForm({ additionalBuyers: 0, giftors: 0 }), {});
    expect("errors" in answer && Object.entries(answer.errors)).toEqual([
      ["postcode", ["Please search for an address"]], // D-013
      ["agreed_price_pounds", [PRICE]], // D-018
      ["ownership_type", [SELECT]], // D-021
      ["mortgage_required_for_purchase", [SELECT]], // D-019 D-027
      ["funding", [SELECT]], // D-025
      ["gifts", [SELECT]], // D-026
      ["purchase_dependent_on_sale", [SELECT]], // D-020
      ["first_time_buyer", [SELECT]], // D-022
      ["is_using_foreign_currency", [SELECT]], // D-023
      ["requires_mortgage_referral", [SELECT]], // D-024
    ]);
  });

  test("the errors of dependent fields are reported together with the others, in page order", () => {
    const facts = {
      property_id: "",
      agreed_price_pounds: "1",
      ownership_type: "Joint",
      mortgage_required_for_purchase: "yes",
      funding: "other_funding",
      gifts: "yes",
      first_time_buyer: "",
    };
    expect(Object.keys(listErrors(post(facts)))).toEqual([
      "property_id",
      "agreed_price_pounds",
      "ownership_type",
      "mortgage_provider",
      "other_funding_comments",
      "gifts",
      "first_time_buyer",
    ]);
  });

  test.each([
    ["D-018 AMB-C02", "agreed_price_pounds", "", PRICE],
    ["D-018 AMB-C02", "agreed_price_pounds", "99,000", PRICE],
    ["D-018 AMB-C02", "agreed_price_pounds", "99,001", null],
    ["D-018 AMB-C02", "agreed_price_pounds", "99,999,999", null],
    ["D-018 AMB-C02", "agreed_price_pounds", "100000000", PRICE],
    [
      "V-030",
      "agreed_price_pounds",
      "lots",
      "Invalid price format. Enter whole pounds, like 250,000",
    ],
    ["D-021 D-028", "ownership_type", "joint", SELECT],
    ["D-019 D-027", "mortgage_required_for_purchase", "maybe", SELECT],
    ["D-020", "purchase_dependent_on_sale", "true", SELECT],
    ["D-022", "first_time_buyer", "Yes", SELECT],
    ["D-023", "is_using_foreign_currency", "1", SELECT],
    ["D-024", "requires_mortgage_referral", "on", SELECT],
    ["D-026", "gifts", "none", SELECT],
  ])(
    "the buyer's property form validates the field $1 with the value $2 (expected error: $3) ($0)",
    (_, field, value, message) => {
      expect(listErrors(post({ [field]: value }))).toEqual(message ? { [field]: [message] } : {});
    },
  );

  test.each(
    Object.keys(typed).filter((name) => !["postcode", "searched", "funding"].includes(name)),
  )("the buyer's property form rejects a repeated %s", (field) => {
    expect(post({ [field]: ["yes", "no"] })).toHaveProperty("errors");
  });
});

describe("the property of a purchase (D-008, D-009, D-013, D-016)", () => {
  const SEARCH = { postcode: ["Please search for an address"] };
  const CHOOSE = { property_id: ["Please select an address"] };

  test.each([
    // Columns: case, searched, property_id, errors.
    ["nothing searched (D-013)", "", "", SEARCH],
    ["a search without a choice (D-008)", "YO1 7HZ", "", CHOOSE],
    ["one character (D-008)", "YO1 7HZ", "x", CHOOSE],
    ["256 characters (D-008)", "YO1 7HZ", "a".repeat(256), CHOOSE],
    ["an invalid id (D-008)", "YO1 7HZ", "undefined", CHOOSE],
    ["an invalid id without a search (D-008)", "", "undefined", CHOOSE],
    [
      "a property that is not listed (D-009, D-016, AMB-D02)",
      "YO1 7HZ",
      "property_not_listed",
      { property_id: [NOT_LISTED] },
    ],
    ["a chosen property (D-008)", "YO1 7HZ", HOME, {}],
    ["a property chosen on an earlier visit (D-008)", "", HOME, {}],
  ])(
    "the property question gives the errors $3 for this answer: %s",
    (_, searched, property_id, errors) => {
      expect(listErrors(post({ searched, property_id }))).toEqual(errors);
    },
  );

  test("the buyer's property form requires a search, not only a typed postcode (D-013)", () => {
    expect(post({ searched: [], property_id: "" })).toEqual({ errors: SEARCH });
  });
});

describe("the ownership of a purchase (D-021, D-028, D-029)", () => {
  test.each(OWNERSHIP_TYPES)("the ownership of a purchase can be %s", (ownership_type) => {
    expect(post({ ownership_type }, { additionalBuyers: 1 })).toMatchObject({
      value: { ownership_type },
    });
  });

  test.each([
    ["Joint", 0, "Please add at least one buyer if you are a joint owner"],
    ["Joint", 1, null],
    ["Joint", 9, null],
    ["Sole", 0, null],
    ["Sole", 2, null],
  ])(
    "the ownership “%s” is validated with %s co-buyers (expected error: %s) (D-029)",
    (ownership_type, additionalBuyers, message) => {
      expect(listErrors(post({ ownership_type }, { additionalBuyers }))).toEqual(
        message ? { ownership_type: [message] } : {},
      );
    },
  );
});

describe("the mortgage of a purchase (D-030, D-042, D-043)", () => {
  test.each([
    // Columns: requirement, mortgage, provider, stored provider, expected error or value to store.
    ["D-030", "yes", "", null, { error: SELECT }],
    ["D-030", "yes", "   ", undefined, { error: SELECT }],
    ["D-030", "yes", "", "", { error: SELECT }],
    ["D-030", "yes", "Bank of Nowhere", null, { error: SELECT }],
    ["D-030", "yes", "nationwide building society", null, { error: SELECT }],
    ["D-030", "yes", "Nationwide Building Society", null, { kept: "Nationwide Building Society" }],
    ["D-033", "yes", "Not Sure Yet", null, { kept: "Not Sure Yet" }],
    ["D-034 AMB-D08", "yes", "Other", null, { kept: "Other" }],
    ["AMB-D08", "yes", "Gone Bank", "Gone Bank", { kept: "Gone Bank" }],
    ["AMB-D08", "yes", "Bank of Nowhere", "Gone Bank", { error: SELECT }],
    ["D-042", "no", "HSBC", "HSBC", { kept: null }],
    ["D-043", "not_sure", "HSBC", null, { kept: null }],
    ["D-042", "no", "Bank of Nowhere", null, { kept: null }],
  ])(
    "the mortgage answer $1 with the provider $2 and the stored provider $3 gives $4 ($0)",
    (_, mortgage, mortgage_provider, storedProvider, expected) => {
      const answer = post(
        { mortgage_required_for_purchase: mortgage, mortgage_provider },
        { storedProvider },
      );
      if ("error" in expected) {
        expect(answer).toEqual({ errors: { mortgage_provider: [expected.error] } });
      } else {
        expect(answer).toMatchObject({ value: { mortgage_provider: expected.kept } });
      }
    },
  );
});

describe("the funding of a purchase (D-025, D-031, D-036, AMB-D04)", () => {
  test.each(FUNDING_SOURCES)("the funding source $name is accepted alone", ({ name }) => {
    expect(post({ funding: name, other_funding_comments: "A prize" })).toMatchObject({
      value: {
        ...Object.fromEntries(FUNDING_SOURCES.map((source) => [source.name, source.name === name])),
        other_funding_comments: name === "other_funding" ? "A prize" : null,
      },
    });
  });

  test("several funding sources submitted by a browser are accepted", async () => {
    const body = new URLSearchParams(typed);
    body.append("funding", "sale_of_shares");
    const posted = new Request("http://localhost", { method: "POST", body });
    const form = buyerAnswersForm({ additionalBuyers: 0, giftors: 0 });
    expect(await parseForm(posted, form)).toMatchObject({
      status: "success",
      value: { savings_from_employment: true, sale_of_shares: true, inheritance: false },
    });
  });

  test.each([
    ["nothing", []],
    ["an empty source", ""],
    ["an unknown source", "remortgage"],
    ["a known and an unknown source", ["inheritance", "remortgage"]],
    ["gifts, which is a separate question", "gifts"],
  ])("the funding of a purchase cannot be %s (D-025)", (_, funding) => {
    expect(post({ funding })).toEqual({ errors: { funding: [SELECT] } });
  });

  test.each([
    ["", "Please provide details"],
    ["  ", "Please provide details"],
    ["£", "Please provide details"],
    ["x".repeat(256), "Details must be less than 255 characters long"],
    ["x".repeat(255), null],
  ])(
    "the details “%s” of other funding are validated (expected error: %s) (D-031)",
    (other_funding_comments, message) => {
      const answer = post({ funding: ["inheritance", "other_funding"], other_funding_comments });
      expect(listErrors(answer)).toEqual(message ? { other_funding_comments: [message] } : {});
    },
  );

  test("leftover details of any length are ignored unless other funding is chosen (AMB-C20)", () => {
    expect(post({ other_funding_comments: "x".repeat(256) })).toMatchObject({
      value: { other_funding: false, other_funding_comments: null },
    });
  });
});

describe("the gifts of a purchase (D-026, D-041, AMB-D06)", () => {
  test.each([
    ["yes", 0, "Please add at least one giftor"],
    ["yes", 1, null],
    ["no", 0, null],
    ["no", 2, null],
    ["not_sure", 0, null],
  ])(
    "the answer %j about gifts is validated with %s giftors (expected error: %s)",
    (gifts, giftors, message) => {
      expect(listErrors(post({ gifts }, { giftors }))).toEqual(message ? { gifts: [message] } : {});
    },
  );
});

test.each(HOSTILE)(
  "the buyer's property form rejects malformed input without throwing (%#)",
  (value) => {
    const form = buyerAnswersForm({ additionalBuyers: 1, giftors: 1 });
    const every = Object.fromEntries(
      [...Object.keys(typed), "mortgage_provider", "other_funding_comments"].map((name) => [
        name,
        value,
      ]),
    );
    expect(form.safeParse(every).success).toBe(false);
    expect(form.safeParse(value).success).toBe(false);
    const dependent = {
      ...typed,
      funding: ["other_funding"],
      mortgage_required_for_purchase: "yes",
      mortgage_provider: value,
      other_funding_comments: value,
    };
    expect(form.safeParse(dependent).success).toBe(false);
  },
);
