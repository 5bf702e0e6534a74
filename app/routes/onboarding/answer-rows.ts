import type { Question } from "#app/domain/fields/questions.ts";
import type { SummaryRow } from "#app/ui/summary-list.tsx";

type Row = SummaryRow & { description: string | null };

/**
 * Makes the rows of a summary of answers, each with a link to its question.
 *
 * @param page where the questions are asked
 * @param form the id of their form
 */
export function answerRows<Name extends string>({
  page,
  form,
  questions,
}: {
  page: string;
  form: string;
  questions: Readonly<Record<Name, Question>>;
}) {
  /** @param term names the answer where the question is called something else in an error */
  return (name: Name, description: string | null, term = questions[name].called ?? ""): Row =>
    changeable(`${page}#${form}-${name}`, term, description);
}

/** Returns a row whose answer is changed at that address. */
export function changeable(to: string, term: string, description: string | null): Row {
  const hiddenText = term.charAt(0).toLowerCase() + term.slice(1);
  return { term, description, change: { to, hiddenText } };
}
