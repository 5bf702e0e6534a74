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

/**
 * Returns the gaps of a matter’s property information, in the order of the overlay. A fact is
 * required if its object requires it, even if the overlay lets the whole object be absent.
 */
export function findGaps(matter: MatterDetails, given: GivenAnswers): Gap[] {
  const pack = toPropertyPack(matter, given, "staff");
  const gaps = missingPaths(OVERLAY, pack, []).map((path) => toGap(path, given));
  return gaps.filter(
    ({ words }, position) => gaps.findIndex((gap) => gap.words === words) === position,
  );
}

function toGap(path: string, given: GivenAnswers): Gap {
  const question = questionAt(path);
  if (!question) return { path, words: `${OTHER_LABELS[path] ?? path}: not known` };
  const words = `${question.label}: ${reason(question, given)}`;
  return { path: question.pdtf ?? path, words };
}

/** Returns the question about a fact, or about the whole list that it is a part of. */
function questionAt(path: string): Question | undefined {
  return QUESTIONS_BY_PATH.get(path) ?? QUESTIONS_BY_PATH.get(path.split("/0/")[0]);
}

function reason(question: Question, given: GivenAnswers): string {
  const answer = answerTo(question, given);
  if (answer === undefined) return "not answered";
  if (answer === NOT_SURE) return "not sure";
  // A year in place of a date is the only answer that the export leaves out.
  return "only the year is known";
}

/** Returns the paths of required facts that are missing from a value, or whose value is unknown. */
function missingPaths(schema: Schema, value: unknown, path: readonly string[]): string[] {
  const { discriminator, properties = {}, required = [], oneOf = [], items } = schema;
  if (items?.properties) {
    return missingPaths(items, Array.isArray(value) ? value[0] : undefined, [...path, "0"]);
  }
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
  const others = Object.keys(properties).filter((name) => hasRequired(properties[name]));
  return [...new Set([...required, ...others])].flatMap((name) =>
    missingPaths(properties[name] ?? {}, part(value, name), [...path, name]),
  );
}

/** Returns true if a schema, or a part of it, requires a fact. */
function hasRequired({ required, properties = {}, items }: Schema = {}): boolean {
  if (required && required.length > 0) return true;
  return [...Object.values(properties), items].some((each) => each && hasRequired(each));
}

function part(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === NOT_KNOWN;
}
