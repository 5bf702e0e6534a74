import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/max";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { formatPhone, phoneForCheck, phoneForStaff } from "#app/domain/shared/phone.ts";
import {
  mobilePhone,
  optionalPhoneNumber,
  phoneFields,
  phoneNumber,
  phoneParts,
  readMobile,
  readPhone,
} from "#app/domain/shared/phone.server.ts";
import { DIAL_CODES } from "#app/ui/forms/phone-field.tsx";
import { HOSTILE, typedForm } from "#tests/support/typed-form.ts";

describe("phone numbers (B-042, B-043, C-017, AMB-B14, AMB-B15)", () => {
  test.each([
    // Columns: typed, country, as a customer's mobile number, as any number.
    ["07400 123456", "GB", "+447400123456", "+447400123456"],
    ["7400123456", "GB", "+447400123456", "+447400123456"],
    ["(07400) 123-456", "GB", "+447400123456", "+447400123456"],
    ["+44 7400 123456", "GB", "+447400123456", "+447400123456"],
    ["+44 (0)7400 123456", "GB", "+447400123456", "+447400123456"],
    ["+447400123456", "FR", "+447400123456", "+447400123456"], // a + overrides the select
    ["07911 123456", "GB", "+447911123456", "+447911123456"], // Guernsey
    ["07624 312345", "GB", "+447624312345", "+447624312345"], // Isle of Man
    ["07797 712345", "GB", "+447797712345", "+447797712345"], // Jersey
    ["07797 712345", "JE", "+447797712345", "+447797712345"],
    ["020 7946 0958", "GB", null, "+442079460958"], // a landline
    ["01534 123456", "JE", null, "+441534123456"],
    ["070 1234 5678", "GB", null, "+447012345678"], // a personal number
    ["06 12 34 56 78", "FR", "+33612345678", "+33612345678"],
    ["01 42 68 53 00", "FR", "+33142685300", "+33142685300"], // landlines are accepted abroad
    ["+1 212 555 2368", "GB", "+12125552368", "+12125552368"],
    ["07700 900123", "GB", null, null], // reserved by Ofcom for drama
    ["07400 12345", "GB", null, null],
    ["07400 1234567", "GB", null, null],
    ["07400 123456", "FR", null, null],
    ["07400 123456 ext 5", "GB", null, null],
    ["call 07400 123456", "GB", null, null],
    ["07400 123456", "ZZ", null, null],
    ["07400 123456", "__proto__", null, null],
    ["", "GB", null, null],
    ["+", "GB", null, null],
    ["abc", "GB", null, null],
    [`07400 ${"-".repeat(28)}123456`, "GB", "+447400123456", "+447400123456"], // the limit of 40 characters
    [`07400 ${"-".repeat(29)}123456`, "GB", null, null],
  ])(
    "the input %j for the country %s is parsed as the mobile number %s and the phone number %s",
    (typed, country, mobile, any) => {
      expect(readMobile(typed, country)).toBe(mobile);
      expect(readPhone(typed, country)).toBe(any);
    },
  );

  // This test is separate, because Stryker turns test names into patterns, and one with a million
  // characters is too long.
  test("a million digits are rejected as a phone number", () => {
    expect(readPhone("1".repeat(1_000_000), "GB")).toBeNull();
  });

  test("the default country of a phone number is GB (B-023)", () => {
    expect(readMobile("07400 123456")).toBe("+447400123456");
  });
});

describe("phone fields of a form", () => {
  const required = mobilePhone(
    z.object({ name: z.string("Name"), ...phoneFields, last: z.string("Last") }),
  );

  test.each([
    [{ phone_number: " 07400 123456 ", phone_country: "GB" }, "+447400123456"],
    [{ phone_number: "07400 123456" }, "+447400123456"],
    [{ phone_number: "06 12 34 56 78", phone_country: "FR" }, "+33612345678"],
  ])("the phone fields %j are stored as %s, without the country (B-043)", (typed, phone_number) => {
    expect(typedForm(required, { name: "a", last: "b", ...typed })).toEqual({
      value: { name: "a", last: "b", phone_number },
    });
  });

  test.each([
    [{}],
    [{ phone_number: "" }],
    [{ phone_number: "  " }],
    [{ phone_number: "020 7946 0958" }],
    [{ phone_number: ["07400 123456", "07400 123457"] }],
    [{ phone_number: "07400 123456", phone_country: "XX" }],
  ])("an invalid mobile number %j is rejected (B-042)", (typed) => {
    expect(typedForm(required, { name: "a", last: "b", ...typed })).toEqual({
      errors: { phone_number: ["Invalid mobile number. Enter a number like 07400 123456"] },
    });
  });

  test("a phone number with a repeated country is rejected (B-042)", () => {
    const typed = { phone_number: "07400 123456", phone_country: ["GB", "FR"] };
    expect(typedForm(required, { name: "a", last: "b", ...typed })).toEqual({
      errors: {
        phone_country: ["Invalid mobile number. Enter a number like 07400 123456"],
        phone_number: ["Invalid mobile number. Enter a number like 07400 123456"],
      },
    });
  });

  test("the error of a phone number is shown together with those of other fields, in page order", () => {
    const answer = typedForm(required, { phone_number: "1" });
    expect(answer).toEqual({
      errors: {
        name: ["Name"],
        phone_number: ["Invalid mobile number. Enter a number like 07400 123456"],
        last: ["Last"],
      },
    });
    expect("errors" in answer && Object.keys(answer.errors)).toEqual([
      "name",
      "phone_number",
      "last",
    ]);
  });

  test.each(HOSTILE)("malformed phone fields are rejected without throwing (%#)", (value) => {
    expect(required.safeParse({ phone_number: value, phone_country: value }).success).toBe(false);
    expect(required.safeParse(value).success).toBe(false);
  });
});

test.each([
  ["07400123456", "7400123456", "+447400123456"],
  ["07400 123456", "7400 123456", "+447400123456"],
  ["02079460958", "02079460958", "+442079460958"],
  ["(0207) 946-0958", "(0207) 946-0958", "+442079460958"],
  ["+447400123456", "+447400123456", "+447400123456"],
  ["", "", ""],
])(
  "the phone number %j is shown to staff as %j and sent for an identity check as %j (N-027, N-028, AMB-N06)",
  (stored, shown, ordered) => {
    expect(phoneForStaff(stored)).toBe(shown);
    expect(phoneForCheck(stored)).toBe(ordered);
  },
);

test("the country select lists the United Kingdom first and only supported countries (AMB-B15, B-023)", () => {
  expect(DIAL_CODES[0]).toEqual({ country: "GB", dialCode: "44" });
  for (const { country, dialCode } of DIAL_CODES) {
    expect(isSupportedCountry(country) && getCountryCallingCode(country)).toBe(dialCode);
  }
});

describe("a phone number in one field (AMB-B14)", () => {
  const messages = (answer: { error?: { issues: { message: string }[] } | undefined }) =>
    answer.error?.issues.map(({ message }) => message) ?? null;

  test.each([
    ["  ", ["Missing"]],
    [null, ["Missing"]],
    ["12", ["Wrong"]],
    [" 01904 555010 ", null],
  ])("a required field validates the phone number %j (expected errors: %j)", (typed, expected) => {
    expect(messages(phoneNumber("Missing", "Wrong").safeParse(typed))).toEqual(expected);
  });

  test.each([
    ["12", ["Wrong"]],
    [["01904 555010"], ["Wrong"]],
  ])(
    "an optional field validates the phone number %j (expected errors: %j) (G-030)",
    (typed, expected) => {
      expect(messages(optionalPhoneNumber("Wrong").safeParse(typed))).toEqual(expected);
    },
  );

  test("an optional field stores spaces as null and a phone number in E.164 format (G-055)", () => {
    expect(optionalPhoneNumber().parse("  ")).toBeNull();
    expect(optionalPhoneNumber().parse(" 01904 555010 ")).toBe("+441904555010");
    expect(phoneNumber("Missing").parse(" 01904 555010 ")).toBe("+441904555010");
  });
});

test.each([
  ["+447400123456", "07400 123456", "GB"],
  ["+33612345678", "06 12 34 56 78", "FR"],
  [null, "", "GB"],
  ["12", "12", "GB"],
])(
  "the stored number %j appears in the form as %j of country %s (B-043)",
  (stored, phone_number, phone_country) => {
    expect(phoneParts(stored)).toEqual({ phone_number, phone_country });
  },
);

describe("formatted phone numbers", () => {
  test.each([
    ["+441132380077", "0113 238 0077"],
    ["+447400115442", "07400 115442"],
    ["+442079460958", "020 7946 0958"],
    ["+441614960123", "0161 496 0123"],
    ["+441534123456", "01534 123456"],
    ["+441539423456", "015394 23456"],
    ["+441697712345", "016977 12345"],
    ["+443001234567", "0300 123 4567"],
    ["+44800123456", "0800 123456"],
    ["+447012345678", "070 1234 5678"],
    ["+447624312345", "07624 312345"],
  ])(
    "the UK number %s is formatted as %s, which matches the phone number library",
    (stored, shown) => {
      expect(formatPhone(stored)).toBe(shown);
      expect(parsePhoneNumberFromString(stored)?.formatNational()).toBe(shown);
    },
  );

  test.each([
    ["+12125552368", "+1 212 555 2368"],
    ["+33612345678", "+33 612 345 678"],
    ["+353851234567", "+353 851 234 567"],
    ["+4915123456789", "+49 151 234 56789"],
    ["07400 115442", "07400 115442"],
    ["ask Jo", "ask Jo"],
    ["", ""],
    ["+44", "+44"],
  ])("the phone number %s is formatted as %s", (stored, shown) => {
    expect(formatPhone(stored)).toBe(shown);
  });

  test("formatting keeps every digit of a phone number from any country", () => {
    for (const { dialCode } of DIAL_CODES) {
      const stored = `+${dialCode}612345678`;
      expect(formatPhone(stored).replaceAll(" ", "").replace(/^0/, "+44")).toBe(stored);
    }
  });
});
