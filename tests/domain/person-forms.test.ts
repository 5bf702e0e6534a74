import { describe, expect, test } from "vitest";
import { z } from "zod";
import { firstTwoNames, fullName } from "#app/domain/shared/names.ts";
import { representedName } from "#app/domain/people/representation.ts";
import {
  aboutYouForm,
  additionalPersonForm,
  ownerForm,
} from "#app/domain/people/person-forms.server.ts";
import {
  emailAddress,
  optionalEmailAddress,
  cleanedNameIfChanged,
  otherNames,
  customerNames,
  staffEnteredCustomerNames,
  signUpNames,
} from "#app/domain/shared/names.server.ts";
import { HOSTILE, typedForm } from "#tests/support/typed-form.ts";

describe("the sign-up names", () => {
  const form = z.object(signUpNames);

  test.each([
    [{ first_name: " Zoë ", last_name: "O\u2019Neill" }, ["Zoë", null, "O'Neill"]],
    [{ first_name: "Al", middle_name: "B", last_name: "Coe" }, ["Al", "B", "Coe"]],
    [{ first_name: "Al", middle_name: " ", last_name: "Coe" }, ["Al", null, "Coe"]],
  ])(
    "the sign-up form parses the names %j as %j (B-044)",
    (typed, [first_name, middle_name, last_name]) => {
      expect(typedForm(form, typed)).toEqual({ value: { first_name, middle_name, last_name } });
    },
  );

  test.each([
    ["B-039", { last_name: "Coe" }, { first_name: ["Please enter your first name"] }],
    [
      "B-039",
      { first_name: " £ ", last_name: "Coe" },
      { first_name: ["Please enter your first name"] },
    ],
    ["B-040", { first_name: "Al" }, { last_name: ["Please enter your last name"] }],
    [
      "B-039",
      { first_name: "a".repeat(256), last_name: "Coe" },
      { first_name: ["First name must be less than 255 characters long"] },
    ],
    [
      "B-044",
      { first_name: "Al", middle_name: "a".repeat(256), last_name: "Coe" },
      { middle_name: ["Middle name must be less than 255 characters long"] },
    ],
    [
      "B-040",
      { first_name: "Al", last_name: "a".repeat(256) },
      { last_name: ["Last name must be less than 255 characters long"] },
    ],
    [
      "C-011 C-014",
      { first_name: "A", last_name: "-" },
      {
        first_name: [
          "First name must be at least 2 characters long. If this is your full name, email us and we’ll set it up",
        ],
        last_name: [
          "Last name must be at least 2 characters long. If this is your full name, email us and we’ll set it up",
        ],
      },
    ],
  ])("the sign-up form rejects the names $1 ($0)", (_, typed, errors) => {
    expect(typedForm(form, typed)).toEqual({ errors });
  });

  test.each(["-", "A", "", "Al", "O'Neill", "a".repeat(255), "a".repeat(256), "£", " Jo "])(
    "the sign-up form accepts or rejects the name %j just as the “About you” page does",
    (name) => {
      for (const field of ["first_name", "last_name"] as const) {
        const [atSignUp, later] = [signUpNames, customerNames()].map(
          (names) => z.object({ [field]: names[field] }).safeParse({ [field]: name }).success,
        );
        expect(atSignUp).toBe(later);
      }
    },
  );
});

describe("a person's names (C-010 to C-015)", () => {
  const short = (label: string) => [`${label} must be at least 2 characters long`];
  const one = (label: string) => [
    `${label} must be at least 2 characters long. If this is your full name, email us and we’ll set it up`,
  ];
  const long = (label: string) => [`${label} must be less than 255 characters long`];

  test.each([
    [undefined, short],
    ["", short],
    ["A", one],
    [" A ", one],
    ["A£", one],
    ["李", one],
    ["\u{20bb7}", one], // two units of UTF-16, one character
    ["Al", null],
    ["\u{20bb7}\u{20bb7}", null],
    ["a".repeat(255), null],
    [` ${"a".repeat(255)} `, null],
    ["a".repeat(256), long],
    ["a".repeat(1_000_000), long],
  ])(
    "a first or last name must have 2 to 255 characters, and any other length shows its error ($0)",
    (name, message) => {
      for (const [field, label] of [
        ["first_name", "First name"],
        ["last_name", "Last name"],
      ] as const) {
        const answer = z.object({ [field]: customerNames()[field] }).safeParse({ [field]: name });
        expect(answer.error?.issues.map((issue) => issue.message)).toEqual(message?.(label));
      }
    },
  );
});

describe("a name of one letter (IN-10)", () => {
  const onRecord = { first_name: "O", last_name: "Smith" };

  test.each([
    ["is kept if staff have entered it", customerNames(onRecord).first_name, "O", true],
    [
      "is rejected if a different letter is on record",
      customerNames(onRecord).first_name,
      "A",
      false,
    ],
    [
      "is rejected as a last name if only the first name on record has one letter",
      customerNames(onRecord).last_name,
      "O",
      false,
    ],
    ["is rejected for another person", otherNames.first_name, "O", false],
    ["is accepted from staff", staffEnteredCustomerNames.first_name, "李", true],
    ["is accepted from staff as a last name", staffEnteredCustomerNames.last_name, "O", true],
  ])("a name of one letter %s", (_, rule, name, isAccepted) => {
    expect(rule.safeParse(name).success).toBe(isAccepted);
  });
});

describe("a typed name (IN-9)", () => {
  test.each([
    ["O´Brien", "O'Brien"],
    ["O`Brien", "O'Brien"],
    ["O’Brien", "O'Brien"],
    ["O\u1fefBrien", "O'Brien"],
    ["\u00a0Ann\u200b  Marie ", "Ann Marie"],
    ["Zoe\u0308", "Zoë"],
    ["Smith–Jones", "Smith-Jones"],
    ["“Bob”", '"Bob"'],
  ])("the typed name %j is corrected to %s without confirmation", (typed, name) => {
    expect(customerNames().first_name.parse(typed)).toBe(name);
    expect(cleanedNameIfChanged(typed)).toBeNull();
  });

  test.each([
    ["Ann (£)", "Ann ()"],
    ["A<b>nn", "Abnn"],
    ["Ann 😀", "Ann"],
    ["Ann=Marie", "AnnMarie"],
    ["{}", ""],
  ])("the correction of the typed name %j to %j needs confirmation", (typed, name) => {
    expect(cleanedNameIfChanged(typed)).toBe(name);
    expect(cleanedNameIfChanged(name)).toBeNull();
  });
});

describe("email addresses (B-041, C-016)", () => {
  const message = "Please enter a valid email address. It should look like name@example.com";

  test.each([
    ["ann@example.com", "ann@example.com"],
    ["  Ann.Smith+home@Example.CO.UK ", "ann.smith+home@example.co.uk"],
    ["o'neill@example.com", "o'neill@example.com"],
    // These use every character that an unquoted mailbox name may have (IN-11).
    ["Jo&Sam@example.com", "jo&sam@example.com"],
    ["x=y@example.com", "x=y@example.com"],
    ["sam/jones@example.com", "sam/jones@example.com"],
    ["sam#1@example.com", "sam#1@example.com"],
    ["!$%*?^`{|}~-_@sub.example.co", "!$%*?^`{|}~-_@sub.example.co"],
  ])("the email address %j is parsed as %j", (typed, email) => {
    expect(emailAddress().parse(typed)).toBe(email);
  });

  test.each([
    "",
    " ",
    "ann",
    "ann@",
    "@example.com",
    "ann@example",
    "ann@exa mple.com",
    "ann@@example.com",
    ".ann@example.com",
    "ann.@example.com",
    "ann..b@example.com",
    '"ann b"@example.com',
    "ann;b@example.com",
    "ann:b@example.com",
    "ann(b)@example.com",
    "ann<b@example.com",
    "ann[b]@example.com",
    "ann\\b@example.com",
    "ann@-example.com",
    "ann@example.c",
    "ann@exa#mple.com",
    "a.".repeat(50_000),
    "a".repeat(100_000),
    `a@${"a.".repeat(50_000)}`,
    "ann@example.com,bob@example.com",
    "Ann <ann@example.com>",
    "ann@example.com\nBcc: all@example.com",
    "ann\0@example.com",
    `${"a".repeat(250)}@example.com`,
  ])("the email address %j is rejected", (typed) => {
    expect(
      emailAddress()
        .safeParse(typed)
        .error?.issues.map((issue) => issue.message),
    ).toEqual([message]);
  });

  test("an invalid email address gets the error message that its form specifies (G-031)", () => {
    const answer = emailAddress("Invalid email address").safeParse("x");
    expect(answer.error?.issues[0]?.message).toBe("Invalid email address");
  });

  test.each([
    ["  ", null],
    [" Ann@Example.com ", "ann@example.com"],
    [undefined, null],
  ])("the optional email address %j is parsed as %j (G-056)", (typed, email) => {
    expect(optionalEmailAddress("Wrong").parse(typed)).toBe(email);
  });

  test.each(["x", ["ann@example.com"]])(
    "the optional email address %j is rejected (G-056)",
    (typed) => {
      const { error } = optionalEmailAddress("Wrong").safeParse(typed);
      expect(error?.issues.map((issue) => issue.message)).toEqual(["Wrong"]);
    },
  );

  test.each(HOSTILE)(
    "a malformed email address is rejected with the usual message (%#)",
    (value) => {
      expect(
        emailAddress()
          .safeParse(value)
          .error?.issues.map((issue) => issue.message),
      ).toEqual([message]);
    },
  );
});

const person = {
  first_name: "Ann",
  middle_name: "",
  last_name: "Smith",
  phone_number: "07400 123456",
  phone_country: "GB",
};
const address = {
  "correspondence_address.line_1": "1 High Street",
  "correspondence_address.post_town": "Leeds",
  "correspondence_address.postcode": "ls11aa",
  "correspondence_address.country": "United Kingdom",
  "correspondence_address.country_code": "GB",
};

describe("the forms for people (C-009, X-004)", () => {
  test("the “About you” form parses a complete set of answers", () => {
    expect(typedForm(aboutYouForm(), { ...person, ...address })).toMatchObject({
      value: {
        first_name: "Ann",
        middle_name: null,
        last_name: "Smith",
        phone_number: "+447400123456",
        correspondence_address: {
          line_1: "1 High Street",
          postcode: "LS1 1AA",
          country_iso_2: "GB",
        },
      },
    });
  });

  test("the “About you” form reports every error of an empty form, in page order", () => {
    const answer = typedForm(aboutYouForm(), {});
    expect("errors" in answer && Object.entries(answer.errors)).toEqual([
      ["first_name", ["First name must be at least 2 characters long"]],
      ["last_name", ["Last name must be at least 2 characters long"]],
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
    ]);
  });

  test("the form for a second person accepts an address that differs from the first person's (C-043, AMB-C08)", () => {
    const typed = { ...person, ...address, email: "Bob@example.com" };
    expect(typedForm(additionalPersonForm, typed)).toMatchObject({
      value: { email: "bob@example.com", correspondence_address: { postcode: "LS1 1AA" } },
    });
  });

  test("the form for a second person ignores the typed address if both live at the same address (AMB-C08)", () => {
    const typed = { ...person, email: "bob@example.com", same_address: "on" };
    const value = {
      first_name: "Ann",
      middle_name: null,
      last_name: "Smith",
      phone_number: "+447400123456",
      email: "bob@example.com",
      correspondence_address: null,
    };
    expect(typedForm(additionalPersonForm, typed)).toEqual({ value });
    const wrong = { ...typed, "correspondence_address.postcode": "x" };
    expect(typedForm(additionalPersonForm, wrong)).toEqual({ value });
  });

  test("the form for a second person reports every missing field (C-043)", () => {
    const answer = typedForm(additionalPersonForm, {});
    expect("errors" in answer && Object.keys(answer.errors)).toEqual([
      "first_name",
      "last_name",
      "email",
      "phone_number",
      "correspondence_address.line_1",
      "correspondence_address.post_town",
      "correspondence_address.postcode",
      "correspondence_address.country",
    ]);
  });

  test.each(HOSTILE)(
    "the forms for people reject malformed input without throwing (%#)",
    (value) => {
      expect(aboutYouForm().safeParse({ ...person, correspondence_address: value }).success).toBe(
        false,
      );
      expect(additionalPersonForm.safeParse({ correspondence_address: value }).success).toBe(false);
      expect(additionalPersonForm.safeParse(value).success).toBe(false);
    },
  );
});

test.each([
  [["Ann"], "Ann Smith"],
  [["Ann", "Bob"], "Ann Smith and Bob Smith"],
  [["Ann", "Bob", "Cy"], "Ann Smith and Bob Smith"],
  [[], ""],
])("people with the first names %j are summarised as “%s” (F-049, AMB-F09)", (names, summary) => {
  expect(firstTwoNames(names.map((first_name) => ({ first_name, last_name: "Smith" })))).toBe(
    summary,
  );
});

test("a full name includes the middle name if there is one", () => {
  expect(fullName({ first_name: "Ann", middle_name: "Marie", last_name: "Smith" })).toBe(
    "Ann Marie Smith",
  );
  expect(fullName({ first_name: "Ann", middle_name: null, last_name: "Smith" })).toBe("Ann Smith");
});

describe("the name of a represented owner", () => {
  test.each([
    [null, "Vera Lane"],
    ["died", "Vera Lane (has died)"],
    ["cannot_act", "Vera Lane (cannot make decisions for themselves)"],
  ] as const)(
    "an owner with the representation reason %s is shown as “%s”",
    (representation_reason, text) => {
      const owner = { first_name: "Vera", last_name: "Lane", representation_reason };
      expect(representedName(owner)).toBe(text);
    },
  );
});

describe("an owner added by a representative", () => {
  const names = { first_name: "Vera", last_name: "Lane" };
  const named = { first_name: "Vera", middle_name: null, last_name: "Lane" };
  const same = { same_address: "on" };
  const contact = { email: "vera@example.test", phone_number: "07400 123457" };

  test.each(["died", "cannot_act"])(
    "a represented owner needs no email or phone number, and none is stored, if the representation reason is %s",
    (why) => {
      const value = { ...named, representation_reason: why, correspondence_address: null };
      const typed = { ...names, ...same, representation_reason: why };
      expect(typedForm(ownerForm, typed)).toEqual({ value });
      expect(typedForm(ownerForm, { ...typed, email: "x", phone_number: "1" })).toEqual({ value });
    },
  );

  test("a represented owner needs an email and a phone number if they can act", () => {
    const able = { ...names, ...same, representation_reason: "able" };
    expect(typedForm(ownerForm, { ...able, ...contact })).toEqual({
      value: {
        ...named,
        email: "vera@example.test",
        phone_number: "+447400123457",
        correspondence_address: null,
      },
    });
    expect(typedForm(ownerForm, able)).toEqual({
      errors: {
        email: ["Please enter a valid email address. It should look like name@example.com"],
        phone_number: ["Invalid mobile number. Enter a number like 07400 123456"],
      },
    });
  });

  test("a missing answer on whether a represented owner can act is reported together with the other errors", () => {
    expect(typedForm(ownerForm, { ...same, first_name: "V", last_name: "Lane" })).toEqual({
      errors: {
        first_name: [
          "First name must be at least 2 characters long. If this is their full name, email us and we’ll set it up",
        ],
        representation_reason: ["Please select an option"],
      },
    });
  });
});
