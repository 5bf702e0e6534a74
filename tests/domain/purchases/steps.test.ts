import { describe, expect, test } from "vitest";
import {
  BUYER_STEPS,
  firstUnfinishedStep,
  requiredStep,
  resumeStep,
} from "#app/domain/onboarding/steps.ts";

const fresh = { person_complete: false, matter: null };
const known = { person_complete: true, matter: null };
const saved = { person_complete: true, matter: { terms_accepted: false, complete: false } };
const accepted = { person_complete: true, matter: { terms_accepted: true, complete: false } };
const finished = { person_complete: true, matter: { terms_accepted: true, complete: true } };

test("the buyer's steps have a fixed order (D-001)", () => {
  expect(BUYER_STEPS).toEqual([
    "welcome",
    "about-you",
    "about-the-property",
    "terms-and-conditions",
    "whats-included",
  ]);
});

describe("resuming a purchase (F-019, F-020)", () => {
  test.each([
    [{ terms_accepted: false, complete: false }, "terms-and-conditions"],
    [{ terms_accepted: true, complete: false }, "whats-included"],
    [{ terms_accepted: true, complete: true }, null],
    [{ terms_accepted: false, complete: true }, null],
  ])("resumeStep for a purchase with %j is %s", (purchase, step) => {
    expect(resumeStep(BUYER_STEPS, purchase)).toBe(step);
  });
});

describe("the buyer's first unfinished step (D-001, AMB-C15)", () => {
  test.each([
    [fresh, "about-you"],
    [known, "about-the-property"],
    [{ ...saved, person_complete: false }, "about-you"],
    [{ ...accepted, person_complete: false }, "about-you"],
    [saved, "terms-and-conditions"],
    [accepted, "whats-included"],
    [finished, null],
    [{ ...finished, person_complete: false }, null],
  ])("the buyer's first unfinished step for %o is %s", (progress, step) => {
    expect(firstUnfinishedStep(BUYER_STEPS, progress)).toBe(step);
  });
});

describe("access to the buyer's steps (D-001, AMB-C15)", () => {
  test.each([
    ["welcome", fresh, null],
    ["about-you", fresh, null],
    ["about-the-property", fresh, "about-you"],
    ["terms-and-conditions", fresh, "about-you"],
    ["whats-included", fresh, "about-you"],
    ["welcome", known, null],
    ["about-you", known, null],
    ["about-the-property", known, null],
    ["terms-and-conditions", known, "about-the-property"],
    ["whats-included", known, "about-the-property"],
    ["about-you", saved, null],
    ["about-the-property", saved, null],
    ["terms-and-conditions", saved, null],
    ["whats-included", saved, "terms-and-conditions"],
    ["about-the-property", accepted, null],
    ["terms-and-conditions", accepted, null],
    ["whats-included", accepted, null],
    ["welcome", finished, "done"],
    ["about-you", finished, "done"],
    ["about-the-property", finished, "done"],
    ["terms-and-conditions", finished, "done"],
    ["whats-included", finished, "done"],
  ] as const)(
    "requiredStep for the step %s and the progress %o is %s",
    (step, progress, expected) => {
      expect(requiredStep(BUYER_STEPS, step, progress)).toBe(expected);
    },
  );
});
