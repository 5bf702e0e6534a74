import { Fragment, type ReactNode } from "react";
import { answerOptions } from "#app/domain/shared/answers.ts";
import type { PlainName, Question, Questions, WidgetName } from "#app/domain/shared/questions.ts";
import { CurrencyField } from "./currency-field.tsx";
import { fieldProps } from "./field-props.ts";
import type { AnyField } from "./form-types.ts";
import { Radios } from "./radios.tsx";

/**
 * Renders the questions in order, grouped under headings. For a question without a kind, the caller
 * must provide a widget.
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
  return groupsOf(questions).map(({ heading, names }, index) => {
    const asked = names.map((name) => (
      <Fragment key={name}>{own[name] ?? plainField(questions[name], plain[name])}</Fragment>
    ));
    const id = `questions-${index + 1}`;
    return heading ? (
      <section key={id} className="question-group" aria-labelledby={id}>
        <h2 id={id}>{heading}</h2>
        {asked}
      </section>
    ) : (
      <Fragment key={id}>{asked}</Fragment>
    );
  });
}

function groupsOf(questions: Questions) {
  const groups: { heading?: string; names: string[] }[] = [];
  for (const [name, { group }] of Object.entries(questions)) {
    const current = groups.at(-1);
    if (group || !current) groups.push({ heading: group, names: [name] });
    else current.names.push(name);
  }
  return groups;
}

function plainField(question: Question | undefined, field: AnyField | undefined) {
  if (!question?.kind || !field) return null;
  const { kind, question: asked, hint } = question;
  return kind === "price" ? (
    <CurrencyField {...fieldProps(field)} label={asked} example="325,000" />
  ) : (
    <Radios {...fieldProps(field)} legend={asked} hint={hint} options={answerOptions} inline />
  );
}
