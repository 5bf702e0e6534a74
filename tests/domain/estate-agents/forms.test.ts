import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { BrandForm } from "#app/domain/estate-agents/brands.server.ts";
import { ChecksForm, OfficeForm } from "#app/domain/estate-agents/office.server.ts";
import { NewEstateAgentForm } from "#app/domain/estate-agents/estate-agents.server.ts";
import { CoordinatorForm } from "#app/domain/estate-agents/coordinators.server.ts";
import { NegotiatorForm } from "#app/domain/estate-agents/negotiators.server.ts";
import { ValuerForm } from "#app/domain/estate-agents/valuers.server.ts";
import { HOSTILE, typedForm } from "#tests/support/typed-form.ts";

const brand_id = "a".repeat(24);
const INVALID_EMAIL = "Please enter a valid email address. It should look like name@example.com";
const INVALID_PHONE = "Enter a valid phone number, like 020 7946 0018";

describe("the valuer form (M-033 to M-037)", () => {
  test.each<[string, Record<string, string>, object]>([
    ["no fields", {}, { errors: { first_name: ["First name is required"] } }],
    ["blanks", { first_name: "  " }, { errors: { first_name: ["First name is required"] } }],
    ["an invalid email", { first_name: "V", email: "val" }, { errors: { email: [INVALID_EMAIL] } }],
    [
      "an invalid phone number",
      { first_name: "V", phone_number: "12" },
      { errors: { phone_number: [INVALID_PHONE] } },
    ],
    [
      "only a first name of one letter",
      { first_name: "V" },
      {
        value: {
          first_name: "V",
          last_name: null,
          email: null,
          phone_number: null,
          primary_valuer: false,
          is_subscribed: false,
        },
      },
    ],
    [
      "everything",
      {
        first_name: "Val",
        last_name: "Ridley",
        email: " Val@Northgate.example ",
        phone_number: "01904 555010",
        primary_valuer: "on",
        is_subscribed: "on",
      },
      {
        value: {
          first_name: "Val",
          last_name: "Ridley",
          email: "val@northgate.example",
          phone_number: "+441904555010",
          primary_valuer: true,
          is_subscribed: true,
        },
      },
    ],
  ])("the valuer form parses %s, %j, as %j", (_name, typed, expected) => {
    expect(typedForm(ValuerForm, typed)).toEqual(expected);
  });
});

describe("the length limits of the estate agent forms (M-033 to M-049)", () => {
  const negotiator = {
    first_name: "N",
    last_name: "M",
    email: "n@example.test",
    phone_number: "01904 555010",
  };
  test.each<[string, z.ZodType, Record<string, string>, string, string]>([
    ["a valuer", ValuerForm, { first_name: "V" }, "first_name", "First name"],
    ["a valuer", ValuerForm, { first_name: "V" }, "last_name", "Last name"],
    ["a negotiator", NegotiatorForm, negotiator, "first_name", "First name"],
    ["a negotiator", NegotiatorForm, negotiator, "last_name", "Last name"],
    ["a coordinator", CoordinatorForm, negotiator, "last_name", "Last name"],
    ["an office", OfficeForm, { brand_id, office_name: "Y" }, "office_name", "Office name"],
  ])(
    "a name of up to 255 characters is accepted for %s ($3)",
    (_whose, schema, typed, name, label) => {
      const of = (length: number) => typedForm(schema, { ...typed, [name]: "n".repeat(length) });
      expect(of(255)).toMatchObject({ value: { [name]: "n".repeat(255) } });
      expect(of(256)).toEqual({
        errors: { [name]: [`${label} must be less than 255 characters long`] },
      });
    },
  );
});

describe("invalid phone numbers and emails (M-033 to M-049)", () => {
  test.each<[string, z.ZodType, string, string]>([
    ["a negotiator's", NegotiatorForm, "email", INVALID_EMAIL],
    ["a negotiator's", NegotiatorForm, "phone_number", INVALID_PHONE],
    ["a coordinator's", CoordinatorForm, "phone_number", INVALID_PHONE],
    ["an office's", OfficeForm, "office_phone_number", INVALID_PHONE],
  ])("the form rejects %s invalid email or phone number ($2)", (_whose, schema, name, message) => {
    expect(typedForm(schema, { [name]: "12" })).toMatchObject({ errors: { [name]: [message] } });
  });

  test("the office form rejects a brand that is not an id", () => {
    expect(typedForm(OfficeForm, { brand_id: "Northgate", office_name: "Y" })).toMatchObject({
      errors: { brand_id: [expect.any(String)] },
    });
  });
});

describe("the coordinator form (M-038 to M-041)", () => {
  test("the coordinator form requires both names and a valid email", () => {
    expect(typedForm(CoordinatorForm, {})).toEqual({
      errors: {
        first_name: ["First name is required"],
        last_name: ["Last name is required"],
        email: ["Valid email is required. It should look like name@example.com"],
      },
    });
    const typed = { first_name: "Cora", last_name: "Dale", email: "cora" };
    expect(typedForm(CoordinatorForm, typed)).toEqual({
      errors: { email: ["Valid email is required. It should look like name@example.com"] },
    });
    const whole = { ...typed, email: "cora@example.test" };
    expect(typedForm(CoordinatorForm, whole)).toMatchObject({
      value: { phone_number: null, is_subscribed: false },
    });
    const more = { phone_number: "01904 555010", is_subscribed: "on" };
    expect(typedForm(CoordinatorForm, { ...whole, ...more })).toMatchObject({
      value: { phone_number: "+441904555010", is_subscribed: true },
    });
  });
});

describe("the negotiator form (M-042 to M-045)", () => {
  test("the negotiator form requires both names, an email and a phone number", () => {
    expect(typedForm(NegotiatorForm, {})).toEqual({
      errors: {
        first_name: ["First name is required"],
        last_name: ["Last name is required"],
        email: [INVALID_EMAIL],
        phone_number: ["Phone number is required"],
      },
    });
    expect(
      typedForm(NegotiatorForm, {
        first_name: "N",
        last_name: "M",
        email: "n@example.test",
        phone_number: "01904 555010",
      }),
    ).toEqual({
      value: {
        first_name: "N",
        last_name: "M",
        email: "n@example.test",
        phone_number: "+441904555010",
      },
    });
  });
});

describe("the office form (M-046 to M-049)", () => {
  test("the office form requires a brand and a name, but no phone number or address", () => {
    expect(typedForm(OfficeForm, {})).toEqual({
      errors: { brand_id: ["Brand is required"], office_name: ["Office name is required"] },
    });
    expect(typedForm(OfficeForm, { brand_id, office_name: "Y" })).toEqual({
      value: { brand_id, office_name: "Y", office_phone_number: null, address: null },
    });
  });

  test("the office form requires a complete address once one line is filled in", () => {
    const office = { brand_id, office_name: "York" };
    expect(typedForm(OfficeForm, { ...office, "address.line_2": "Floor 2" })).toEqual({
      errors: {
        "address.line_1": [
          "Address must be at least 1 character long. Enter the first line of the address",
        ],
        "address.post_town": ["Town must be at least 1 character long. Enter the town or city"],
        "address.postcode": ["Invalid postcode. Enter a full UK postcode, like SW1A 1AA"],
      },
    });
    expect(
      typedForm(OfficeForm, {
        ...office,
        "address.line_1": "1 Coney Street",
        "address.line_2": "",
        "address.post_town": "York",
        "address.postcode": "yo19na",
      }),
    ).toMatchObject({
      value: {
        address: { line_1: "1 Coney Street", line_2: null, post_town: "York", postcode: "YO1 9NA" },
      },
    });
  });
});

describe("the Thirdfort settings form (M-028, M-057, AMB-M05)", () => {
  const emails = (...typed: string[]) =>
    Object.fromEntries(
      typed.map((email, index) => [`thirdfort_requester_emails[${index}]`, email]),
    );

  test.each<[string, Record<string, string>, object]>([
    [
      "an invalid email",
      emails("a@example.test", "b"),
      { errors: { "thirdfort_requester_emails[1]": [INVALID_EMAIL] } },
    ],
    [
      "empty rows and a repeated email",
      emails("", "a@example.test", "", "A@example.test"),
      { value: { thirdfort_requester_emails: ["a@example.test"] } },
    ],
    [
      "nothing",
      {},
      { value: { requests_seller_thirdfort_checks: false, thirdfort_requester_emails: [] } },
    ],
    [
      "seller checks requested without an email",
      { requests_seller_thirdfort_checks: "on", ...emails("") },
      { errors: { thirdfort_requester_emails: ["Enter at least one requester email"] } },
    ],
    [
      "buyer checks requested without an email",
      { requests_buyer_thirdfort_checks: "on" },
      { errors: { thirdfort_requester_emails: ["Enter at least one requester email"] } },
    ],
    [
      "checks only received, without an email",
      { receives_seller_thirdfort_checks: "on", receives_buyer_thirdfort_checks: "on" },
      { value: { receives_seller_thirdfort_checks: true } },
    ],
  ])(
    "the Thirdfort settings form returns the right values or errors for %s",
    (_name, typed, expected) => {
      expect(typedForm(ChecksForm, typed)).toMatchObject(expected);
    },
  );

  test.each([
    "requests_seller_thirdfort_checks",
    "requests_buyer_thirdfort_checks",
    "receives_seller_thirdfort_checks",
    "receives_buyer_thirdfort_checks",
  ])("the Thirdfort settings store only %s if that box alone is ticked", (name) => {
    const result = typedForm(ChecksForm, { [name]: "on", ...emails("a@example.test") });
    const ticked =
      "value" in result && Object.entries(result.value).filter(([, to]) => to === true);
    expect(ticked).toEqual([[name, true]]);
  });

  test("the Thirdfort settings accept at most 20 requester emails", () => {
    const many = (count: number) =>
      typedForm(
        ChecksForm,
        emails(...Array.from({ length: count }, (_, index) => `e${index}@example.test`)),
      );
    expect(many(20)).toHaveProperty("value");
    expect(many(21)).toEqual({
      errors: { thirdfort_requester_emails: ["Enter at most 20 emails"] },
    });
  });
});

test("the brand form requires a name of at least one character (M-069)", () => {
  expect(typedForm(BrandForm, { brand_name: "  " })).toEqual({
    errors: { brand_name: ["Enter a brand name"] },
  });
  expect(typedForm(BrandForm, { brand_name: " N " })).toEqual({ value: { brand_name: "N" } });
});

test.each([
  ["valuer", ValuerForm],
  ["negotiator", NegotiatorForm],
  ["coordinator", CoordinatorForm],
  ["office", OfficeForm],
  ["checks", ChecksForm],
  ["new estate agent", NewEstateAgentForm],
  ["brand", BrandForm],
])("the %s form parses malformed input without throwing", (_name, schema) => {
  for (const value of HOSTILE) {
    expect(() => schema.safeParse(value)).not.toThrow();
    for (const field of Object.keys(schema.shape)) {
      expect(() => schema.safeParse({ [field]: value }), field).not.toThrow();
    }
  }
});
