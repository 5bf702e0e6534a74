/**
 * Gaps of property information: facts that the overlay nts2025 requires and the export lacks. The
 * overlay’s keys say nts2, which was its name when it was drafted.
 */

import { OVERLAY, type Schema } from "./pdtf-schema.ts";
import { NOT_KNOWN, toPropertyPack, type MatterDetails } from "./pdtf.ts";
import { NOT_SURE, type Question } from "./question-type.ts";
import { QUESTIONS } from "./questions.ts";
import { answerTo, type GivenAnswers } from "./visible-questions.ts";

/** Required fact that is missing, in words: “Council tax band: not answered”. */
type Gap = { path: string; words: string };

/** Names of required facts that come from sign-up instead of a question. */
const OTHER_LABELS: Record<string, string> = {
  "priceInformation/price": "Price",
  "priceInformation/priceQualifier": "Price",
};

const QUESTIONS_BY_PATH = new Map(QUESTIONS.map((question) => [question.pdtf, question]));

/** Returns the gaps of a matter’s property information, in the order of the overlay. */
export function findGaps(matter: MatterDetails, given: GivenAnswers): Gap[] {
  const pack = toPropertyPack(matter, given, "staff");
  const gaps = missingPaths(OVERLAY, pack, []).map((path) => ({
    path,
    words: gapInWords(path, given),
  }));
  return gaps.filter(
    ({ words }, position) => gaps.findIndex((gap) => gap.words === words) === position,
  );
}

function gapInWords(path: string, given: GivenAnswers): string {
  const question = QUESTIONS_BY_PATH.get(path);
  if (!question) return `${OTHER_LABELS[path] ?? path}: not known`;
  return `${question.label}: ${reason(question, given)}`;
}

function reason(question: Question, given: GivenAnswers): string {
  const answer = answerTo(question, given);
  if (answer === undefined) return "not answered";
  if (answer === NOT_SURE) return "not sure";
  return question.kind === "year" ? "only the year is known" : "incomplete";
}

/** Returns the paths of required facts that are missing from a value, or whose value is unknown. */
function missingPaths(schema: Schema, value: unknown, path: readonly string[]): string[] {
  const { discriminator, properties = {}, required = [], oneOf = [], items } = schema;
  if (items?.properties)
    return missingPaths(items, Array.isArray(value) ? value[0] : undefined, [...path, "0"]);
  if (discriminator) {
    const decides = discriminator.propertyName;
    const decided = part(value, decides);
    if (isMissing(decided)) return [[...path, decides].join("/")];
    const branch = oneOf.find((each) =>
      each.properties?.[decides]?.enum?.some((one) => one === decided),
    );
    return [
      ...missingParts(properties, required, value, path),
      ...missingParts(branch?.properties ?? {}, branch?.required ?? [], value, path),
    ];
  }
  if (Object.keys(properties).length > 0) return missingParts(properties, required, value, path);
  return isMissing(value) ? [path.join("/")] : [];
}

function missingParts(
  properties: Readonly<Record<string, Schema | undefined>>,
  required: readonly string[],
  value: unknown,
  path: readonly string[],
): string[] {
  const names = new Set([...required, ...Object.keys(properties)]);
  return [...names]
    .filter((name) => required.includes(name) || part(value, name) !== undefined)
    .flatMap((name) => missingPaths(properties[name] ?? {}, part(value, name), [...path, name]));
}

function part(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === NOT_KNOWN;
}
