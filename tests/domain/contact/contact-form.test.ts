import { describe, expect, test } from "vitest";
import { ContactForm } from "#app/domain/contact/contact.server.ts";
import { HOSTILE, typedForm } from "#tests/support/typed-form.ts";

const good = {
  full_name: "Ada Byron",
  email: "Ada@Example.test",
  mobile_number: "",
  message: "How long does it take?",
  referrer: "A friend",
};

const listErrors = (change: Record<string, string>) => {
  const result = typedForm(ContactForm, { ...good, ...change });
  return "errors" in result ? result.errors : {};
};

test("the contact form accepts a complete form without a mobile number and trims the text (G-035)", () => {
  expect(typedForm(ContactForm, { ...good, full_name: "  Ada  Byron " })).toEqual({
    value: {
      full_name: "Ada Byron",
      email: "ada@example.test",
      mobile_number: null,
      message: "How long does it take?",
      referrer: "A friend",
    },
  });
});

describe("the errors of the contact form", () => {
  test.each([
    ["G-029", "full_name", "", "Full name is required"],
    ["G-029", "full_name", "A", "Full name is required"],
    ["G-029", "full_name", " \u{1F600} ", "Full name is required"],
    ["G-029", "full_name", "n".repeat(256), "Full name must be less than 255 characters long"],
    ["G-030", "mobile_number", "123", "Invalid mobile number. Enter a number like 07400 123456"],
    [
      "G-030",
      "mobile_number",
      "call me",
      "Invalid mobile number. Enter a number like 07400 123456",
    ],
    ["G-031", "email", "", "Invalid email address. It should look like name@example.com"],
    ["G-031", "email", "ada", "Invalid email address. It should look like name@example.com"],
    ["G-032", "message", "", "Message is required"],
    ["G-032", "message", "?", "Message is required"],
    ["G-032", "message", "n".repeat(5_001), "Message must be at most 5,000 characters long"],
    ["G-033", "referrer", "", "Referrer is required. Tell us how you heard about us"],
    ["G-033", "referrer", "x", "Referrer is required. Tell us how you heard about us"],
  ])(
    "the contact form rejects the value $2 of the field $1: $3 ($0)",
    (_row, name, typed, message) => {
      expect(listErrors({ [name]: typed })).toEqual({ [name]: [message] });
    },
  );

  test.each([
    ["G-029", { full_name: "Bo" }],
    ["G-032", { message: "Hi" }],
    ["G-033", { referrer: "TV" }],
  ])("the contact form accepts a value of two characters (%s)", (_row, change) => {
    expect(listErrors(change)).toEqual({});
  });

  test("the contact form reports every error of an empty form, in page order (G-029, G-031, G-032, G-033)", () => {
    const result = typedForm(ContactForm, {});
    expect("errors" in result && Object.entries(result.errors)).toEqual([
      ["full_name", ["Full name is required"]],
      ["email", ["Invalid email address. It should look like name@example.com"]],
      ["message", ["Message is required"]],
      ["referrer", ["Referrer is required. Tell us how you heard about us"]],
    ]);
  });
});

test.each([
  ["07400 123456", "+447400123456"],
  ["020 7946 0958", "+442079460958"],
  ["+33 6 12 34 56 78", "+33612345678"],
  ["   ", null],
])("the contact form stores the mobile number %j as %s (G-030, AMB-B14)", (mobile_number, kept) => {
  expect(typedForm(ContactForm, { ...good, mobile_number })).toMatchObject({
    value: { mobile_number: kept },
  });
});

test("the contact form keeps the line breaks of a message (G-032)", () => {
  expect(typedForm(ContactForm, { ...good, message: " One\r\n\r\nTwo " })).toMatchObject({
    value: { message: "One\n\nTwo" },
  });
});

test("the contact form parses malformed input without throwing", async () => {
  for (const value of HOSTILE) {
    for (const name of Object.keys(good)) {
      await expect(ContactForm.safeParseAsync({ ...good, [name]: value })).resolves.toBeDefined();
    }
  }
});
