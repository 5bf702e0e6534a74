import { parseAnswer } from "./parse-answer.server.ts";
import { type Answer, NOT_SURE, type Question } from "./question-type.ts";
import { type GivenAnswers, visibleQuestions } from "./visible-questions.ts";

/** A section’s form as it was submitted. */
export type SubmittedSection = {
  /** Questions that were on the page. */
  questions: readonly Question[];
  /** Values of the fields, by question. */
  values: Readonly<Record<string, readonly string[]>>;
  /** Ids of typed questions whose “Not sure” was ticked. */
  not_sure: readonly string[];
};

/**
 * Reads the answers of a section’s form, and the errors by question. Answers to questions that the
 * submitted answers hide are left out, so that the stored ones stay as they are. An empty field
 * removes its answer.
 * @param given answers of the whole matter, as stored
 * @param today day in London, YYYY-MM-DD
 */
export function readSectionAnswers(
  { questions, values, not_sure }: SubmittedSection,
  { answers, known }: GivenAnswers,
  today: string,
): { answers: Record<string, Answer | null>; errors: Record<string, string[]> } {
  const read = questions.map((question) => {
    const isNotSure = not_sure.includes(question.id);
    const typed = [...(values[question.id] ?? []), ...(isNotSure ? [NOT_SURE] : [])];
    return { question, parsed: parseAnswer(question, typed, today) };
  });
  const after = { ...answers };
  for (const { question, parsed } of read) {
    after[question.id] = "answer" in parsed && parsed.answer !== null ? parsed.answer : undefined;
  }
  const asked = new Set(visibleQuestions({ answers: after, known }).map(({ id }) => id));
  const shown = read.filter(({ question }) => asked.has(question.id));
  return {
    answers: Object.fromEntries(
      shown.flatMap(({ question: { id }, parsed }) =>
        "answer" in parsed ? [[id, parsed.answer]] : [],
      ),
    ),
    errors: Object.fromEntries(
      shown.flatMap(({ question: { id }, parsed }) =>
        "error" in parsed ? [[id, [parsed.error]]] : [],
      ),
    ),
  };
}
