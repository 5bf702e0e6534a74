import { describe, expect, test } from "vitest";
import { RELATIONSHIPS } from "#app/domain/people/questions.ts";
import { giftorForm } from "#app/domain/people/person-forms.server.ts";
import { HOSTILE, typedForm } from "#tests/support/typed-form.ts";

const typed = {
  first_name: "Gail",
  middle_name: "",
  last_name: "Giver",
  email: "Gail@Example.com",
  phone_number: "07400 123456",
  phone_country: "GB",
  "correspondence_address.line_1": "1 High Street",
  "correspondence_address.post_town": "Leeds",
  "correspondence_address.postcode": "ls11aa",
  "correspondence_address.country": "United Kingdom",
  "correspondence_address.country_code": "GB",
  amount_pounds: "£20,000",
  relationship: "Parent",
};

const post = (fields: Record<string, string | string[]>) =>
  typedForm(giftorForm, { ...typed, ...fields });

const AMOUNT = "Amount must be higher than £0";

describe("the giftor form (X-005, D-045 to D-050)", () => {
  test("the giftor form parses a complete form", () => {
    expect(post({})).toEqual({
      value: {
        first_name: "Gail",
        middle_name: null,
        last_name: "Giver",
        email: "gail@example.com",
        phone_number: "+447400123456",
        correspondence_address: expect.objectContaining({
          line_1: "1 High Street",
          postcode: "LS1 1AA",
          country_iso_2: "GB",
        }),
        amount_pounds: 20_000,
        relationship: "Parent",
      },
    });
  });

  test("the giftor form accepts the buyer's address as the giftor's (AMB-C08)", () => {
    const answer = post({ same_address: "on", "correspondence_address.postcode": "x" });
    expect(answer).toMatchObject({ value: { correspondence_address: null } });
  });

  test("the giftor form reports every error of an empty form, in page order", () => {
    const answer = typedForm(giftorForm, {});
    expect("errors" in answer && Object.entries(answer.errors)).toEqual([
      ["first_name", ["First name must be at least 2 characters long"]],
      ["last_name", ["Last name must be at least 2 characters long"]],
      ["email", ["Please enter a valid email address. It should look like name@example.com"]],
      ["phone_number", ["Invalid mobile number. Enter a number like 07400 123456"]],
      [
        "correspondence_address.line_1",
        ["Address must be at least 1 character long. Enter the first line of the address"],
      ],
      [
        "correspondence_address.post_town",
        ["Town must be at least 1 character long. Enter the town or city"],
      ],
      [
        "correspondence_address.postcode",
        ["Invalid postcode for the specified country. Check the postcode and the country"],
      ],
      [
        "correspondence_address.country",
        ["Country must be at least 1 character long. Select a country"],
      ],
      ["amount_pounds", [AMOUNT]],
      ["relationship", ["Required field. Select a relationship"]],
    ]);
  });

  test.each([
    ["D-045", "amount_pounds", "", AMOUNT],
    ["D-045", "amount_pounds", "0", AMOUNT],
    ["D-045 AMB-D05", "amount_pounds", "4", AMOUNT],
    ["D-045 AMB-D05", "amount_pounds", "4.99", AMOUNT],
    ["D-045 AMB-D05", "amount_pounds", "5", null],
    ["V-030", "amount_pounds", "-5", "Invalid price format. Enter whole pounds, like 250,000"],
    ["V-030", "amount_pounds", "1,000,", "Invalid price format. Enter whole pounds, like 250,000"],
    ["D-046", "relationship", "", "Required field. Select a relationship"],
    ["D-046 D-050", "relationship", "Sibling", "Required field. Select a relationship"],
    [
      "D-048",
      "first_name",
      "G",
      "First name must be at least 2 characters long. If this is their full name, email us and we’ll set it up",
    ],
    ["D-048", "last_name", "", "Last name must be at least 2 characters long"],
    [
      "D-048",
      "email",
      "gail",
      "Please enter a valid email address. It should look like name@example.com",
    ],
    [
      "D-048",
      "phone_number",
      "020 7946 0018",
      "Invalid mobile number. Enter a number like 07400 123456",
    ],
    [
      "D-049",
      "correspondence_address.line_1",
      "",
      "Address must be at least 1 character long. Enter the first line of the address",
    ],
    [
      "D-049",
      "correspondence_address.post_town",
      "",
      "Town must be at least 1 character long. Enter the town or city",
    ],
    [
      "D-049",
      "correspondence_address.postcode",
      "LS1",
      "Invalid postcode for the specified country. Check the postcode and the country",
    ],
  ])(
    "the giftor form validates the field $1 with the value $2 (expected error: $3) ($0)",
    (_, field, value, message) => {
      const answer = post({ [field]: value });
      expect("errors" in answer ? answer.errors : {}).toEqual(
        message ? { [field]: [message] } : {},
      );
    },
  );

  test.each(RELATIONSHIPS)(
    "the giftor form accepts the relationship %s (D-050)",
    (relationship) => {
      expect(post({ relationship })).toMatchObject({ value: { relationship } });
    },
  );

  test.each(["amount_pounds", "relationship"])("the giftor form rejects a repeated %s", (field) => {
    expect(post({ [field]: ["Parent", "Other"] })).toHaveProperty("errors");
  });
});

test("the relationships of a giftor are parent, other family and other (D-050)", () => {
  expect(RELATIONSHIPS).toEqual(["Parent", "Other Family", "Other"]);
});

test.each(HOSTILE)("the giftor form rejects malformed input without throwing (%#)", (value) => {
  const whole = { ...typed, same_address: true };
  for (const field of ["amount_pounds", "relationship"]) {
    expect(giftorForm.safeParse({ ...whole, [field]: value }).success).toBe(false);
  }
  expect(giftorForm.safeParse(value).success).toBe(false);
});
