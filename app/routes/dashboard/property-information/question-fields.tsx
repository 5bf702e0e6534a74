import { type ReactNode, useId } from "react";
import {
  NOT_SURE,
  type Option,
  type Question,
} from "#app/domain/property-information/question-type.ts";
import type { SectionField } from "#app/domain/property-information/section-fields.ts";
import { describe, FieldFrame, GroupFrame } from "#app/ui/forms/field-frame.tsx";
import { idPart } from "#app/ui/id-part.ts";

const YES_NO: readonly Option[] = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];
const NOT_SURE_OPTION: Option = { value: NOT_SURE, label: "Not sure" };

/** Longest label of an answer that is shown in a row with the others. */
const SHORT_LABEL = 12;

export type FieldState = {
  /** Value in the form: the stored answer, or the text that was typed before an error. */
  value: string | readonly string[];
  /** True if “Not sure” is ticked next to a text field. */
  is_not_sure: boolean;
  errors: readonly string[];
};

export type FieldContext = {
  formId: string;
  stateOf: (question: Question) => FieldState;
  /** Note below an answer, such as the state of a requested document. */
  noteOf: (question: Question) => ReactNode;
};

/** Renders a question with the questions that its answers reveal. */
export function QuestionField({
  field: { question, reveals },
  number,
  context,
}: {
  field: SectionField;
  number?: number;
  context: FieldContext;
}) {
  const { formId, stateOf, noteOf } = context;
  const { kind, hint, optional = false } = question;
  const state = stateOf(question);
  const label = number ? `${number}. ${question.words}` : question.words;
  const frame = { id: `${formId}-${question.id}`, hint, optional, errors: state.errors };
  const isTyped = !["yes_no", "choice", "several"].includes(kind);
  if (isTyped) {
    return (
      <div className="stack" data-gap="s">
        <TypedField {...{ question, state, frame, label }} />
        {noteOf(question)}
      </div>
    );
  }
  return (
    <GroupFrame {...frame} label={label}>
      <Choices {...{ question, state, id: frame.id, reveals }} />
      {noteOf(question)}
      {reveals.map(({ is, fields }, group) => (
        <div key={is.join()} className="follow-up" data-group={group + 1}>
          {fields.map((field) => (
            <QuestionField key={field.question.id} field={field} context={context} />
          ))}
        </div>
      ))}
    </GroupFrame>
  );
}

function Choices({
  question: { id: name, kind, options = YES_NO },
  state: { value },
  id,
  reveals,
}: {
  question: Question;
  state: FieldState;
  id: string;
  reveals: SectionField["reveals"];
}) {
  const all = [...options, NOT_SURE_OPTION];
  const isShort = all.every(({ label }) => label.length <= SHORT_LABEL);
  const groupsOf = (option: string) =>
    reveals.flatMap(({ is }, group) => (is.includes(option) ? [group + 1] : [])).join(" ");
  return (
    <div className="choices" data-inline={isShort ? (all.length > 3 ? "wrap" : "row") : undefined}>
      {all.map((option, index) => {
        const optionId = index === 0 ? id : `${id}-${idPart(option.value)}`;
        return (
          <div className="choice" key={option.value}>
            <input
              type={kind === "several" ? "checkbox" : "radio"}
              id={optionId}
              name={name}
              value={option.value}
              defaultChecked={[value].flat().includes(option.value)}
              data-groups={groupsOf(option.value) || undefined}
            />
            <label htmlFor={optionId}>{option.label}</label>
          </div>
        );
      })}
    </div>
  );
}

const WIDTHS: Partial<Record<Question["kind"], "4" | "10" | "20">> = {
  year: "4",
  whole_number: "4",
  number: "4",
  pence: "10",
};

function TypedField({
  question,
  state,
  frame,
  label,
}: {
  question: Question;
  state: FieldState;
  frame: { id: string; hint?: string | undefined; optional: boolean; errors: readonly string[] };
  label: string;
}) {
  const { kind, id: name } = question;
  const { control } = describe(frame, frame.hint);
  const notSureId = useId();
  const value = [state.value].flat().join("\n");
  const input =
    kind === "text" || kind === "rooms" ? (
      <textarea className="input" name={name} rows={3} defaultValue={value} {...control} />
    ) : (
      <input
        className="input"
        type={kind === "email" ? "email" : "text"}
        inputMode={kind === "year" || kind === "whole_number" ? "numeric" : undefined}
        name={name}
        defaultValue={value}
        data-width={WIDTHS[kind]}
        autoComplete="off"
        {...control}
      />
    );
  return (
    <FieldFrame {...frame} hint={frame.hint} label={label}>
      {kind === "pence" ? (
        <div className="affix">
          <span aria-hidden="true">£</span>
          {input}
        </div>
      ) : (
        input
      )}
      <div className="tick">
        <input
          type="checkbox"
          id={notSureId}
          name="not_sure"
          value={name}
          defaultChecked={state.is_not_sure}
        />
        <label htmlFor={notSureId}>
          Not sure<span className="vh">: {question.label}</span>
        </label>
      </div>
    </FieldFrame>
  );
}

/** Renders the state of a document that an answer calls for, with a link to send it. */
export function RequestedDocument({
  title,
  status,
  link,
}: {
  title: string;
  status: string;
  link: ReactNode;
}) {
  return (
    <p className="requested-document">
      <strong>{title}</strong>: {status}. {link}
    </p>
  );
}
