import { describe, expect, test } from "vitest";
import { COUNTRIES, DEFAULT_COUNTRY, findCountry } from "#app/domain/shared/countries.ts";
import {
  formatPostcode,
  formatUkPostcode,
  outsideEnglandAndWales,
} from "#app/domain/shared/postcode.ts";

describe("UK postcodes (C-028, C-029)", () => {
  test.each([
    ["LS1 1AA", "LS1 1AA"],
    ["ls11aa", "LS1 1AA"],
    ["  sw1a\t1 a a ", "SW1A 1AA"],
    ["M11AE", "M1 1AE"],
    ["B338TH", "B33 8TH"],
    ["CR26XH", "CR2 6XH"],
    ["DN551PT", "DN55 1PT"],
    ["W1A1HQ", "W1A 1HQ"],
    ["EC1A1BB", "EC1A 1BB"],
    ["GIR0AA", "GIR 0AA"],
    ["GY1 1AA", "GY1 1AA"],
    // Punctuation is ignored (IN-12).
    ["YO1-7HH", "YO1 7HH"],
    ["YO1 7HH.", "YO1 7HH"],
    ["(YO1 7HH)", "YO1 7HH"],
    ["“yo1\u20137hh”", "YO1 7HH"],
    ["BF1 2AT", "BF1 2AT"],
    [`LS1 1AA${" ".repeat(13)}`, "LS1 1AA"], // the limit of 20 characters
  ])("the UK postcode %j is formatted as %s", (typed, postcode) => {
    expect(formatUkPostcode(typed)).toBe(postcode);
    expect(formatUkPostcode(postcode)).toBe(postcode);
  });

  test.each([
    "",
    " ",
    "LS1",
    "LS1 1A",
    "LS1 1AAA",
    "LS111 1AA",
    "QS1 1AA", // no postcode area starts with Q, V or X
    "VS1 1AA",
    "XS1 1AA",
    "LS1 1CA", // the inward code has no C, I, K, M, O or V
    "LS1 1AI",
    "LSA 1AA",
    "LS1 1AA, Leeds",
    "BFPO 61",
    "12345",
    "LS1 1AA\0",
    `LS1 1AA${" ".repeat(14)}`,
    "undefined",
    "1".repeat(1_000_000),
    " ".repeat(1_000_000),
  ])("an invalid UK postcode is rejected (case %#)", (typed) => {
    expect(formatUkPostcode(typed)).toBeNull();
  });
});

describe("postcodes by country (C-030, C-031, V-049, AMB-C18)", () => {
  test.each([
    ["GB", "ls11aa", "LS1 1AA"],
    ["JE", "je23ab", "JE2 3AB"],
    ["GB", "75001", null],
    ["GB", "", null],
    ["FR", "75001", "75001"],
    ["FR", " 75 001 ", "75001"],
    ["FR", "7500", null],
    ["FR", "LS1 1AA", null],
    ["FR", "", null],
    ["IE", "d02af30", "D02 AF30"],
    ["IE", "A65F4E2", "A65 F4E2"],
    ["IE", "LS1 1AA", null],
    ["US", "10001", "10001"],
    ["US", "100012345", "10001-2345"],
    ["US", "10001-234", null],
    ["CA", "k1a0b1", "K1A 0B1"],
    ["CA", "1K1 A0B", null],
    ["NL", "1012ab", "1012 AB"],
    ["PL", "00950", "00-950"],
    ["PT", "1000001", "1000-001"],
    ["SE", "11122", "111 22"],
    ["JP", "1000001", "100-0001"],
    ["BR", "01310100", "01310-100"],
    ["AD", "ad500", "AD500"],
    ["AD", "500", null],
    ["LV", "1010", "1010"],
    ["LV", "LV1010", "LV-1010"],
    ["GI", "gx111aa", "GX11 1AA"],
    ["GI", "GX11 1AB", null],
    ["HK", "", ""],
    ["HK", "  ", ""],
    ["AE", "00000", "00000"],
    ["AE", "?", null],
    ["XX", "ab-12", "AB-12"], // an unknown country: 2 to 12 characters
    ["XX", "a", null],
    ["XX", " a   b ", "A B"],
    ["FR", "(75001).", "75001"],
    ["PT", "1000/001", "1000-001"],
    ["FR", `75001${" ".repeat(15)}`, "75001"], // the limit of 20 characters
    ["FR", `75001${" ".repeat(16)}`, null],
    ["XX", "", null],
    ["XX", "123456789012", "123456789012"],
    ["XX", "1234567890123", null],
    ["__proto__", "ab12", "AB12"],
  ])("formatPostcode(%j, %j) returns %j", (country, typed, postcode) => {
    expect(formatPostcode(country, typed)).toBe(postcode);
  });

  // Each row has a country, a valid postcode in one of its formats, and the same postcode with
  // characters missing.
  test.each([
    ["IS", "101", "10"],
    ["DK", "2100", "210"],
    ["DE", "10115", "1011"],
    ["GU", "96910", "9691"],
    ["GU", "96910-1234", "96910-123"],
    ["IN", "110001", "11000"],
    ["VN", "100000", "1000"],
    ["VN", "10000", "1000"],
    ["KZ", "010000", "01000"],
    ["KZ", "A10B2C3", "A10B2C"],
    ["CL", "8320000", "832000"],
    ["IL", "9414008", "941400"],
    ["IL", "94140", "9414"],
    ["SA", "11564", "1156"],
    ["SA", "115641234", "11564123"],
    ["IR", "11369-12345", "11369-1234"],
    ["IR", "11369", "1136"],
    ["CZ", "110 00", "110 0"],
    ["AR", "1425", "142"],
    ["AR", "C1425ABC", "C1425AB"],
    ["LB", "1107", "110"],
    ["LB", "1107 2180", "1107 218"],
    ["VE", "1010", "101"],
    ["VE", "1010-A", "101-A"],
    ["MT", "VLT 1117", "VLT 111"],
    ["BM", "HM 12", "HM 1"],
    ["BM", "HM AX", "HM A"],
    ["BN", "BS8711", "BS871"],
    ["SZ", "H100", "H10"],
    ["TW", "100", "10"],
    ["TW", "10058", "1005"],
    ["TW", "100058", "1000"],
    ["AZ", "AZ 1000", "AZ 100"],
    ["AZ", "1000", "100"],
    ["LT", "LT-01100", "LT-0110"],
    ["LT", "01100", "0110"],
    ["MD", "MD-2001", "MD-200"],
    ["MD", "2001", "200"],
    ["HT", "HT6110", "HT611"],
    ["HT", "6110", "611"],
    ["BB", "BB11000", "11000"],
    ["VC", "VC0100", "0100"],
    ["VG", "VG1110", "1110"],
    ["LC", "LC04 101", "04 101"],
    ["KY", "KY1-1001", "1-1001"],
    ["AI", "AI-2640", "2640"],
    ["MS", "MSR1110", "MS1110"],
    ["MS", "1110", "111"],
    ["FK", "FIQQ 1ZZ", "FIQQ 1Z"],
    ["GS", "SIQQ 1ZZ", "SIQQ 1Z"],
    ["IO", "BBND 1ZZ", "BBND 1Z"],
    ["PN", "PCRN 1ZZ", "PCRN 1Z"],
    ["TC", "TKCA 1ZZ", "TKCA 1Z"],
    ["SH", "STHL 1ZZ", "STHL 1Z"],
    ["SH", "ASCN 1ZZ", "ASCN 1Z"],
    ["SH", "TDCU 1ZZ", "TDCU 1Z"],
    ["SV", "CP 1101", "CP 110"],
    ["SV", "1101", "110"],
    ["GG", "GY1 1AA", "GY1 1A"],
    ["IM", "IM1 1AA", "IM1 1A"],
  ])("a postcode of %s is formatted as %s, and %s is rejected", (country, postcode, short) => {
    expect(formatPostcode(country, postcode.replace(/[ -]/g, "").toLowerCase())).toBe(postcode);
    expect(formatPostcode(country, short)).toBeNull();
  });

  // This test is separate, because Stryker turns test names into patterns, and one with a million
  // characters is too long.
  test("a million digits are rejected as a postcode", () => {
    expect(formatPostcode("FR", "1".repeat(1_000_000))).toBeNull();
  });

  test("formatting a formatted postcode leaves it unchanged", () => {
    for (const [country, typed] of [
      ["US", "100012345"],
      ["IE", "D02AF30"],
      ["LV", "LV1010"],
      ["JP", "1000001"],
    ] as const) {
      const postcode = formatPostcode(country, typed);
      expect(formatPostcode(country, postcode ?? "")).toBe(postcode);
    }
  });

  test.each([
    ["GB", "required", true],
    ["FR", "required", true],
    ["HK", "optional", false],
    ["AE", "optional", false],
    ["XX", "required", true],
  ])("a postcode for the country %s is %s", (country, _state, has) => {
    expect(formatPostcode(country, "")).toBe(has ? null : "");
  });
});

test.each([
  ["LS1 1AA", null],
  ["CF10 1AA", null],
  ["SY1 1AA", null],
  ["eh11yz", "Scotland"],
  ["G1 1AA", "Scotland"],
  ["GL1 1AA", null],
  ["KA1 1AA", "Scotland"],
  ["ZE1 0AA", "Scotland"],
  ["S1 1AA", null],
  ["PA1 1AA", "Scotland"],
  ["TD1 1AA", "Scotland"],
  ["TD15 1AA", null], // Berwick-upon-Tweed
  ["TD9 0TD", "Scotland"],
  ["TD12 4AA", null],
  ["TD1 2AA", "Scotland"],
  ["TD1 5AA", "Scotland"],
  ["BT1 1AA", "Northern Ireland"],
  ["B1 1AA", null],
  ["IM1 1AA", "Isle of Man"],
  ["JE2 3AB", "Jersey"],
  ["GY1 1AA", "Guernsey"],
  ["no postcode", null],
  ["", null],
])("outsideEnglandAndWales returns $1 for the postcode $0 (AMB-C19)", (postcode, place) => {
  expect(outsideEnglandAndWales(postcode)).toBe(place);
});

describe("countries (V-052, V-053, V-054, AMB-V11)", () => {
  test("the list of countries starts with the United Kingdom, is then sorted by name, and has unique codes and names", () => {
    const [first, ...others] = COUNTRIES;
    expect(first).toEqual({ code: DEFAULT_COUNTRY, name: "United Kingdom" });
    expect(DEFAULT_COUNTRY).toBe("GB");
    const names = others.map(({ name }) => name);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, "en")));
    const codes = COUNTRIES.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(new Set(COUNTRIES.map(({ name }) => name)).size).toBe(codes.length);
  });

  test("the list of countries contains the countries of ISO 3166 and Kosovo", async () => {
    const iso = await import("i18n-iso-countries");
    const codes = COUNTRIES.map(({ code }) => code).toSorted();
    expect(codes).toEqual(Object.keys(iso.default.getAlpha2Codes()).toSorted());
  });

  test.each([
    ["FR", "FR"],
    ["fr", "FR"],
    ["France", "FR"],
    [" united kingdom ", "GB"],
    ["United Kingdom", "GB"],
    ["", undefined],
    ["England", undefined],
    ["constructor", undefined],
  ])("findCountry(%j) returns the code %s", (sought, code) => {
    expect(findCountry(sought)?.code).toBe(code);
  });
});
