import type { Question } from "#app/domain/shared/questions.ts";
import type { SummaryRow } from "#app/ui/summary-list.tsx";

type Row = SummaryRow & { description: string | null };

/** Returns the rows of a summary of answers, each with a link to its question in a form. */
export function answerRows<Name extends string>({
  page,
  form,
  questions,
}: {
  page: string;
  form: string;
  questions: Readonly<Record<Name, Question>>;
}) {
  return (name: Name, description: string | null, term = questions[name].errorLabel ?? ""): Row =>
    changeable(`${page}#${form}-${name}`, term, description);
}

export function changeable(to: string, term: string, description: string | null): Row {
  const hiddenText = term.charAt(0).toLowerCase() + term.slice(1);
  return { term, description, change: { to, hiddenText } };
}
