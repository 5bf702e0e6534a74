import { describe, expect, test } from "vitest";
import { FUNDING_SOURCES, OWNERSHIP_TYPES } from "#app/domain/shared/funding.ts";
import {
  HIGHLIGHTED_LENDERS,
  isLender,
  NOT_SURE_YET,
  OTHER_LENDER,
  OTHER_LENDERS,
} from "#app/domain/shared/lenders.ts";

describe("the list of lenders (D-032 to D-035, AMB-D08)", () => {
  const all = [NOT_SURE_YET, ...HIGHLIGHTED_LENDERS, ...OTHER_LENDERS, OTHER_LENDER];

  test("the list of lenders has about 110 unique names (D-032)", () => {
    expect(all.length).toBeGreaterThanOrEqual(105);
    expect(all.length).toBeLessThanOrEqual(115);
    expect(new Set(all).size).toBe(all.length);
  });

  test('the options other than a lender are "Not Sure Yet" and "Other" (D-033, D-034)', () => {
    expect([NOT_SURE_YET, OTHER_LENDER]).toEqual(["Not Sure Yet", "Other"]);
  });

  test("the list of lenders highlights six lenders (D-035)", () => {
    expect(HIGHLIGHTED_LENDERS).toEqual([
      "Lloyds Bank",
      "NatWest",
      "Nationwide Building Society",
      "Santander",
      "Barclays",
      "HSBC",
    ]);
  });

  test("the lenders that are not highlighted are in alphabetical order", () => {
    const sorted = OTHER_LENDERS.toSorted((one, other) =>
      one.toLowerCase() < other.toLowerCase() ? -1 : 1,
    );
    expect(OTHER_LENDERS).toEqual(sorted);
  });

  test("every listed lender is accepted, and no other name", () => {
    expect(all.filter((name) => !isLender(name))).toEqual([]);
    for (const name of ["", "other", "Bank of Nowhere", "constructor"]) {
      expect(isLender(name)).toBe(false);
    }
  });
});

test("the funding sources are those of the specification (D-036, AMB-D04)", () => {
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

test("the types of ownership are sole and joint (D-028)", () => {
  expect(OWNERSHIP_TYPES).toEqual(["Sole", "Joint"]);
});
