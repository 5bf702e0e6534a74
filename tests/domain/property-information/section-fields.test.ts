import { describe, expect, test } from "vitest";
import { type Answers, NOT_SURE } from "#app/domain/property-information/question-type.ts";
import { questionsOf } from "#app/domain/property-information/questions.ts";
import { readSectionAnswers } from "#app/domain/property-information/section-answers.server.ts";
import {
  arrangeFields,
  flattenFields,
  type SectionField,
} from "#app/domain/property-information/section-fields.ts";
import { SECTION_IDS } from "#app/domain/property-information/section-groups.ts";
import {
  type GivenAnswers,
  knownAnswer,
  visibleAnswers,
  visibleQuestions,
} from "#app/domain/property-information/visible-questions.ts";
import { generateAnswers } from "./generated-answers.ts";

const FREEHOLD = { tenure: "Freehold", onward_purchase: "no" };

/** Returns the ids of the fields, each with those that it reveals, as “parent > child”. */
function outline(fields: readonly SectionField[], above = ""): string[] {
  return fields.flatMap(({ question, reveals }) => [
    `${above}${question.id}`,
    ...reveals.flatMap((reveal) =>
      outline(reveal.fields, `${above}${question.id}=${reveal.is.join("|")} > `),
    ),
  ]);
}

function fieldsOf(section: (typeof SECTION_IDS)[number], given: GivenAnswers) {
  const own = questionsOf(section).filter(
    (question) => knownAnswer(question, given.known) === undefined,
  );
  return arrangeFields(own, visibleAnswers(given));
}

describe("the page of a section", () => {
  test("has a follow-up below the answer that reveals it, at any depth", () => {
    const fields = fieldsOf("water_and_drainage", { answers: {}, known: FREEHOLD });
    expect(outline(fields)).toEqual([
      "mains_water",
      "mains_water=no > water_source",
      "mains_water=yes > water_meter",
      "surface_water",
      "foul_drainage",
      "foul_drainage=no > private_drainage",
      "foul_drainage=no > private_drainage=Other > private_drainage_details",
      "foul_drainage=no > private_drainage_shared",
      "foul_drainage=no > private_drainage_shared=yes > private_drainage_shared_details",
    ]);
  });

  test.each<[string, string | null, string[]]>([
    ["Freehold", "Freehold", ["seller_capacity", "estate_charge", "other_charges"]],
    ["Other", "Other", ["seller_capacity", "tenure", "other_charges"]],
  ])("shows what depends on a tenure from sign-up: %s", (_name, tenure, top) => {
    const given = { answers: {}, known: { tenure, onward_purchase: null } };
    const ids = fieldsOf("ownership", given).map(({ question }) => question.id);
    expect(ids).toEqual(top);
  });

  test("has every question of the section that is asked, in the order of the summary", () => {
    for (const given of generateAnswers(100, 3)) {
      for (const section of SECTION_IDS) {
        const shown = flattenFields(fieldsOf(section, given)).map(({ id }) => id);
        const asked = visibleQuestions(given, section)
          .filter((question) => knownAnswer(question, given.known) === undefined)
          .map(({ id }) => id);
        expect(shown.filter((id) => asked.includes(id))).toEqual(asked);
      }
    }
  });
});

describe("a submitted section", () => {
  const questions = questionsOf("water_and_drainage");
  const read = (values: Record<string, string[]>, not_sure: string[] = [], answers: Answers = {}) =>
    readSectionAnswers({ questions, values, not_sure }, { answers, known: FREEHOLD }, "2026-11-29");

  test("leaves out a question that its answers hide, so that the stored answer stays", () => {
    const { answers, errors } = read({ mains_water: ["yes"], water_source: ["A well"] });
    expect(errors).toEqual({});
    expect(answers).toMatchObject({ mains_water: "yes", water_meter: null });
    expect(answers).not.toHaveProperty("water_source");
  });

  test("reports no error for a question that its answers hide", () => {
    const values = { mains_water: ["yes"], water_source: ["x".repeat(2001)] };
    expect(read(values).errors).toEqual({});
    expect(read({ ...values, mains_water: ["no"] }).errors).toEqual({
      water_source: ["Source of the water: enter at most 2,000 characters"],
    });
  });

  test("reads “Not sure” next to an empty text as an answer, and next to a text as an error", () => {
    const values = { mains_water: ["no"], water_source: [""] };
    expect(read(values, ["water_source"]).answers).toMatchObject({ water_source: NOT_SURE });
    expect(read({ ...values, water_source: ["A well"] }, ["water_source"]).errors).toEqual({
      water_source: ["Source of the water: give an answer or select “Not sure”, not both"],
    });
  });

  test("removes an answer whose field is empty", () => {
    expect(read({ mains_water: [] }, [], { mains_water: "yes" }).answers).toMatchObject({
      mains_water: null,
    });
  });
});
