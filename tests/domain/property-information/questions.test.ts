import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { OVERLAY, type Schema } from "#app/domain/property-information/pdtf-schema.ts";
import { NOT_SURE, SECTIONS } from "#app/domain/property-information/question-type.ts";
import {
  findQuestion,
  QUESTIONS,
  questionsOf,
} from "#app/domain/property-information/questions.ts";
import { SECTION_IDS } from "#app/domain/property-information/section-groups.ts";
import { valuesOf } from "./generated-answers.ts";
import { SCHEMA_PATH } from "./pdtf-validator.ts";

type Core = Schema & { enum?: readonly string[]; oneOf?: readonly Core[]; items?: Core };

const core: { properties: { propertyPack: Core } } = JSON.parse(readFileSync(SCHEMA_PATH, "utf8"));

/** Returns all parts of the schema at a path: the part of each branch that has it. */
function partsAt(path: string): Core[] {
  let parts: (Schema | undefined)[] = [core.properties.propertyPack];
  for (const name of path.split("/")) {
    parts = parts.flatMap((part) =>
      name === "0"
        ? [part?.items]
        : [part, ...(part?.oneOf ?? [])].map((each) => each?.properties?.[name]),
    );
    parts = parts.filter((part) => part !== undefined);
  }
  return parts.filter((part) => part !== undefined);
}

/** Lists the values that the schema allows at a path. Empty if it allows any. */
function enumAt(path: string): string[] {
  return partsAt(path).flatMap((part) => [
    ...(part.enum ?? []),
    ...(part.items?.enum ?? []),
    ...(part.oneOf ?? []).flatMap((branch) => branch.enum ?? []),
  ]);
}

test("each question has its own id, in snake case", () => {
  const ids = QUESTIONS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z]+(?:_[a-z]+)*$/.test(id))).toEqual([]);
});

test("each fact has its own path and each name is used once", () => {
  const paths = QUESTIONS.flatMap(({ pdtf }) => pdtf ?? []);
  expect(paths.filter((path, position) => paths.indexOf(path) !== position)).toEqual([]);
  const labels = QUESTIONS.map(({ label }) => label);
  expect(labels.filter((label, position) => labels.indexOf(label) !== position)).toEqual([]);
});

test("the questions are in the order of the sections", () => {
  const order = Object.keys(SECTIONS);
  expect(SECTION_IDS).toEqual(order);
  const sections = QUESTIONS.map(({ section }) => order.indexOf(section));
  expect(sections).toEqual(sections.toSorted((one, other) => one - other));
});

test.each(SECTION_IDS)("the section %s asks at most ten questions at first", (section) => {
  const first = questionsOf(section).filter(({ when }) => when === undefined);
  expect(first.length).toBeGreaterThan(0);
  expect(first.length).toBeLessThanOrEqual(10);
});

test("a question depends only on values of earlier questions", () => {
  const wrong = QUESTIONS.flatMap(({ id, when = [] }, position) =>
    when
      .filter(({ question, is }) => {
        const earlier = findQuestion(question);
        return (
          !earlier ||
          QUESTIONS.indexOf(earlier) >= position ||
          !is.every((value) => valuesOf(earlier).includes(value))
        );
      })
      .map(({ question }) => `${id} depends on ${question}`),
  );
  expect(wrong).toEqual([]);
});

test("a document is requested only for values that the question has", () => {
  const wrong = QUESTIONS.flatMap((question) =>
    (question.requests ?? []).flatMap(({ is }) =>
      is.filter((value) => !valuesOf(question).includes(value)),
    ),
  );
  expect(wrong).toEqual([]);
});

describe("the PDTF schema", () => {
  test("has the path of every question", () => {
    const missing = QUESTIONS.flatMap(({ pdtf }) => pdtf ?? []).filter(
      (path) => partsAt(path).length === 0,
    );
    expect(missing).toEqual([]);
  });

  test("lists “Not known” for the questions that export it, and for no others", () => {
    const listed = QUESTIONS.filter(({ pdtf }) => pdtf && enumAt(pdtf).includes("Not known"));
    const exported = QUESTIONS.filter(({ not_known }) => not_known);
    expect(exported.map(({ id }) => id)).toEqual(listed.map(({ id }) => id));
  });

  test("has a question for every fact that the overlay requires in any branch", () => {
    const fromSignUp = ["priceInformation/price", "priceInformation/priceQualifier"];
    const asked = new Set([...QUESTIONS.map(({ pdtf }) => pdtf), ...fromSignUp]);
    // A question reads a list of rooms at once.
    const required = requiredFacts(OVERLAY, []).filter((path) => !path.includes("/rooms/0/"));
    expect(required.length).toBeGreaterThan(90);
    expect(required.filter((path) => !asked.has(path))).toEqual([]);
  });
});

function requiredFacts(
  { properties = {}, required = [], oneOf = [], items }: Schema,
  path: string[],
): string[] {
  const names = Object.keys(properties);
  const own = required
    .filter((name) => isFact(properties[name]))
    .map((name) => [...path, name].join("/"));
  return [
    ...own,
    ...names.flatMap((name) => requiredFacts(properties[name] ?? {}, [...path, name])),
    ...oneOf.flatMap((branch) => requiredFacts(branch, path)),
    ...(items ? requiredFacts(items, [...path, "0"]) : []),
  ];
}

function isFact(schema: Schema | undefined) {
  return !schema?.properties && !schema?.oneOf && !schema?.items?.properties;
}

test("no value is the one for “Not sure”", () => {
  expect(QUESTIONS.filter((question) => valuesOf(question).includes(NOT_SURE))).toEqual([]);
});
