import { SECTIONS, type SectionId } from "./question-type.ts";
import { SECTION_IDS } from "./section-groups.ts";
import { answerTo, type GivenAnswers, visibleQuestions } from "./visible-questions.ts";

export type SectionProgress = {
  section: SectionId;
  title: string;
  /** Number of questions that are asked now. */
  asked: number;
  /** Number of these that still need an answer. */
  left: number;
  state: "done" | "started" | "not_started";
};

/**
 * Returns the progress of each section, in order. “Not sure” counts as an answer. Optional
 * questions are never left, and answers from sign-up do not start a section.
 */
export function sectionProgress(given: GivenAnswers): SectionProgress[] {
  return SECTION_IDS.map((section) => {
    const asked = visibleQuestions(given, section);
    const left = asked.filter(
      (question) => !question.optional && answerTo(question, given) === undefined,
    ).length;
    const isStarted = asked.some(({ id }) => given.answers[id] !== undefined);
    const state = left === 0 ? "done" : isStarted ? "started" : "not_started";
    return { section, title: SECTIONS[section], asked: asked.length, left, state };
  });
}

/** Returns the state of a section in words: “Done”, “3 left” or “Not started”. */
export function progressLabel({ state, left }: SectionProgress): string {
  if (state === "done") return "Done";
  return state === "started" ? `${left} left` : "Not started";
}

/** Returns the number of sections that are not done. The sellers can confirm when it is 0. */
export function sectionsLeft(given: GivenAnswers): number {
  return sectionProgress(given).filter(({ state }) => state !== "done").length;
}

/** Returns the first section that is not done, or undefined if all are. */
export function nextSection(given: GivenAnswers): SectionProgress | undefined {
  return sectionProgress(given).find(({ state }) => state !== "done");
}
