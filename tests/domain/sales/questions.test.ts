import { describe, expect, test } from "vitest";
import { customerTypeOptions } from "#app/domain/sales/questions.ts";
import { sellerAnswersForm } from "#app/domain/sales/questions.server.ts";
import { TENURE_CHOICES, toTenure } from "#app/domain/properties/tenure.ts";
import { HOSTILE, typedForm } from "#tests/support/typed-form.ts";

const OFFICE = "65f0c0ffee00112233445566";
const typed = {
  "address.line_1": "1 High Street",
  "address.post_town": "Leeds",
  "address.postcode": "ls11aa",
  "address.confirmed": "on",
  tenure: "Freehold",
  asking_price_pounds: "£450,000",
  customer_type: "individual_owner",
  another_seller: "no",
  has_mortgage: "yes",
  onward_purchase: "no",
  is_using_foreign_currency: "not_sure",
  requires_mortgage_referral: "no",
  estate_agent: OFFICE,
};

const post = (fields: Record<string, string | string[]>, additionalSellers = 0) =>
  typedForm(sellerAnswersForm({ additionalSellers }), { ...typed, ...fields });

describe("the seller's property form (C-034 to C-053)", () => {
  test("the seller's property form parses a complete form", () => {
    expect(post({})).toMatchObject({
      value: {
        address: { line_1: "1 High Street", postcode: "LS1 1AA", country_iso_2: "GB" },
        address_confirmed: true,
        title_number: null,
        tenure: "Freehold",
        tenure_details: null,
        asking_price_pounds: 450_000,
        customer_type: "individual_owner",
        another_seller: "no",
        has_mortgage: "yes",
        onward_purchase: "no",
        is_using_foreign_currency: "not_sure",
        requires_mortgage_referral: "no",
        estate_agent: { status: "assigned", estate_agent_id: OFFICE },
      },
    });
    expect(post({})).not.toHaveProperty("value.address.confirmed");
  });

  test("an address typed by hand is parsed as not confirmed", () => {
    expect(post({ "address.confirmed": "" })).toMatchObject({
      value: { address_confirmed: false },
    });
  });

  test("the seller's property form reports every error of an empty form, in page order (AMB-C01)", () => {
    const answer = typedForm(sellerAnswersForm({ additionalSellers: 0 }), {});
    const select = ["Please select an option"];
    expect("errors" in answer && Object.entries(answer.errors)).toEqual([
      [
        "address.line_1",
        ["Address must be at least 1 character long. Enter the first line of the address"],
      ],
      ["address.post_town", ["Town must be at least 1 character long. Enter the town or city"]],
      ["address.postcode", ["Invalid postcode. Enter a full UK postcode, like SW1A 1AA"]],
      ["tenure", select], // C-035
      [
        "asking_price_pounds",
        ["Asking price must be higher than £99,000 and less than £100,000,000"],
      ],
      ["customer_type", select], // C-038
      ["another_seller", select], // C-039
      ["has_mortgage", select], // C-036
      ["onward_purchase", select], // C-037
      ["is_using_foreign_currency", select], // C-040
      ["requires_mortgage_referral", select], // C-041
      ["estate_agent", select], // C-042
    ]);
  });

  test.each([
    [
      "C-034",
      "asking_price_pounds",
      "99000",
      "Asking price must be higher than £99,000 and less than £100,000,000",
    ],
    [
      "C-034",
      "asking_price_pounds",
      "-1",
      "Invalid price format. Enter whole pounds, like 250,000",
    ],
    ["C-035 C-051", "tenure", "Feudal", "Please select an option"],
    ["C-038 C-050", "customer_type", "tenant", "Please select an option"],
    ["C10", "customer_type", "company", "To sell a property owned by a company, please email us"],
    ["C-039 AMB-C05", "another_seller", "not_sure", "Please select an option"],
    ["C-036 C-053", "has_mortgage", "maybe", "Please select an option"],
    ["C-042", "estate_agent", "pending", "Please select an option"],
    ["C-042", "estate_agent", "undefined", "Please select an option"],
    ["C-042", "estate_agent", OFFICE.slice(1), "Please select an option"],
  ])(
    "the seller's property form rejects the value $2 of the field $1: $3 ($0)",
    (_, field, value, message) => {
      expect(post({ [field]: value })).toEqual({ errors: { [field]: [message] } });
    },
  );

  test.each(Object.keys(typed).filter((field) => !field.startsWith("address.")))(
    "the seller's property form rejects a repeated %s",
    (field) => {
      expect(post({ [field]: ["yes", "no"] })).toHaveProperty("errors");
    },
  );
});

describe("the tenure of a sale (C-048, C-051, C-052, C-068)", () => {
  test.each(TENURE_CHOICES)("the tenure of a sale can be %s", (tenure) => {
    expect(post({ tenure, tenure_details: "Commonhold" })).toMatchObject({
      value: {
        tenure: toTenure(tenure),
        tenure_details: tenure === "Other / Not Sure" ? "Commonhold" : null,
      },
    });
  });

  test.each(["", "  ", "£"])(
    "the tenure “Other / Not Sure” needs details, and %j is rejected (C-048)",
    (tenure_details) => {
      expect(post({ tenure: "Other / Not Sure", tenure_details })).toEqual({
        errors: { tenure_details: ["Please provide details"] },
      });
    },
  );

  test("missing tenure details are reported together with other errors, in page order (C-048)", () => {
    const answer = post({
      tenure: "Other / Not Sure",
      asking_price_pounds: "1",
      "address.line_1": "",
    });
    expect("errors" in answer && Object.keys(answer.errors)).toEqual([
      "address.line_1",
      "tenure_details",
      "asking_price_pounds",
    ]);
  });

  test("tenure details that are too long get one error", () => {
    expect(post({ tenure: "Other / Not Sure", tenure_details: "x".repeat(256) })).toEqual({
      errors: { tenure_details: ["Details must be less than 255 characters long"] },
    });
  });

  test.each([
    ["Freehold", "Freehold"],
    ["Leasehold", "Leasehold"],
    ["Share Of Freehold", "Share Of Freehold"],
    ["Share of Freehold", "Other"],
    ["Other / Not Sure", "Other"],
    ["Commonhold", "Other"],
    ["", "Other"],
  ])("the tenure %j is stored as %s (C-068)", (text, tenure) => {
    expect(toTenure(text)).toBe(tenure);
  });
});

describe("the sellers of a sale (C-049, AMB-C06)", () => {
  const REPRESENTATIVE =
    "If you are acting on behalf of the seller, please select yes and add the seller's details";
  const OWNER = "Please add at least one seller or select no";

  test.each([
    // Columns: customer type, another seller, number of co-sellers, message.
    ["representative", "yes", 0, REPRESENTATIVE],
    ["representative", "no", 0, REPRESENTATIVE],
    ["representative", "no", 1, REPRESENTATIVE],
    ["representative", "yes", 1, null],
    ["individual_owner", "yes", 0, OWNER],
    ["individual_owner", "yes", 1, null],
    ["individual_owner", "yes", 9, null],
    ["individual_owner", "no", 0, null],
    ["individual_owner", "no", 2, null],
    ["", "yes", 1, null],
  ])(
    "the customer type “%s” and the answer “%s” about another seller are validated with %i co-sellers (expected error: %s)",
    (customer_type, another_seller, added, message) => {
      const errors = {
        ...(customer_type === "" && { customer_type: ["Please select an option"] }),
        ...(message && { another_seller: [message] }),
      };
      const answer = post({ customer_type, another_seller }, added);
      expect("errors" in answer ? answer.errors : {}).toEqual(errors);
    },
  );

  test("a representative must answer the question about another seller", () => {
    expect(post({ customer_type: "representative", another_seller: "" })).toEqual({
      errors: { another_seller: ["Please select an option"] },
    });
  });
});

describe("the estate agent of a sale (C-055 to C-059, AMB-C13)", () => {
  test.each([
    ["not_listed", { status: "not_listed" }],
    ["no_agent", { status: "no_agent" }],
    [OFFICE, { status: "assigned", estate_agent_id: OFFICE }],
  ])("the estate agent of a sale is parsed from %j as %j", (estate_agent, choice) => {
    expect(post({ estate_agent })).toMatchObject({ value: { estate_agent: choice } });
  });
});

test.each([
  ["C-045", "", null],
  ["C-046", "not_listed", null],
  ["C-047", "not_exact_match", null],
  ["C-044", " WYK123456 ", "WYK123456"],
  ["C-045", "x".repeat(300), null],
])(
  "the title number $1 is parsed as $2 and never blocks the form ($0, AMB-C09)",
  (_, title_number, stored) => {
    expect(post({ title_number })).toMatchObject({ value: { title_number: stored } });
  },
);

test.each(HOSTILE)(
  "the seller's property form rejects malformed input without throwing (%#)",
  (value) => {
    const form = sellerAnswersForm({ additionalSellers: 0 });
    const every = Object.fromEntries(
      ["address", "title_number", ...Object.keys(typed), "tenure_details"].map((name) => [
        name,
        value,
      ]),
    );
    expect(form.safeParse(every).success).toBe(false);
    expect(form.safeParse(value).success).toBe(false);
  },
);

test("the customer types are owner and representative (C-050)", () => {
  expect(customerTypeOptions).toEqual([
    { value: "individual_owner", label: "I own the property" },
    { value: "representative", label: "I am acting on behalf of the seller" },
  ]);
});
