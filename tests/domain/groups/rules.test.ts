import { describe, expect, test } from "vitest";
import { companyNumber, FindCompanyForm } from "#app/domain/groups/companies.server.ts";
import {
  copyOfUnit,
  FindUserForm,
  type GroupDraft,
  GroupForm,
  validateGroupDraft,
  RepresentativeForm,
  type TypedUnit,
  UnitForm,
} from "#app/domain/groups/group-draft.server.ts";
import { groupTitle, MAX_UNITS } from "#app/domain/groups/labels.ts";
import { KNOWN_TENURES } from "#app/domain/properties/tenure.ts";

describe("group names in title case (P-001)", () => {
  test.each([
    ["kirkgate yard", "Kirkgate Yard"],
    ["KIRKGATE YARD", "Kirkgate Yard"],
    ["Harbour Reach phase II", "Harbour Reach Phase II"],
    ["st mary's court", "St Mary's Court"],
    ["élan-village 2b", "Élan-Village 2b"],
    ["42", "42"],
  ])("the group name %j is shown as %j", (name, title) => {
    expect(groupTitle(name)).toBe(title);
  });
});

const firstMessage = (schema: { safeParse: (typed: unknown) => unknown }, typed: unknown) => {
  const { error } = schema.safeParse(typed) as { error?: { issues: { message: string }[] } };
  return error?.issues[0]?.message;
};

describe("the forms of a group", () => {
  test.each([
    ["a blank name (P-013)", { name: " " }, "Transactions group name is required"],
    ["no fields (P-013)", {}, "Transactions group name is required"],
    ["only a name (P-014)", { name: "Elm Field" }, undefined],
  ])("the error message for a group with %s is $2", (_name, typed, message) => {
    expect(firstMessage(GroupForm, typed)).toBe(message);
  });

  test.each([
    ["", "Please enter a valid email address. It should look like name@example.com"],
    ["rae", "Please enter a valid email address. It should look like name@example.com"],
    ["rae@example.test", undefined],
  ])("the error message for the email “%s” in a user search is: %s (P-017)", (email, message) => {
    expect(firstMessage(FindUserForm, { email })).toBe(message);
  });

  test.each([
    ["", "Enter the company number, like 01234567"],
    ["  ", "Enter the company number, like 01234567"],
    ["1", undefined],
  ])(
    "the error message for the number “%s” in a company search is: %s (P-018)",
    (number, message) => {
      expect(firstMessage(FindCompanyForm, { number })).toBe(message);
    },
  );

  test.each([
    ["1234567", "01234567"],
    [" 1234 5678 ", "12345678"],
    ["oc 301234", "OC301234"],
    ["SC123456", "SC123456"],
  ])("the company number %j is normalised to %j (AMB-P04)", (typed, number) => {
    expect(companyNumber.parse(typed)).toBe(number);
  });

  test("a representative needs a mobile number, because the identity check arrives by text (P-019)", () => {
    const person = { first_name: "Rae", last_name: "Elm", email: "rae@example.test" };
    const landline = { ...person, phone_number: "01904 555010", phone_country: "GB" };
    expect(firstMessage(RepresentativeForm, landline)).toBe(
      "Invalid mobile number. Enter a number like 07400 123456",
    );
    const mobile = { ...landline, phone_number: "07400 123456" };
    expect(RepresentativeForm.parse(mobile)).toMatchObject({ phone_number: "+447400123456" });
  });

  const address = { line_1: "Plot 1", post_town: "York", postcode: "yo30 7bn" };
  const unit = { address, tenure: "Leasehold", asking_price_pounds: "325,000" };
  const price = "Asking price must be higher than £99,000 and less than £100,000,000";

  test.each([
    ["a complete unit", {}, undefined],
    [
      "a unit without an address",
      { address: {} },
      "Address must be at least 1 character long. Enter the first line of the address",
    ],
    [
      "a unit without a town",
      { address: { ...address, post_town: "" } },
      "Town must be at least 1 character long. Enter the town or city",
    ],
    [
      "a unit with half a postcode",
      { address: { ...address, postcode: "YO30" } },
      "Invalid postcode. Enter a full UK postcode, like SW1A 1AA",
    ],
    ["a unit without a tenure", { tenure: undefined }, "Please select an option"],
    [
      "a unit with a tenure that is not offered (P-043)",
      { tenure: "Other / Not Sure" },
      "Please select an option",
    ],
    ["a unit without a price (P-021)", { asking_price_pounds: "" }, price],
    ["a unit with a price too low", { asking_price_pounds: "99,000" }, price],
    [
      "a unit with an invalid price",
      { asking_price_pounds: "lots" },
      "Invalid price format. Enter whole pounds, like 250,000",
    ],
  ])("the error message for %s is $2 (P-015, AMB-P02)", (_name, change, message) => {
    expect(firstMessage(UnitForm, { ...unit, ...change })).toBe(message);
  });

  test("a unit has one of the known tenures, and its price is parsed to a number (P-034, P-043)", () => {
    expect(KNOWN_TENURES).toEqual(["Freehold", "Leasehold", "Share Of Freehold"]);
    expect(UnitForm.parse(unit)).toMatchObject({
      asking_price_pounds: 325_000,
      address: { postcode: "YO30 7BN", country: "United Kingdom" },
      address_confirmed: false,
    });
  });
});

const typedUnit = (line_1: string, change: Partial<TypedUnit> = {}): TypedUnit => ({
  id: line_1,
  address: { line_1, post_town: "York", postcode: "YO30 7BN" },
  tenure: "Freehold",
  asking_price_pounds: "300,000",
  ...change,
});

describe("the copy of a unit (AMB-P07)", () => {
  const found = {
    line_1: "12 Arch Street",
    post_town: "York",
    postcode: "YO1 7HZ",
    street: "Arch Street",
    building_number: "12",
    uprn: "100050600123",
    latitude: "53.9",
    longitude: "-1.08",
    confirmed: "on",
  };
  test.each([
    ["found by its number", found, "Arch Street"],
    [
      "found by its name",
      {
        ...found,
        line_1: "Elm House, Arch Street",
        building_number: "",
        building_name: "Elm House",
      },
      "Arch Street",
    ],
    ["typed by hand with a plot", { line_1: "Plot 3, Kirkgate Yard" }, "Plot, Kirkgate Yard"],
    ["typed by hand with a number", { line_1: "12a Arch Street" }, "Arch Street"],
    ["without any number", { line_1: "The Old Mill" }, "The Old Mill"],
    ["typed by hand as a number alone", { line_1: "12" }, ""],
  ])("the copy of a unit with an address %s starts with the line $2", (_name, address, line_1) => {
    const copy = copyOfUnit({ ...typedUnit(""), address }, "copy");
    expect(copy).toMatchObject({
      id: "copy",
      tenure: "Freehold",
      asking_price_pounds: "300,000",
    });
    expect(copy.address.line_1).toBe(line_1);
    for (const part of ["building_number", "building_name", "uprn", "latitude", "confirmed"]) {
      expect(copy.address).not.toHaveProperty(part);
    }
  });
});

describe("the required parts of a group (P-021, AMB-P02)", () => {
  const whole: GroupDraft = {
    name: "Elm Field",
    stripe_transaction_id: "",
    representative: { user_id: "a".repeat(24) },
    company: {
      id: "",
      version: "",
      status: "",
      name: "Elmfield Homes Limited",
      company_number: "99001234",
      address: {
        line_1: "7 Bootham Square",
        post_town: "York",
        postcode: "YO30 7BN",
        country_code: "GB",
      },
    },
    units: [typedUnit("Plot 1"), typedUnit("Plot 2")],
  };
  const problems = (change: Partial<GroupDraft>) => {
    const read = validateGroupDraft({ ...whole, ...change });
    return "problems" in read ? read.problems : null;
  };

  test("a complete group is parsed into its parts", () => {
    expect(validateGroupDraft(whole)).toMatchObject({
      parts: {
        representative: { user_id: "a".repeat(24) },
        company: { known: null, company_number: "99001234" },
        units: [{ address: { line_1: "Plot 1" } }, { address: { line_1: "Plot 2" } }],
      },
    });
  });

  test("a complete group is parsed with the id and version of a company that is on record (P-027)", () => {
    const company = { ...whole.company!, id: "b".repeat(24), version: "3" };
    expect(validateGroupDraft({ ...whole, company })).toMatchObject({
      parts: { company: { known: { id: "b".repeat(24), version: 3 } } },
    });
  });

  test.each<[string, Partial<GroupDraft>, Record<string, string[]>]>([
    [
      "no representative",
      { representative: null },
      { representative: ["Representative is required"] },
    ],
    [
      "an incomplete representative",
      { representative: { person: { last_name: "R" } } },
      { representative: ["First name is required"] },
    ],
    ["no company", { company: null }, { company: ["Company seller is required"] }],
    [
      "a company without a town",
      { company: { ...whole.company!, address: { line_1: "7", country_code: "GB" } } },
      { company: ["Town must be at least 1 character long. Enter the town or city"] },
    ],
    ["no units", { units: [] }, { units: ["Add at least one unit with its asking price"] }],
    [
      "a later unit without a price",
      { units: [typedUnit("Plot 1"), typedUnit("Plot 2", { asking_price_pounds: "" })] },
      {
        "units[1]": ["Unit 2: Asking price must be higher than £99,000 and less than £100,000,000"],
      },
    ],
    [
      "a repeated address",
      { units: [typedUnit("Plot 1"), typedUnit("Plot 2"), typedUnit("plot 1")] },
      { "units[2]": ["Unit 3: The address is the same as unit 1’s"] },
    ],
    [
      "too many units",
      { units: Array.from({ length: MAX_UNITS + 1 }, (_, index) => typedUnit(`Plot ${index}`)) },
      { units: [`A group has at most ${MAX_UNITS} units`] },
    ],
  ])("a group with %s gets an error on the part concerned: $2", (_name, change, said) => {
    expect(problems(change)).toEqual(said);
  });

  test("all missing parts of a group are reported together", () => {
    expect(Object.keys(problems({ representative: null, company: null, units: [] })!)).toEqual([
      "representative",
      "company",
      "units",
    ]);
  });
});
