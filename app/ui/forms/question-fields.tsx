import { Fragment, type ReactNode } from "react";
import { answerOptions } from "#app/domain/fields/answers.ts";
import type { PlainName, Question, Questions, WidgetName } from "#app/domain/fields/questions.ts";
import { CurrencyField } from "./currency-field.tsx";
import type { AnyField } from "./form-types.ts";
import { Radios } from "./radios.tsx";

/**
 * The questions of a form, in their order.
 *
 * @param widgets of every question of no kind; and of a plain one that reveals another
 */
export function QuestionFields<Of extends Questions>({
  questions,
  fields,
  widgets,
}: {
  questions: Of;
  fields: Record<PlainName<Of>, AnyField>;
  widgets: Record<WidgetName<Of>, ReactNode> & Partial<Record<PlainName<Of>, ReactNode>>;
}) {
  const plain: Record<string, AnyField | undefined> = fields;
  const own: Record<string, ReactNode> = widgets;
  return Object.entries(questions).map(([name, question]) => (
    <Fragment key={name}>{own[name] ?? plainField(question, plain[name])}</Fragment>
  ));
}

function plainField({ kind, asked, hint }: Question, field: AnyField | undefined) {
  if (!kind || !field) return null;
  return kind === "price" ? (
    <CurrencyField field={field} label={asked} example="325,000" />
  ) : (
    <Radios field={field} legend={asked} hint={hint} options={answerOptions} />
  );
}
