import { expect, test } from "vitest";
import {
  type Answers,
  NOT_SURE,
  type SectionId,
} from "#app/domain/property-information/question-type.ts";
import {
  nextSection,
  progressLabel,
  sectionProgress,
  sectionsLeft,
} from "#app/domain/property-information/section-progress.ts";
import {
  type KnownAnswers,
  visibleQuestions,
} from "#app/domain/property-information/visible-questions.ts";

const known: KnownAnswers = { tenure: "Freehold", onward_purchase: "no" };

function labelOf(section: SectionId, answers: Answers) {
  return sectionProgress({ answers, known })
    .filter((each) => each.section === section)
    .map(progressLabel);
}

test.each<[string, SectionId, Answers]>([
  ["Not started", "council_tax", {}],
  ["1 left", "council_tax", { council_tax_band: "C" }],
  ["Done", "council_tax", { council_tax_band: NOT_SURE, council_tax_alterations: NOT_SURE }],
  ["1 left", "council_tax", { council_tax_band: "C", council_tax_alterations: "yes" }],
  ["Not started", "water_and_drainage", { water_meter: "yes" }],
  ["3 left", "water_and_drainage", { mains_water: "yes" }],
  ["Not started", "ownership", {}],
  ["2 left", "ownership", { other_charges: "no" }],
])("a section is “%s” (%s)", (label, section, answers) => {
  expect(labelOf(section, answers)).toEqual([label]);
});

test("an answer to an optional question starts a section and does not finish it", () => {
  expect(labelOf("council_tax", { council_tax_amount: "180000" })).toEqual(["2 left"]);
});

test("all sections are done when every question is not sure", () => {
  const answers = Object.fromEntries(
    visibleQuestions({ answers: {}, known }).map(({ id }) => [id, NOT_SURE]),
  );
  expect(sectionsLeft({ answers, known })).toBe(0);
  expect(nextSection({ answers, known })).toBeUndefined();
  const others = { ...answers, asbestos: undefined };
  expect(sectionsLeft({ answers: others, known })).toBe(1);
  expect(nextSection({ answers: others, known })).toMatchObject({ section: "condition", left: 1 });
});
