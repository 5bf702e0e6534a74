import {
  type Answer,
  type Answers,
  type KnownAnswer,
  NOT_SURE,
  type Question,
  type SectionId,
} from "./question-type.ts";
import { findQuestion, QUESTIONS } from "./questions.ts";

/** Answers from sign-up as they are stored, such as `properties.tenure`. */
export type KnownAnswers = Readonly<Record<KnownAnswer, string | null>>;

/** All answers of a matter: those to our questions, and those from sign-up. */
export type GivenAnswers = { answers: Answers; known: KnownAnswers };

/** Answers from sign-up that leave a question open, so that it is asked again. */
const OPEN: readonly (string | null)[] = [null, "Other", NOT_SURE];

/** Returns the answer from sign-up, or undefined if the question must be asked. */
export function knownAnswer(question: Question, known: KnownAnswers): string | undefined {
  const answer = question.known ? known[question.known] : null;
  return answer === null || OPEN.includes(answer) ? undefined : answer;
}

/** Returns the answer from sign-up if it is known there, otherwise the stored answer. */
export function answerTo(question: Question, { answers, known }: GivenAnswers): Answer | undefined {
  return knownAnswer(question, known) ?? answers[question.id];
}

/**
 * Returns the questions that are asked, in their order. A question is asked if all its conditions
 * hold and the questions of these conditions are asked too. Stored answers to other questions are
 * left out of everything that is shown, confirmed or exported.
 */
export function visibleQuestions(given: GivenAnswers, section?: SectionId): Question[] {
  return QUESTIONS.filter(
    (question) =>
      (section === undefined || question.section === section) && isAsked(question, given),
  );
}

function isAsked(question: Question, given: GivenAnswers): boolean {
  return (question.when ?? []).every(({ question: id, is }) => {
    const earlier = findQuestion(id);
    if (!earlier || !isAsked(earlier, given)) return false;
    const answer = answerTo(earlier, given);
    if (answer === undefined) return false;
    return [answer].flat().some((value) => is.includes(value));
  });
}

/** Returns the answers to the questions that are asked, with those from sign-up. */
export function visibleAnswers(given: GivenAnswers): Answers {
  return Object.fromEntries(
    visibleQuestions(given).flatMap((question) => {
      const answer = answerTo(question, given);
      return answer === undefined ? [] : [[question.id, answer]];
    }),
  );
}
