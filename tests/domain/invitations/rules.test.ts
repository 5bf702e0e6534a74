import { describe, expect, test } from "vitest";
import {
  BuyerInvitationForm,
  SellerInvitationForm,
} from "#app/domain/invitations/new-invitations.server.ts";
import { invitationStatusText } from "#app/domain/invitations/labels.ts";
import { HOSTILE, typedForm } from "#tests/support/typed-form.ts";

test.each([
  ["R-013", "pending", "user created, email not sent yet"],
  ["R-014", "sent", "Email Sent"],
  ["R-015", "clicked", "Magic Link clicked - 3 time(s)"],
  ["R-016", "expired", "Magic Link Expired"],
  ["R-017", "cancelled", "cancelled"],
  ["R-018", "completed", "Completed (transaction paid)"],
] as const)("the invitation status $1 is shown as $2 ($0)", (_id, status, text) => {
  expect(invitationStatusText({ status, link_click_count: 3 })).toBe(text);
});

const person = {
  email: " Ina@Example.TEST ",
  phone_number: "07400 123456",
  phone_country: "GB",
  first_name: "Ina",
  middle_name: "",
  last_name: "Invited",
};
const home = {
  "property_address.line_1": "4 Castle Lane",
  "property_address.post_town": "York",
  "property_address.postcode": "yo17hz",
};
const id = "a".repeat(24);

describe("the invitation forms (R-026 to R-037)", () => {
  test("invitation forms parse a seller's invitation without a referral code or an existing property (R-034, R-036, R-037)", () => {
    expect(typedForm(SellerInvitationForm, { ...person, ...home })).toEqual({
      value: expect.objectContaining({
        email: "ina@example.test",
        phone_number: "+447400123456",
        first_name: "Ina",
        middle_name: null,
        last_name: "Invited",
        referral_code: null,
        property_address: expect.objectContaining({
          line_1: "4 Castle Lane",
          post_town: "York",
          postcode: "YO1 7HZ",
          country_iso_2: "GB",
        }),
      }),
    });
  });

  test("invitation forms report every missing field in page order (R-034)", () => {
    const typed = typedForm(SellerInvitationForm, {});
    expect("errors" in typed && Object.entries(typed.errors)).toEqual([
      ["email", ["Please enter a valid email address. It should look like name@example.com"]],
      ["phone_number", ["Invalid mobile number. Enter a number like 07400 123456"]],
      ["first_name", ["First name is required"]],
      ["last_name", ["Last name is required"]],
      [
        "property_address.line_1",
        ["Address must be at least 1 character long. Enter the first line of the address"],
      ],
      [
        "property_address.post_town",
        ["Town must be at least 1 character long. Enter the town or city"],
      ],
      ["property_address.postcode", ["Invalid postcode. Enter a full UK postcode, like SW1A 1AA"]],
    ]);
  });

  test.each([
    ["email", "ina", "Please enter a valid email address. It should look like name@example.com"],
    ["phone_number", "01904 123456", "Invalid mobile number. Enter a number like 07400 123456"],
    ["first_name", "£", "First name is required"],
    ["middle_name", "m".repeat(256), "Middle name must be less than 255 characters long"],
    ["last_name", " ", "Last name is required"],
    ["referral_code", "c".repeat(256), "Referral code must be less than 255 characters long"],
    [
      "property_address.line_1",
      "",
      "Address must be at least 1 character long. Enter the first line of the address",
    ],
    [
      "property_address.post_town",
      "",
      "Town must be at least 1 character long. Enter the town or city",
    ],
    [
      "property_address.postcode",
      "YO1",
      "Invalid postcode. Enter a full UK postcode, like SW1A 1AA",
    ],
  ])("invitation forms reject the %s %j: %s (R-034)", (name, text, message) => {
    expect(typedForm(SellerInvitationForm, { ...person, ...home, [name]: text })).toEqual({
      errors: { [name]: [message] },
    });
  });

  test.each([
    ["R-035", {}, { postcode: ["Please search for an address"] }],
    ["R-035", { searched: "YO1 7HZ" }, { property_id: ["Please select an address"] }],
    [
      "R-035",
      { searched: "YO1 7HZ", property_id: "x" },
      { property_id: ["Please select an address"] },
    ],
  ])("a buyer's invitation is rejected without a valid property: $1 ($0)", (_id, typed, errors) => {
    expect(typedForm(BuyerInvitationForm, { ...person, ...typed })).toEqual({ errors });
  });

  test("invitation forms parse a buyer's invitation with a property (R-033, R-035)", () => {
    expect(typedForm(BuyerInvitationForm, { ...person, property_id: id })).toMatchObject({
      value: { property_id: id, email: "ina@example.test" },
    });
  });

  test("invitation forms reject malformed input without throwing", () => {
    for (const value of HOSTILE) {
      for (const form of [SellerInvitationForm, BuyerInvitationForm]) {
        const typed = {
          email: value,
          property_id: value,
          property_address: value,
          searched: value,
        };
        expect(form.safeParse(typed).success).toBe(false);
        expect(form.safeParse(value).success).toBe(false);
      }
    }
  });
});
