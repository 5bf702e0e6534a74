import { beforeAll, describe, expect, test } from "vitest";
import type { ExportRole } from "#app/domain/property-information/export-roles.ts";
import { toPdtf } from "#app/domain/property-information/pdtf.ts";
import { type Answers, NOT_SURE } from "#app/domain/property-information/question-type.ts";
import type { KnownAnswers } from "#app/domain/property-information/visible-questions.ts";
import { generateAnswers, missingValues } from "./generated-answers.ts";
import { anyMatter, COTTAGE, FLAT, HOUSE } from "./homes.ts";
import { compileSchema } from "./pdtf-validator.ts";

let problemsOf: (value: unknown) => string[];
beforeAll(async () => {
  problemsOf = await compileSchema();
});

const known: KnownAnswers = { tenure: "Freehold", onward_purchase: "no" };

function packOf(answers: Answers, changes: Partial<KnownAnswers> = {}) {
  return toPdtf(anyMatter(), { answers, known: { ...known, ...changes } }, "staff").propertyPack;
}

describe("500 generated homes", () => {
  const homes = generateAnswers(500, 1);

  test("have every value of every question, “Not sure” and no answer", () => {
    expect(missingValues(homes)).toEqual([]);
  });

  test.each<ExportRole>(["staff", "estate_agent"])("are valid PDTF for the role %s", (role) => {
    const matters = [
      anyMatter(),
      anyMatter({ asking_price_pounds: null, title_number: null, sellers: [] }),
      anyMatter({ address: { ...anyMatter().address, uprn: null, postcode: null } }),
    ];
    const problems = homes.flatMap((given, position) =>
      problemsOf(toPdtf(matters[position % 3]!, given, role)),
    );
    expect(problems).toEqual([]);
  });
});

test("the schema refuses a wrong value, so that a valid export means something", () => {
  const pdtf = toPdtf(anyMatter(), { answers: HOUSE, known }, "staff");
  const wrong = {
    ...pdtf,
    propertyPack: { ...pdtf.propertyPack, councilTax: { councilTaxBand: "Z" } },
  };
  expect(problemsOf(wrong)).not.toEqual([]);
});

test("a house is exported with its answers and what sign-up knows", () => {
  expect(packOf(HOUSE)).toMatchObject({
    address: {
      line1: "14 Melrose Terrace",
      town: "Bristol",
      postcode: "BS8 2TH",
      countryCode: "GBR",
    },
    uprn: 100023336956,
    priceInformation: { price: 425_000, priceQualifier: "Price" },
    marketingTenure: "Freehold",
    ownership: {
      ownershipsToBeTransferred: [
        { titleNumber: "AV123456", ownershipType: "Freehold", estateRentcharges: { yesNo: "No" } },
      ],
    },
    titlesToBeSold: [{ titleNumber: "AV123456" }],
    buildInformation: { building: { propertyType: "House", builtForm: "Semi-detached" } },
    parking: { parkingArrangements: ["Driveway"] },
    completionAndMoving: { otherPropertyInChain: { yesNo: "No" } },
  });
});

test("money is exported in pounds and numbers as numbers", () => {
  const pack = packOf(FLAT, { tenure: "Leasehold" });
  expect(pack).toMatchObject({
    ownership: {
      ownershipsToBeTransferred: [
        {
          ownershipType: "Leasehold",
          leaseholdInformation: {
            leaseTerm: { startYearOfLease: 1998, lengthOfLeaseInYears: 125 },
            groundRent: { isGroundRentPayable: "Yes", annualGroundRent: 250 },
            serviceCharge: { annualServiceCharge: 1800 },
          },
        },
      ],
    },
  });
});

test("rooms are exported with their sizes in metres", () => {
  expect(packOf(COTTAGE)["buildInformation"]).toMatchObject({
    roomDimensions: {
      hasFloorplan: "No",
      rooms: [
        { roomName: "Kitchen", length: 3.2, width: 4.1, units: "meters" },
        { roomName: "Bedroom", length: 3, width: 3, units: "meters" },
      ],
    },
  });
});

test("each guarantee is exported as a separate fact", () => {
  const answers = { guarantees: "yes", guarantee_kinds: ["roofingWork"] };
  expect(packOf(answers)["guaranteesWarrantiesAndIndemnityInsurances"]).toMatchObject({
    hasValidGuaranteesOrWarranties: "Yes",
    roofingWork: { yesNo: "Yes" },
    doubleGlazing: { yesNo: "No" },
  });
});

test.each<[string, Answers, string, unknown]>([
  [
    "leaves out the whole building",
    { ...HOUSE, property_type: NOT_SURE },
    "buildInformation",
    { roomDimensions: { hasFloorplan: "Yes" } },
  ],
  ["leaves out the whole ownership", { tenure: NOT_SURE }, "ownership", undefined],
  [
    "leaves out the whole insurance",
    { insured: NOT_SURE, insurance_refused: "no" },
    "insurance",
    undefined,
  ],
  ["leaves out a fact without branches", { council_tax_band: NOT_SURE }, "councilTax", undefined],
  ["leaves out a fact without an answer", {}, "councilTax", undefined],
  [
    "writes “Not known” where the schema lists it",
    { listed: NOT_SURE },
    "listingAndConservation",
    { isListed: { yesNo: "Not known" } },
  ],
  [
    "leaves out a date of which only the year is known",
    { heating_type: "Central heating", heating_fuel: "Oil", heating_year: "2015" },
    "heating",
    {
      heatingSystem: {
        heatingType: "Central heating",
        centralHeatingDetails: { centralHeatingFuel: { centralHeatingFuelType: "Oil" } },
      },
    },
  ],
  [
    "writes “Not known” for a date that is not sure",
    { heating_type: "Central heating", heating_year: NOT_SURE },
    "heating",
    {
      heatingSystem: {
        heatingType: "Central heating",
        centralHeatingDetails: { centralHeatingInstalled: "Not known" },
      },
    },
  ],
  [
    "leaves out an answer that is hidden now",
    { mains_water: "no", water_source: "A well", water_meter: "yes" },
    "waterAndDrainage",
    { water: { mainsWater: { yesNo: "No", details: "A well" } } },
  ],
])("the export %s", (_rule, answers, section, exported) => {
  expect(packOf(answers, { tenure: null })[section]).toEqual(exported);
});

test.each<[string | null, unknown, unknown]>([
  ["Freehold", "Freehold", "Freehold"],
  ["Leasehold", "Leasehold", "Leasehold"],
  ["Share Of Freehold", "Share of Freehold", "Leasehold"],
  ["Other", undefined, undefined],
])("the tenure %s is marketed as %s and owned as %s", (tenure, marketed, owned) => {
  const pack = packOf({}, { tenure });
  expect(pack["marketingTenure"]).toBe(marketed);
  expect(pack["ownership"]).toEqual(
    owned && { ownershipsToBeTransferred: [{ titleNumber: "AV123456", ownershipType: owned }] },
  );
});

test("a seller who acts for an owner is exported with the capacity", () => {
  const answers = { seller_capacity: "Under Power of Attorney" };
  expect(toPdtf(anyMatter(), { answers, known }, "staff").participants).toMatchObject([
    { role: "Seller", sellersCapacity: { capacity: "Under Power of Attorney" } },
  ]);
});

describe("by role", () => {
  const answers = { other_adults: "yes", other_adults_names: "Ada Lovelace" };
  const textFor = (role: ExportRole) =>
    JSON.stringify(toPdtf(anyMatter(), { answers, known }, role));

  test.each<[ExportRole, boolean, boolean]>([
    ["staff", true, true],
    ["seller", true, true],
    ["seller_solicitor", true, true],
    ["buyer_solicitor", false, true],
    ["estate_agent", false, false],
  ])("%s reads the sellers’ contact details: %s, names of others: %s", (role, contact, names) => {
    const text = textFor(role);
    expect(text).toContain("Grace");
    expect(text.includes("grace@example.com")).toBe(contact);
    expect(text.includes("+447400123456")).toBe(contact);
    expect(text.includes("Ada Lovelace")).toBe(names);
  });
});
