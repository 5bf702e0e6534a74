import { describe, expect, test } from "vitest";
import { FUNDING_SOURCES, OWNERSHIP_TYPES } from "#app/domain/fields/funding.ts";
import {
  HIGHLIGHTED_LENDERS,
  isLender,
  NOT_SURE_YET,
  OTHER_LENDER,
  OTHER_LENDERS,
} from "#app/domain/fields/lenders.ts";

describe("D-032 to D-035 AMB-D08 the lenders", () => {
  const all = [NOT_SURE_YET, ...HIGHLIGHTED_LENDERS, ...OTHER_LENDERS, OTHER_LENDER];

  test("D-032 there are about 110, each once", () => {
    expect(all.length).toBeGreaterThanOrEqual(105);
    expect(all.length).toBeLessThanOrEqual(115);
    expect(new Set(all).size).toBe(all.length);
  });

  test("D-033 D-034 the first and the last are no lenders", () => {
    expect([NOT_SURE_YET, OTHER_LENDER]).toEqual(["Not Sure Yet", "Other"]);
  });

  test("D-035 six are highlighted", () => {
    expect(HIGHLIGHTED_LENDERS).toEqual([
      "Lloyds Bank",
      "NatWest",
      "Nationwide Building Society",
      "Santander",
      "Barclays",
      "HSBC",
    ]);
  });

  test("the others are in the order of the alphabet", () => {
    const sorted = OTHER_LENDERS.toSorted((one, other) =>
      one.toLowerCase() < other.toLowerCase() ? -1 : 1,
    );
    expect(OTHER_LENDERS).toEqual(sorted);
  });

  test("all of them can be chosen, and nothing else", () => {
    expect(all.filter((name) => !isLender(name))).toEqual([]);
    for (const name of ["", "other", "Bank of Nowhere", "constructor"]) {
      expect(isLender(name)).toBe(false);
    }
  });
});

test("D-036 AMB-D04 the funding sources that are offered", () => {
  expect(FUNDING_SOURCES.map(({ label }) => label)).toEqual([
    "Savings from employment",
    "Investment portfolio",
    "Inheritance",
    "Divorce settlement",
    "Pension lump sum withdrawal",
    "Sale of shares",
    "Directors loans/dividends",
    "Other",
  ]);
});

test("D-028 the kinds of ownership", () => {
  expect(OWNERSHIP_TYPES).toEqual(["Sole", "Joint"]);
});
