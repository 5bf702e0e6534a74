import { describe, expect, test } from "vitest";
import { z } from "zod";
import { addressLine, keepNumberWithStreet } from "#app/domain/shared/address.ts";
import { personAddress, propertyAddress, ukPostcode } from "#app/domain/shared/address.server.ts";
import { HOSTILE, typedForm } from "#tests/support/typed-form.ts";

const home = { line_1: "1 High Street", post_town: "Leeds", postcode: "ls1 1aa" };
const abroad = { ...home, country: "FR", postcode: "75001" };

const nothingElse = {
  line_2: null,
  line_3: null,
  county: null,
  uprn: null,
  district: null,
  building_number: null,
  building_name: null,
  sub_building_name: null,
  street: null,
  premise: null,
  organisation_name: null,
  po_box: null,
  latitude: null,
  longitude: null,
};

test.each([
  ["Selling 51 Heslington Way", "Selling 51\u00a0Heslington Way"],
  ["Buying Flat 2a, 15 Mill Road", "Buying Flat 2a,\u00a015\u00a0Mill Road"],
  ["Buying The Old Rectory", "Buying The Old Rectory"],
  ["Buying 7", "Buying 7"],
])("a no-break space joins only a number to the street after it: %s", (text, kept) => {
  expect(keepNumberWithStreet(text)).toBe(kept);
});

describe("a property's address form (X-003)", () => {
  test("an address typed by hand is parsed", () => {
    expect(typedForm(propertyAddress, home)).toEqual({
      value: {
        ...nothingElse,
        line_1: "1 High Street",
        post_town: "Leeds",
        postcode: "LS1 1AA",
        country: "United Kingdom",
        country_iso_2: "GB",
      },
    });
  });

  test("the country of a property is the United Kingdom for any submitted country (V-050)", () => {
    expect(
      typedForm(propertyAddress, { ...home, country: "France", country_code: "FR" }),
    ).toMatchObject({ value: { country: "United Kingdom", country_iso_2: "GB" } });
  });

  test("an address from the address finder is parsed (V-048)", () => {
    const given = {
      line_2: "Flat 2",
      line_3: "The Mill",
      county: "West Yorkshire",
      uprn: "100050332514",
      district: "Leeds",
      building_number: "1",
      building_name: "The Mill",
      sub_building_name: "Flat 2",
      street: "High Street",
      premise: "1",
      organisation_name: "Smith & Co.",
      po_box: "12",
    };
    const typed = { ...home, ...given, latitude: "53.8", longitude: "-1.55" };
    expect(typedForm(propertyAddress, typed)).toMatchObject({
      value: { ...given, latitude: 53.8, longitude: -1.55 },
    });
  });

  test.each([
    ["latitude", "53", 53],
    ["latitude", "90", 90],
    ["latitude", "-90.0", -90],
    ["longitude", "180", 180],
    ["longitude", "-180", -180],
  ])("the field %s with %j is parsed as %d (V-048)", (name, typed, degrees) => {
    expect(typedForm(propertyAddress, { ...home, [name]: typed })).toMatchObject({
      value: { [name]: degrees },
    });
  });

  test("HTML entities in optional address lines are decoded (C-033, AMB-V10)", () => {
    const typed = { ...home, line_2: "Smith &amp; Co.", county: "Tyne &amp; Wear" };
    expect(typedForm(propertyAddress, typed)).toMatchObject({
      value: { line_2: "Smith & Co.", county: "Tyne & Wear" },
    });
  });

  test.each([
    ["uprn", "1234567890123"],
    ["uprn", "12a"],
    ["latitude", "91"],
    ["latitude", "1e1"],
    ["latitude", "1e309"],
    ["longitude", "-180.1"],
    ["street", "x".repeat(256)],
    ["po_box", "£"],
    ["district", ["a", "b"]],
  ])(
    "the address field %s with the invalid value %j is dropped, because the user could not correct it on the page",
    (name, typed) => {
      const answer = typedForm(propertyAddress, { ...home, [name]: typed });
      expect(
        "value" in answer && answer.value[name as "uprn"] ? answer.value[name as "uprn"] : null,
      ).toBe(null);
      expect(answer).toHaveProperty("value");
    },
  );
});

describe.each([
  ["a property's", propertyAddress, home],
  ["a person's", personAddress, abroad],
] as const)("%s address form (C-019 to C-024)", (_, schema, typed) => {
  test.each([
    [
      "C-020",
      "line_1",
      "",
      "Address must be at least 1 character long. Enter the first line of the address",
    ],
    [
      "C-020",
      "line_1",
      "   ",
      "Address must be at least 1 character long. Enter the first line of the address",
    ],
    [
      "C-020",
      "line_1",
      "£",
      "Address must be at least 1 character long. Enter the first line of the address",
    ],
    ["C-021", "line_1", "x".repeat(256), "Address must be less than 255 characters long"],
    ["C-021", "line_2", "x".repeat(256), "Address must be less than 255 characters long"],
    ["C-021", "line_3", "x".repeat(256), "Address must be less than 255 characters long"],
    ["C-023", "post_town", "", "Town must be at least 1 character long. Enter the town or city"],
    ["C-024", "post_town", "x".repeat(256), "Town must be less than 255 characters long"],
    ["C-024", "county", "x".repeat(256), "County must be less than 255 characters long"],
  ])("the address form rejects an invalid $1 (case %#, $0)", (__, field, value, message) => {
    expect(typedForm(schema, { ...typed, [field]: value })).toEqual({
      errors: { [field]: [message] },
    });
  });

  test("the address form accepts lines of 1 and 255 characters (C-019, C-022)", () => {
    const long = "x".repeat(255);
    for (const text of ["x", long]) {
      expect(typedForm(schema, { ...typed, line_1: text, post_town: text })).toMatchObject({
        value: { line_1: text, post_town: text },
      });
    }
  });

  test("the address form decodes HTML entities once (C-033, AMB-V10)", () => {
    const entities = { line_1: "1 &amp; 2 King&#39;s Road", post_town: "A &amp;amp; B" };
    expect(typedForm(schema, { ...typed, ...entities })).toMatchObject({
      value: { line_1: "1 & 2 King's Road", post_town: "A &amp; B" },
    });
  });

  test("the address form strips characters that are not allowed in free text, also from HTML entities (V-026)", () => {
    const entities = { line_1: "&lt;script&gt;1 High Street&#0;", post_town: "Le\u0000eds" };
    expect(typedForm(schema, { ...typed, ...entities })).toMatchObject({
      value: { line_1: "script1 High Street", post_town: "Leeds" },
    });
  });

  test.each(HOSTILE)(
    "the address form rejects a malformed address without throwing (%#)",
    (value) => {
      const every = Object.fromEntries(
        Object.keys({ ...nothingElse, ...abroad, country_code: "" }).map((name) => [name, value]),
      );
      expect(schema.safeParse(every).success).toBe(false);
      expect(schema.safeParse(value).success).toBe(false);
    },
  );
});

describe("the postcode of a property (C-028)", () => {
  test.each(["", "LS1", "75001", "undefined"])(
    "the postcode %j is rejected as invalid",
    (postcode) => {
      expect(typedForm(propertyAddress, { ...home, postcode })).toEqual({
        errors: { postcode: ["Invalid postcode. Enter a full UK postcode, like SW1A 1AA"] },
      });
    },
  );

  test.each(["BFPO 61", "bfpo61", "B.F.P.O. 61", "(BFPO 61)", "BFPO"])(
    "the invalid BFPO postcode %j gets an explanation of the postcode format (IN-12)",
    (postcode) => {
      const hint = "A BFPO address has a postcode that starts with BF1, like BF1 2AT";
      expect(typedForm(propertyAddress, { ...home, postcode })).toEqual({
        errors: { postcode: [`Invalid postcode. ${hint}`] },
      });
      const { line_1, post_town } = home;
      expect(typedForm(personAddress, { line_1, post_town, country: "GB", postcode })).toEqual({
        errors: { postcode: [`Invalid postcode for the specified country. ${hint}`] },
      });
      const firm = z.object({ postcode: ukPostcode("Postcode is not valid. Enter a full one") });
      expect(typedForm(firm, { postcode })).toEqual({
        errors: { postcode: [`Postcode is not valid. ${hint}`] },
      });
    },
  );

  test("a Scottish postcode is accepted (AMB-C19)", () => {
    expect(typedForm(propertyAddress, { ...home, postcode: "eh1 1yz" })).toMatchObject({
      value: { postcode: "EH1 1YZ" },
    });
  });

  test("a form can set its own error message for an invalid postcode", () => {
    const form = z.object({
      postcode: ukPostcode("Postcode is not valid. Enter a full UK postcode, like SW1A 1AA"),
    });
    expect(typedForm(form, { postcode: "x" })).toEqual({
      errors: { postcode: ["Postcode is not valid. Enter a full UK postcode, like SW1A 1AA"] },
    });
  });
});

describe("the country and postcode of a person (C-025 to C-027, C-030, C-031)", () => {
  test.each([
    // Columns: submitted, stored.
    [{ country: "GB", postcode: "ls11aa" }, ["United Kingdom", "GB", "LS1 1AA"]],
    [{ country: "United Kingdom", postcode: "ls11aa" }, ["United Kingdom", "GB", "LS1 1AA"]],
    [{ country_code: "GB", postcode: "ls11aa" }, ["United Kingdom", "GB", "LS1 1AA"]],
    [
      { country: "Great Britain", country_code: "GB", postcode: "ls11aa" },
      ["United Kingdom", "GB", "LS1 1AA"],
    ],
    [{ country: "FR", country_code: "GB", postcode: "75001" }, ["France", "FR", "75001"]],
    [{ country: "HK", postcode: "" }, ["Hong Kong", "HK", null]],
    [{ country: "CI", postcode: "" }, ["Ivory Coast", "CI", null]],
  ])(
    "the country and postcode %j of a person are parsed as %j",
    (posted, [country, country_iso_2, postcode]) => {
      const { line_1, post_town } = home;
      expect(typedForm(personAddress, { line_1, post_town, ...posted })).toMatchObject({
        value: { country, country_iso_2, postcode },
      });
    },
  );

  test.each([
    [
      "C-031",
      { country: "FR", postcode: "LS1 1AA" },
      {
        postcode: [
          "Invalid postcode for the specified country. Check the postcode and the country",
        ],
      },
    ],
    [
      "C-031",
      { country: "GB", postcode: "75001" },
      {
        postcode: [
          "Invalid postcode for the specified country. Check the postcode and the country",
        ],
      },
    ],
    [
      "C-031",
      { country: "FR" },
      {
        postcode: [
          "Invalid postcode for the specified country. Check the postcode and the country",
        ],
      },
    ],
    [
      "C-026",
      { postcode: "75001" },
      { country: ["Country must be at least 1 character long. Select a country"] },
    ],
    [
      "C-026",
      { postcode: "75001", country: "Narnia" },
      { country: ["Country must be at least 1 character long. Select a country"] },
    ],
    [
      "C-030",
      { postcode: "75001", country_code: "F" },
      { country: ["Country must be at least 1 character long. Select a country"] },
    ],
    [
      "C-027",
      { postcode: "75001", country: "x".repeat(256), country_code: "FR" },
      { country: ["Country must be less than 255 characters long"] },
    ],
  ])("the country or postcode of a person is rejected in case %# ($0)", (_, posted, errors) => {
    const { line_1, post_town } = home;
    expect(typedForm(personAddress, { line_1, post_town, ...posted })).toEqual({ errors });
  });
});

test("an address on one line leaves out empty parts", () => {
  expect(
    addressLine({
      line_1: "Flat 2",
      line_2: null,
      line_3: "",
      post_town: "Leeds",
      postcode: "LS1 1AA",
    }),
  ).toBe("Flat 2, Leeds, LS1 1AA");
});
