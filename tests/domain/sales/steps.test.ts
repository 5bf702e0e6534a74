import { describe, expect, test } from "vitest";
import {
  firstUnfinishedStep,
  requiredStep,
  resumeStep,
  SELLER_STEPS,
} from "#app/domain/onboarding/steps.ts";
import { isTwoSided, withPrimary } from "#app/domain/sales/read-sale.server.ts";

const fresh = { person_complete: false, matter: null };
const known = { person_complete: true, matter: null };
const saved = { person_complete: true, matter: { terms_accepted: false, complete: false } };
const accepted = { person_complete: true, matter: { terms_accepted: true, complete: false } };
const paid = { person_complete: true, matter: { terms_accepted: true, complete: true } };

test("the seller's steps have a fixed order (C-001)", () => {
  expect(SELLER_STEPS).toEqual([
    "welcome",
    "about-you",
    "about-the-property",
    "terms-and-conditions",
    "payment",
  ]);
});

describe("resuming a sale (F-017, F-018, AMB-C12)", () => {
  test.each([
    [{ terms_accepted: false, complete: false }, "terms-and-conditions"],
    [{ terms_accepted: true, complete: false }, "payment"],
    [{ terms_accepted: true, complete: true }, null],
    [{ terms_accepted: false, complete: true }, null],
  ])("resumeStep for a sale with %j is %s", (sale, step) => {
    expect(resumeStep(SELLER_STEPS, sale)).toBe(step);
  });
});

describe("the seller's first unfinished step (AMB-C15)", () => {
  test.each([
    [fresh, "about-you"],
    [known, "about-the-property"],
    [{ ...saved, person_complete: false }, "about-you"],
    [saved, "terms-and-conditions"],
    [accepted, "payment"],
    [paid, null],
  ])("the seller's first unfinished step for %o is %s", (progress, step) => {
    expect(firstUnfinishedStep(SELLER_STEPS, progress)).toBe(step);
  });
});

describe("access to the seller's steps (C-090, AMB-C15)", () => {
  test.each([
    ["welcome", fresh, null],
    ["about-you", fresh, null],
    ["about-the-property", fresh, "about-you"],
    ["payment", fresh, "about-you"],
    ["about-the-property", known, null],
    ["terms-and-conditions", known, "about-the-property"],
    ["about-you", saved, null],
    ["terms-and-conditions", saved, null],
    ["payment", saved, "terms-and-conditions"],
    ["terms-and-conditions", accepted, null],
    ["payment", accepted, null],
    ["welcome", paid, "done"],
    ["about-you", paid, "done"],
    ["payment", paid, "done"],
  ] as const)(
    "requiredStep for the step %s and the progress %o is %s",
    (step, progress, expected) => {
      expect(requiredStep(SELLER_STEPS, step, progress)).toBe(expected);
    },
  );
});

describe("a two-sided sale (C-069)", () => {
  test.each([
    [{ sellers: 1, buyers: 1 }, "two-sided", true],
    [{ sellers: 2, buyers: 0 }, "not two-sided", false],
    [{ sellers: 0, buyers: 1 }, "not two-sided", false],
  ])("a sale with the numbers of customers %j is %s", (matter, _kind, expected) => {
    expect(isTwoSided(matter)).toBe(expected);
  });
});

test("the first customer of a sale is primary and the others are not (C-070)", () => {
  expect(withPrimary([{ name: "A" }, { name: "B" }, { name: "C" }])).toEqual([
    { name: "A", primary_customer: true },
    { name: "B", primary_customer: false },
    { name: "C", primary_customer: false },
  ]);
});
