import { expect, test } from "vitest";
import { searchDocument } from "#app/domain/reports/documents.ts";
import { findByRules } from "#app/domain/reports/find-by-rules.ts";
import { formAnswers } from "./form-answers.ts";

test("there are at least thirty answered forms, with and without topics", () => {
  expect(formAnswers.filter(([, , topics]) => topics.length > 0).length).toBeGreaterThan(30);
  expect(formAnswers.filter(([, , topics]) => topics.length === 0).length).toBeGreaterThan(30);
});

test.each(formAnswers)(
  "finds the topics in an answered form, %s: %s (I-032)",
  (_form, passage, topics) => {
    const findings = findByRules([searchDocument("Search", [passage])]);
    expect(findings.map(({ topic }) => topic)).toEqual(topics);
  },
);
