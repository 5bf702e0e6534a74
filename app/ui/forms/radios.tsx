import { Fragment, type ReactNode } from "react";
import { idPart } from "#app/ui/id-part.ts";
import { GroupFrame } from "./field-frame.tsx";
import { type AnyField, fieldId, type FieldTexts } from "./form-types.ts";

export type RadioOption = {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Asked only when this option is chosen: shown by CSS, with or without scripts; the server ignores it otherwise. */
  reveals?: ReactNode;
  disabled?: boolean;
};

export function Radios({
  options,
  inline,
  legend,
  ...frame
}: FieldTexts & {
  field: AnyField;
  legend: ReactNode;
  options: readonly RadioOption[];
  /** Short answers next to each other; two on a line where they are longer. */
  inline?: boolean | "two";
}) {
  const { field } = frame;
  return (
    <GroupFrame {...frame} field={field} label={legend}>
      <div className="choices" data-inline={inline || undefined} key={field.key}>
        {options.map((option, index) => (
          <Option key={option.value} field={field} option={option} first={index === 0} />
        ))}
      </div>
    </GroupFrame>
  );
}

/** The first option bears the field's own id: the error summary leads to it. */
function Option({
  field,
  option,
  first,
}: {
  field: AnyField;
  option: RadioOption;
  first: boolean;
}) {
  const own = fieldId(field.formId, field.name);
  const ofOption = `${own}-${idPart(option.value)}`;
  const id = first ? own : ofOption;
  // The question's own hint has the first id's name.
  const hintId = `${ofOption}-hint`;
  return (
    <Fragment>
      <div className="choice">
        <input
          type="radio"
          id={id}
          name={field.name}
          value={option.value}
          defaultChecked={field.initialValue === option.value}
          disabled={option.disabled}
          data-reveals={option.reveals ? "" : undefined}
          aria-describedby={option.hint ? hintId : undefined}
        />
        <div>
          <label htmlFor={id}>{option.label}</label>
          {option.hint ? (
            <span className="hint" id={hintId}>
              {option.hint}
            </span>
          ) : null}
        </div>
      </div>
      {option.reveals ? <div className="choice-reveal">{option.reveals}</div> : null}
    </Fragment>
  );
}
