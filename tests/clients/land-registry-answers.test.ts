import { describe, expect, test } from "vitest";
import { readMatch, readSearch } from "#app/clients/land-registry/answers.server.ts";

/** Reads answers that the double of HM Land Registry’s Business Gateway does not give. */

const house = { building_number: "21", postcode: "LS6 2AB" };

type Named = { BuildingNumber?: string; BuildingName?: string };

const title = (Address: Named, TenureTypeCode = "10", TitleNumber = "WYK1") => ({
  TitleNumber,
  TenureInformation: { TenureTypeCode },
  Address,
});
const searched = (response: object) => ({ anyName: { return: { GatewayResponse: response } } });
const found = (...Title: unknown[]) => searched({ TypeCode: "30", Results: { Title } });

describe("search by property description (C-046, C-047, C-082)", () => {
  test.each([
    ["10", "freehold"],
    ["20", "leasehold"],
    ["30", "commonhold"],
    ["90", "other"],
  ])("the tenure code %s means %s", (code, tenure) => {
    expect(readSearch(found(title({ BuildingNumber: "21" }, code)), house)).toEqual({
      state: "found",
      title_number: "WYK1",
      tenure,
    });
  });

  test.each([
    ["no titles", found(), "not_listed"],
    ["no results", searched({ TypeCode: "20" }), "not_listed"],
    ["results without titles", searched({ TypeCode: "30", Results: {} }), "not_listed"],
    ["the title of a neighbour", found(title({ BuildingNumber: "22" })), "not_exact_match"],
    ["a title of a building without a number", found(title({})), "not_exact_match"],
    [
      "two titles of the house",
      found(title({ BuildingNumber: "21" }), title({ BuildingNumber: "21" }, "20", "WYK2")),
      "not_exact_match",
    ],
  ])(
    "the search returns $2 instead of a title if the answer contains %s",
    (_what, answer, state) => {
      expect(readSearch(answer, house)).toEqual({ state });
    },
  );

  test("the search picks the house’s title from among its neighbours’ titles", () => {
    const answer = found(
      title({ BuildingNumber: "19" }, "10", "WYK0"),
      title({ BuildingNumber: "21" }),
    );
    expect(readSearch(answer, house)).toMatchObject({ title_number: "WYK1" });
  });

  test("a house is matched by number or name, ignoring case and spaces", () => {
    const named = { building_name: "Rose Cottage", postcode: "LS6 2AB" };
    expect(readSearch(found(title({ BuildingName: " ROSE COTTAGE " })), named).state).toBe("found");
    expect(
      readSearch(found(title({ BuildingNumber: "21A" })), { building_number: " 21a" }),
    ).toEqual(expect.objectContaining({ state: "found" }));
    const both = { ...house, building_name: "Rose Cottage" };
    expect(readSearch(found(title({ BuildingName: "Rose Cottage" })), both).state).toBe(
      "not_exact_match",
    );
    expect(readSearch(found(title({ BuildingName: "" })), { building_name: "" }).state).toBe(
      "not_exact_match",
    );
  });

  test("the search returns the time at which a pending answer is expected (C-083)", () => {
    const ExpectedResponseDateTime = "2026-11-23T09:00:00Z";
    const later = { AcknowledgementDetails: { ExpectedResponseDateTime } };
    expect(readSearch(searched({ TypeCode: "10", Acknowledgement: later }), house)).toEqual({
      state: "pending",
      expected_at: new Date(ExpectedResponseDateTime),
    });
  });

  test.each([
    ["a pending answer without a time", searched({ TypeCode: "10" })],
    ["an unknown type", searched({ TypeCode: "40" })],
    ["an answer of a different shape", { anyName: { return: {} } }],
    ["an empty object", {}],
    ["a text", "hello"],
  ])("the search rejects %s as malformed", (_what, answer) => {
    expect(() => readSearch(answer, house)).toThrow(
      expect.objectContaining({ vendor: "land-registry", kind: "bad_body" }),
    );
  });
});

const matched = (response: object) => ({ anyName: { return: response } });
const match = (surname: string, forename: string, PropertyAddress: Named) => ({
  SubjectProperty: { TitleNumber: "WYK1", PropertyAddress },
  SurnameMatch: { TypeOfMatch: surname },
  ForenameMatchDetails: { TypeOfMatch: forename },
});
const owned = (...Match: unknown[]) => matched({ TypeCode: "30", Result: { Match } });

describe("verification of the owner (C-046, C-047, C-081)", () => {
  test.each([
    ["MATCH", "PARTIAL_MATCH", "match", "partial_match"],
    ["NO_MATCH", "SKIPPED", "no_match", "skipped"],
  ])(
    "a match has a result for the surname (%s) and the forename (%s)",
    (one, other, surname, forename) => {
      expect(readMatch(owned(match(one, other, { BuildingNumber: "21" })), house)).toEqual({
        state: "found",
        title_number: "WYK1",
        surname,
        forename,
      });
    },
  );

  test.each([
    ["no match", owned(), "not_listed"],
    ["no result", matched({ TypeCode: "20" }), "not_listed"],
    ["a result without matches", matched({ TypeCode: "30", Result: {} }), "not_listed"],
    [
      "the title of a neighbour",
      owned(match("MATCH", "MATCH", { BuildingNumber: "9" })),
      "not_exact_match",
    ],
  ])("the verification returns $2 if the answer contains %s", (_what, answer, state) => {
    expect(readMatch(answer, house)).toEqual({ state });
  });

  test("the verification returns the time at which a pending answer is expected (C-083)", () => {
    const Acknowledgement = { ExpectedResponseDateTime: "2026-11-23T09:00:00Z" };
    expect(readMatch(matched({ TypeCode: "10", Acknowledgement }), house)).toEqual({
      state: "pending",
      expected_at: new Date("2026-11-23T09:00:00Z"),
    });
    expect(() => readMatch(matched({ TypeCode: "10" }), house)).toThrow(
      expect.objectContaining({ kind: "bad_body" }),
    );
  });

  test("the verification rejects an unknown kind of match as malformed", () => {
    const answer = owned(match("PERHAPS", "MATCH", { BuildingNumber: "21" }));
    expect(() => readMatch(answer, house)).toThrow(expect.objectContaining({ kind: "bad_body" }));
  });
});
