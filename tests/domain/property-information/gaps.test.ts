import { expect, test } from "vitest";
import { findGaps } from "#app/domain/property-information/gaps.ts";
import type { MatterDetails } from "#app/domain/property-information/pdtf.ts";
import { type Answers, NOT_SURE } from "#app/domain/property-information/question-type.ts";
import {
  type KnownAnswers,
  visibleQuestions,
} from "#app/domain/property-information/visible-questions.ts";
import { generateAnswers } from "./generated-answers.ts";
import { anyMatter, COTTAGE, FLAT, HOUSE, SHARED_FLAT } from "./homes.ts";

type Home = {
  answers: Answers;
  tenure: string | null;
  onward_purchase?: string;
  matter?: Partial<MatterDetails>;
};

function gapsOf({ answers, tenure, onward_purchase = "no", matter }: Home): string[] {
  const known: KnownAnswers = { tenure, onward_purchase };
  return findGaps(anyMatter(matter), { answers, known }).map(({ words }) => words);
}

// Checked by hand against the tables of required facts.
test.each<[string, Home, string[]]>([
  ["a house with all answers", { answers: HOUSE, tenure: "Freehold" }, []],
  [
    "a flat whose sellers are not sure",
    { answers: FLAT, tenure: "Leasehold" },
    [
      "Managing agent’s email address: not sure",
      "Rises in the ground rent: not sure",
      "Details of the fees: not answered",
      "Council tax band: not sure",
      "Lift: not sure",
    ],
  ],
  [
    "a cottage without mains services",
    { answers: COTTAGE, tenure: "Freehold" },
    [
      "Amount of the estate charge: not answered",
      "Insulation in the loft: not answered",
      "Source of the water: not answered",
      "Surface water drain: not sure",
      "Year of the heating: only the year is known",
      "Conservation area: not sure",
      "Consent for work on protected trees: not answered",
      "Details of the flood: not answered",
      "Knotweed management plan: not sure",
    ],
  ],
  [
    "a shared flat with unsafe cladding",
    { answers: SHARED_FLAT, tenure: "Share Of Freehold" },
    [
      "How often this rent is due: not answered",
      "Safety work done so far: not sure",
      "Cost of the safety work: not sure",
      "Living there during the safety work: not answered",
      "Year of the heating: not sure",
    ],
  ],
  [
    "a home without any answers",
    { answers: {}, tenure: null, matter: { asking_price_pounds: null, title_number: null } },
    [
      "Price: not known",
      "Tenure: not answered",
      "Council tax band: not answered",
      "Work that may change the band: not answered",
      "Energy rating: not answered",
      "Kind of home: not answered",
      "Floor plan: not answered",
      "Usual construction: not answered",
      "Building safety: not answered",
      "Loft: not answered",
      "Spray foam insulation: not answered",
      "Mains electricity: not answered",
      "Solar panels: not answered",
      "Heat pump: not answered",
      "Other sources of energy: not answered",
      "Broadband: not answered",
      "Poor mobile signal: not answered",
      "Mains water: not answered",
      "Surface water drain: not answered",
      "Public sewer: not answered",
      "Heating: not answered",
      "Parking: not answered",
      "Disabled parking: not answered",
      "Parking permits: not answered",
      "Charger for electric cars: not answered",
      "Listed building: not answered",
      "Conservation area: not answered",
      "Protected trees: not answered",
      "Public right of way: not answered",
      "Risk of floods: not answered",
      "Floods in the past: not answered",
      "Flood defences: not answered",
      "Coal mining: not answered",
      "Other mining: not answered",
      "Coastal erosion: not answered",
      "Neighbours’ plans: not answered",
      "Planning applications nearby: not answered",
      "Damp, rot and woodworm: not answered",
      "Asbestos: not answered",
      "Japanese knotweed: not answered",
      "Subsidence and structural faults: not answered",
      "Health or safety warning: not answered",
      "Outside space: not answered",
    ],
  ],
])("the gaps of %s are those that a person finds", (_home, home, gaps) => {
  expect(gapsOf(home)).toEqual(gaps);
});

test("facts whose object may be absent are gaps too", () => {
  const answers = {
    ...HOUSE,
    ...{ floor_plan: "no", estate_charge: NOT_SURE, solar_panels: "yes", foul_drainage: "no" },
    ...{ protected_trees: "yes", outside_areas: undefined },
  };
  expect(gapsOf({ answers, tenure: "Freehold", onward_purchase: NOT_SURE })).toEqual([
    "Estate charge: not sure",
    "Room sizes: not answered",
    "Owner of the solar panels: not answered",
    "Private drainage: not answered",
    "Work on protected trees: not answered",
    "Outside space: not answered",
    "Onward purchase: not answered",
  ]);
});

test("a kind of home that is not sure is one gap, because all others in it depend on it", () => {
  const answers = { ...HOUSE, property_type: NOT_SURE };
  expect(gapsOf({ answers, tenure: "Freehold" })).toEqual(["Kind of home: not sure"]);
});

test("an answer to a hidden question fills no gap", () => {
  const answers = { ...HOUSE, property_type: "Flat" };
  expect(gapsOf({ answers, tenure: "Freehold" })).toEqual([
    "Floors in the building: not answered",
    "Floor of the front door: not answered",
    "Lift: not answered",
    "Above a business: not answered",
  ]);
});

test("every gap of 500 homes names a question that its sellers can answer", () => {
  const wrong = generateAnswers(500, 1).flatMap((given) => {
    const asked = new Set(visibleQuestions(given).map(({ pdtf }) => pdtf));
    return findGaps(anyMatter(), given)
      .map(({ path }) => path)
      .filter((path) => !asked.has(path));
  });
  expect([...new Set(wrong)]).toEqual([]);
});
