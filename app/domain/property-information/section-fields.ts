/**
 * Arranges a section’s questions for its page. A question that depends on an answer on the same
 * page is below that answer, so that the page can show it as soon as the answer is chosen.
 */

import type { Answers, Condition, Question } from "./question-type.ts";

export type SectionField = { question: Question; reveals: Reveal[] };

/** Questions that an answer reveals, if it is one of `is`. */
export type Reveal = { is: readonly string[]; fields: SectionField[] };

/**
 * Returns the fields of a section’s page. Leaves out questions that no answer on the page can
 * reveal.
 * @param questions the section’s questions, without those whose answer is known from sign-up
 * @param answers answers to questions that are asked, with those known from sign-up
 */
export function arrangeFields(questions: readonly Question[], answers: Answers): SectionField[] {
  const top: SectionField[] = [];
  const placed = new Map<string, { field: SectionField; above: readonly string[] }>();
  for (const question of questions) {
    const conditions = question.when ?? [];
    const last = conditions.findLast(({ question: id }) => placed.has(id));
    const parent = last && placed.get(last.question);
    const above = parent ? [...parent.above, last.question] : [];
    const others = conditions.filter((each) => each !== last && !above.includes(each.question));
    if (!others.every((condition) => holds(condition, answers))) continue;
    const field = { question, reveals: [] };
    placed.set(question.id, { field, above });
    const siblings = parent ? revealOf(parent.field, last.is).fields : top;
    siblings.push(field);
  }
  return top;
}

function revealOf({ reveals }: SectionField, is: readonly string[]): Reveal {
  const known = reveals.find((reveal) => reveal.is.join() === is.join());
  if (known) return known;
  const made = { is, fields: [] };
  reveals.push(made);
  return made;
}

/** Returns true if the answer to the condition’s question is one of its values. */
function holds({ question, is }: Condition, answers: Answers): boolean {
  const answer = answers[question];
  if (answer === undefined) return false;
  return [answer].flat().some((value) => is.includes(value));
}

/** Lists all questions of a page, in the order in which they are shown. */
export function flattenFields(fields: readonly SectionField[]): Question[] {
  return fields.flatMap(({ question, reveals }) => [
    question,
    ...reveals.flatMap((reveal) => flattenFields(reveal.fields)),
  ]);
}
