import { describe, expect, test } from "vitest";
import { type Answers, NOT_SURE } from "#app/domain/property-information/question-type.ts";
import {
  answerTo,
  type KnownAnswers,
  visibleAnswers,
  visibleQuestions,
} from "#app/domain/property-information/visible-questions.ts";
import { findQuestion } from "#app/domain/property-information/questions.ts";

const UNKNOWN: KnownAnswers = { tenure: null, onward_purchase: null };

function isAsked(id: string, answers: Answers, known: Partial<KnownAnswers> = {}) {
  const given = { answers, known: { ...UNKNOWN, ...known } };
  return visibleQuestions(given).some((question) => question.id === id);
}

test.each<[string, boolean, string, Answers, Partial<KnownAnswers>?]>([
  // [question, is asked, when, answers, sign-up]
  ["has_lift", true, "for a flat", { property_type: "Flat" }],
  ["has_lift", true, "for a maisonette", { property_type: "Maisonette" }],
  ["has_lift", false, "for a house", { property_type: "House" }],
  ["has_lift", false, "before the kind of home is known", {}],
  ["has_lift", false, "if the kind of home is not sure", { property_type: NOT_SURE }],
  ["property_type_other", true, "for something else", { property_type: "Other" }],
  ["rooms", true, "without a floor plan", { floor_plan: "no" }],
  ["rooms", false, "if the floor plan is not sure", { floor_plan: NOT_SURE }],
  ["ground_rent", true, "for a lease known from sign-up", {}, { tenure: "Leasehold" }],
  ["ground_rent", true, "for a share of freehold", {}, { tenure: "Share Of Freehold" }],
  ["ground_rent", false, "for a freehold", {}, { tenure: "Freehold" }],
  ["ground_rent", true, "for a lease answered here", { tenure: "Leasehold" }, { tenure: "Other" }],
  [
    "ground_rent",
    false,
    "if sign-up replaces the answer",
    { tenure: "Leasehold" },
    { tenure: "Freehold" },
  ],
  [
    "ground_rent_review",
    true,
    "for a rent that rises",
    { ground_rent: "yes", ground_rent_rises: "yes" },
    { tenure: "Leasehold" },
  ],
  [
    "ground_rent_review",
    false,
    "if no rent is due now",
    { ground_rent: "no", ground_rent_rises: "yes" },
    { tenure: "Leasehold" },
  ],
  [
    "ground_rent_review",
    false,
    "for a freehold with answers about a lease",
    { ground_rent: "yes", ground_rent_rises: "yes" },
    { tenure: "Freehold" },
  ],
  ["estate_charge", true, "for a freehold", {}, { tenure: "Freehold" }],
  ["commonhold_charge", true, "for a commonhold", { tenure: "Commonhold" }],
  ["tenure_other", true, "for another tenure", { tenure: "Other" }],
  ["water_source", true, "without mains water", { mains_water: "no" }],
  ["water_meter", false, "without mains water", { mains_water: "no" }],
  [
    "private_drainage_details",
    true,
    "for another drainage",
    { foul_drainage: "no", private_drainage: "Other" },
  ],
  [
    "private_drainage_details",
    false,
    "with a public sewer",
    { foul_drainage: "yes", private_drainage: "Other" },
  ],
  ["heating_fuel", false, "for shared heating", { heating_type: "Communal heating system" }],
  [
    "communal_heating_details",
    true,
    "for shared heating",
    { heating_type: "Communal heating system" },
  ],
  [
    "other_guarantee_details",
    true,
    "if one of several is something else",
    { guarantees: "yes", guarantee_kinds: ["roofingWork", "otherGuarantees"] },
  ],
  [
    "other_guarantee_details",
    false,
    "if none of several is something else",
    { guarantees: "yes", guarantee_kinds: ["roofingWork"] },
  ],
  ["insurance_claims", false, "if another insures the building", { insured: "no" }],
  ["boundary_left", true, "for four plain sides", { boundary_sides: "Yes" }],
  ["boundary_left", false, "without land", { boundary_sides: "Not applicable" }],
  [
    "protected_trees_consent",
    true,
    "for work on a protected tree",
    { protected_trees: "yes", protected_trees_work: "yes" },
  ],
  ["adults_agree", false, "if people stay", { other_adults: "yes", empty_at_completion: "no" }],
  ["energy_changes", false, "without a certificate", { energy_rating: "No Certificate" }],
  ["onward_purchase", true, "if sign-up was not sure", {}, { onward_purchase: NOT_SURE }],
])("the question %s is asked: %s, %s", (id, asked, _when, answers, known) => {
  expect(isAsked(id, answers, known)).toBe(asked);
});

describe("a flat that becomes a house", () => {
  const flat = {
    property_type: "Flat",
    has_lift: "yes",
    above_business: "yes",
    above_business_details: "Café",
  };
  const house = { ...flat, property_type: "House" };

  test("hides the answers about the flat and shows them again when it is a flat again", () => {
    expect(visibleAnswers({ answers: flat, known: UNKNOWN })).toEqual(flat);
    expect(visibleAnswers({ answers: house, known: UNKNOWN })).toEqual({ property_type: "House" });
    const again = { ...house, property_type: "Flat" };
    expect(visibleAnswers({ answers: again, known: UNKNOWN })).toEqual(flat);
  });
});

test.each<[string, string | undefined, Partial<KnownAnswers>]>([
  ["sign-up", "Freehold", { tenure: "Freehold" }],
  ["the page if sign-up has Other", "Leasehold", { tenure: "Other" }],
  ["the page if sign-up has nothing", "Leasehold", {}],
])("the tenure comes from %s", (_source, tenure, known) => {
  const question = findQuestion("tenure")!;
  const given = { answers: { tenure: "Leasehold" }, known: { ...UNKNOWN, ...known } };
  expect(answerTo(question, given)).toBe(tenure);
});
