import { expect, test } from "vitest";
import { searchDocument } from "#app/domain/reports/documents.ts";
import { findByRules } from "#app/domain/reports/find-by-rules.ts";
import { formAnswers } from "./form-answers.ts";

test("there are more than 30 answered forms with topics and more than 30 without", () => {
  expect(formAnswers.filter(([, , topics]) => topics.length > 0).length).toBeGreaterThan(30);
  expect(formAnswers.filter(([, , topics]) => topics.length === 0).length).toBeGreaterThan(30);
});

test.each(formAnswers)(
  "the rules find the topics in an answered form (%s): %s (I-032)",
  (_form, passage, topics) => {
    const findings = findByRules([searchDocument("Search", [passage])]);
    expect(findings.map(({ topic }) => topic)).toEqual(topics);
  },
);
