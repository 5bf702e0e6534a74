/** Export of property information as JSON of the Property Data Trust Framework (PDTF), v3. */

import type { Address } from "#app/domain/shared/address.ts";
import { type ExportRole, hasContactDetails, isForRole } from "./export-roles.ts";
import { BRANCHES } from "./pdtf-schema.ts";
import { type Answer, NOT_SURE, type Question } from "./question-type.ts";
import { findQuestion } from "./questions.ts";
import { parseRooms } from "./rooms.ts";
import { answerTo, type GivenAnswers, visibleQuestions } from "./visible-questions.ts";

const PDTF_SCHEMA = "https://trust.propdata.org.uk/schemas/v3/pdtf-transaction.json";

/** Value where the schema lists it for a fact that the sellers do not know. */
export const NOT_KNOWN = "Not known";

type Json = string | number | boolean | Json[] | { [name: string]: Json };
type PropertyPack = { [name: string]: Json };

type PdtfSeller = {
  first_name: string;
  last_name: string;
  email: string | null;
  mobile: string | null;
};

/** Facts of a matter that are not answers to our questions. */
export type MatterDetails = {
  id: string;
  address: Address;
  asking_price_pounds: number | null;
  /** Title number in HM Land Registry, or null if it isn’t known. */
  title_number: string | null;
  sellers: readonly PdtfSeller[];
};

/** Facts by their paths below /propertyPack. */
type Facts = Map<string, Json>;

const OWNERSHIP = "ownership/ownershipsToBeTransferred/0";

/**
 * Returns the property information as PDTF JSON. Leaves out facts that the sellers don’t know, with
 * the whole object around a fact that decides between branches. Leaves out what the role may not
 * read.
 */
export function toPdtf(matter: MatterDetails, given: GivenAnswers, role: ExportRole) {
  const capacity = answerById("seller_capacity", given);
  const participants = matter.sellers.map((seller) => ({
    role: "Seller",
    name: { firstName: seller.first_name, lastName: seller.last_name },
    ...(hasContactDetails(role) ? contactDetails(seller) : {}),
    ...(typeof capacity === "string" && capacity !== NOT_SURE
      ? { sellersCapacity: { capacity } }
      : {}),
  }));
  return {
    $schema: PDTF_SCHEMA,
    transactionId: matter.id,
    // The schema allows no empty list.
    ...(participants.length > 0 ? { participants } : {}),
    propertyPack: toPropertyPack(matter, given, role),
  };
}

function contactDetails({ email, mobile }: PdtfSeller) {
  return { ...(email ? { email } : {}), ...(mobile ? { phone: mobile } : {}) };
}

/** Returns the part /propertyPack of the export, from which the gaps are found too. */
export function toPropertyPack(
  matter: MatterDetails,
  given: GivenAnswers,
  role: ExportRole,
): PropertyPack {
  const facts: Facts = new Map([...matterFacts(matter, given)]);
  for (const question of visibleQuestions(given)) {
    const answer = answerTo(question, given);
    if (answer === undefined || !isForRole(question, role)) continue;
    for (const [path, value] of answerFacts(question, answer)) facts.set(path, value);
  }
  return assemble(withoutOpenBranches(facts));
}

/** Returns the facts of an answer. None for one that the schema cannot hold. */
function answerFacts(question: Question, answer: Answer): [string, Json][] {
  const { pdtf, kind, not_known, pdtf_each, options = [] } = question;
  if (pdtf === undefined) return [];
  if (answer === NOT_SURE) return not_known ? [[pdtf, NOT_KNOWN]] : [];
  if (pdtf_each) {
    return options.map(({ value }) => [
      `${pdtf}/${value}/yesNo`,
      answer.includes(value) ? "Yes" : "No",
    ]);
  }
  if (typeof answer !== "string") return [[pdtf, [...answer]]];
  if (question.id === "tenure") return [[pdtf, OWNERSHIP_TYPES[answer] ?? "Other"]];
  // The schema has a date for this fact, which a year alone is not.
  if (question.id === "heating_year") return [];
  if (kind === "rooms") return [[pdtf, toPdtfRooms(answer)]];
  return [[pdtf, toValue(kind, answer)]];
}

function toValue(kind: Question["kind"], answer: string): Json {
  if (kind === "yes_no") return answer === "yes" ? "Yes" : "No";
  if (kind === "pence") return Number(answer) / 100;
  return kind === "whole_number" || kind === "number" || kind === "year" ? Number(answer) : answer;
}

function toPdtfRooms(text: string): Json[] {
  return parseRooms(text).rooms.map(({ name, length, width }) => ({
    roomName: name,
    length,
    width,
    units: "meters",
  }));
}

const OWNERSHIP_TYPES: Record<string, string> = {
  Freehold: "Freehold",
  Leasehold: "Leasehold",
  "Share Of Freehold": "Leasehold",
  Commonhold: "Commonhold",
};

const MARKETING_TENURES: Record<string, string> = {
  Freehold: "Freehold",
  Leasehold: "Leasehold",
  "Share Of Freehold": "Share of Freehold",
  Commonhold: "Commonhold",
};

function matterFacts(matter: MatterDetails, given: GivenAnswers): [string, Json][] {
  const { address, asking_price_pounds, title_number } = matter;
  const tenure = answerById("tenure", given);
  const marketing = typeof tenure === "string" ? MARKETING_TENURES[tenure] : undefined;
  const lines = { line1: address.line_1, line2: address.line_2, line3: address.line_3 };
  const rest = { town: address.post_town, postcode: address.postcode, countryCode: "GBR" };
  return [
    ...Object.entries({ ...lines, ...rest }).flatMap(([name, value]): [string, Json][] =>
      value ? [[`address/${name}`, value]] : [],
    ),
    ...fact("uprn", address.uprn === null ? null : Number(address.uprn)),
    ...fact("priceInformation/price", asking_price_pounds),
    ...fact("priceInformation/priceQualifier", asking_price_pounds === null ? null : "Price"),
    ...fact("marketingTenure", marketing ?? null),
    ...fact(`${OWNERSHIP}/titleNumber`, title_number),
    ...fact("titlesToBeSold/0/titleNumber", title_number),
  ];
}

function fact(path: string, value: Json | null): [string, Json][] {
  return value === null ? [] : [[path, value]];
}

function answerById(id: string, given: GivenAnswers): Answer | undefined {
  const question = findQuestion(id);
  return question && answerTo(question, given);
}

/** Removes objects with branches for which the fact that decides between these is not known. */
function withoutOpenBranches(facts: Facts): Facts {
  const open = BRANCHES.filter(({ decides }) => !facts.has(decides));
  return new Map(
    [...facts].filter(([path]) => !open.some(({ object }) => path.startsWith(`${object}/`))),
  );
}

/** Builds the JSON from facts by their paths. A part of a path that is 0 is an item of a list. */
function assemble(facts: Facts): PropertyPack {
  const parts = new Map<string, Facts>();
  const pack: PropertyPack = {};
  for (const [path, value] of facts) {
    const [name = "", ...rest] = path.split("/");
    if (rest.length === 0) pack[name] = value;
    else parts.set(name, (parts.get(name) ?? new Map<string, Json>()).set(rest.join("/"), value));
  }
  for (const [name, inner] of parts) {
    const part = assemble(inner);
    pack[name] = "0" in part ? [part["0"]] : part;
  }
  return pack;
}
