/** Functions that parse the responses of HM Land Registry's Business Gateway. */

import { z } from "zod";
import { badBody, readBody } from "../outbound.server.ts";

export type RegisterAddress = {
  building_name?: string | null;
  building_number?: string | null;
  street?: string | null;
  post_town?: string | null;
  postcode?: string | null;
};

type Unsettled =
  | { state: "off" }
  /** HM Land Registry will answer later. Poll for the answer with the same message id. */
  | { state: "pending"; expected_at: Date }
  /**
   * No title was found, or the register did not accept the address. `title_number` is set to
   * "not_listed" (C-046).
   */
  | { state: "not_listed" }
  /**
   * Titles were found, but not exactly one for this building. `title_number` is set to
   * "not_exact_match" (C-047).
   */
  | { state: "not_exact_match" };

export type TitleSearch = Unsettled | { state: "found"; title_number: string; tenure: Tenure };

export type TitleMatch =
  | Unsettled
  | { state: "found"; title_number: string; forename: NameMatch; surname: NameMatch };

export type NameMatch = "match" | "partial_match" | "no_match" | "skipped";

const tenures = { "10": "freehold", "20": "leasehold", "30": "commonhold" } as const;
export type Tenure = (typeof tenures)[keyof typeof tenures] | "other";

const Acknowledgement = z
  .object({ ExpectedResponseDateTime: z.coerce.date() })
  .transform(({ ExpectedResponseDateTime }) => ExpectedResponseDateTime);

const Building = z.object({
  BuildingName: z.string().optional(),
  SubBuildingName: z.string().optional(),
  BuildingNumber: z.string().optional(),
});

const SearchAnswer = z.object({
  return: z.object({
    GatewayResponse: z.object({
      TypeCode: z.enum(["10", "20", "30"]),
      Acknowledgement: z.object({ AcknowledgementDetails: Acknowledgement }).optional(),
      Results: z
        .object({
          Title: z
            .array(
              z.object({
                TitleNumber: z.string(),
                TenureInformation: z.object({ TenureTypeCode: z.string() }),
                Address: Building,
              }),
            )
            .default([]),
        })
        .optional(),
    }),
  }),
});

/** Parses the response to a search for a property's title. @throws {VendorError} "bad_body" */
export function readSearch(answer: unknown, address: RegisterAddress): TitleSearch {
  const answered = readBody("land-registry", SearchAnswer, inner(answer)).return.GatewayResponse;
  const { TypeCode, Acknowledgement: later, Results } = answered;
  if (TypeCode === "10") return pending(later?.AcknowledgementDetails);
  const titles = Results?.Title ?? [];
  const title = onlyOne(titles, (candidate) => isBuilding(candidate.Address, address));
  if (!title) return { state: titles.length > 0 ? "not_exact_match" : "not_listed" };
  return {
    state: "found",
    title_number: title.TitleNumber,
    tenure: toTenure(title.TenureInformation.TenureTypeCode),
  };
}

const Matched = z
  .object({ TypeOfMatch: z.enum(["MATCH", "NO_MATCH", "PARTIAL_MATCH", "SKIPPED"]) })
  .transform(({ TypeOfMatch }) => nameMatches[TypeOfMatch]);

const nameMatches = {
  MATCH: "match",
  NO_MATCH: "no_match",
  PARTIAL_MATCH: "partial_match",
  SKIPPED: "skipped",
} as const;

const MatchAnswer = z.object({
  return: z.object({
    TypeCode: z.enum(["10", "20", "30"]),
    Acknowledgement: Acknowledgement.optional(),
    Result: z
      .object({
        Match: z
          .array(
            z.object({
              SubjectProperty: z.object({ TitleNumber: z.string(), PropertyAddress: Building }),
              SurnameMatch: Matched,
              ForenameMatchDetails: Matched,
            }),
          )
          .default([]),
      })
      .optional(),
  }),
});

/**
 * Parses the response to the question whether a person owns a property.
 * @throws {VendorError} "bad_body"
 */
export function readMatch(answer: unknown, address: RegisterAddress): TitleMatch {
  const answered = readBody("land-registry", MatchAnswer, inner(answer)).return;
  const { TypeCode, Acknowledgement: later, Result } = answered;
  if (TypeCode === "10") return pending(later);
  const matches = Result?.Match ?? [];
  const match = onlyOne(matches, ({ SubjectProperty }) =>
    isBuilding(SubjectProperty.PropertyAddress, address),
  );
  if (!match) return { state: matches.length > 0 ? "not_exact_match" : "not_listed" };
  return {
    state: "found",
    title_number: match.SubjectProperty.TitleNumber,
    surname: match.SurnameMatch,
    forename: match.ForenameMatchDetails,
  };
}

const Elements = z.record(z.string(), z.unknown());

/**
 * Returns the content of the response's outer element, whose name differs in responses to polls.
 */
function inner(answer: unknown) {
  return Object.values(readBody("land-registry", Elements, answer))[0];
}

function pending(expected_at: Date | undefined): { state: "pending"; expected_at: Date } {
  if (!expected_at) throw badBody("land-registry");
  return { state: "pending", expected_at };
}

function onlyOne<Item>(items: readonly Item[], fits: (item: Item) => boolean): Item | undefined {
  const found = items.filter(fits);
  return found.length === 1 ? found[0] : undefined;
}

function isBuilding(found: z.output<typeof Building>, wanted: RegisterAddress) {
  const same = (a: string | undefined, b: string | null | undefined) =>
    Boolean(a) && a?.trim().toLowerCase() === b?.trim().toLowerCase();
  return wanted.building_number
    ? same(found.BuildingNumber, wanted.building_number)
    : same(found.BuildingName, wanted.building_name);
}

function toTenure(code: string): Tenure {
  return Object.entries(tenures).find(([known]) => known === code)?.[1] ?? "other";
}
