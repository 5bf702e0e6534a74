import { Fragment, type ReactNode } from "react";
import { idPart } from "#app/ui/id-part.ts";
import { GroupFrame } from "./field-frame.tsx";
import type { FieldProps, FieldTexts } from "./form-types.ts";

export type RadioOption = {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
  /**
   * Content that CSS shows while this option is chosen. The server ignores its fields if the option
   * is not chosen.
   */
  reveals?: ReactNode;
  disabled?: boolean;
};

export function Radios({
  name,
  value,
  options,
  inline,
  legend,
  ...frame
}: FieldProps &
  FieldTexts & {
    legend: ReactNode;
    options: readonly RadioOption[];
    inline?: boolean | "two";
  }) {
  const field = { id: frame.id, name, value };
  return (
    <GroupFrame {...frame} label={legend}>
      <div className="choices" data-inline={inline || undefined}>
        {options.map((option, index) => (
          <Option key={option.value} field={field} option={option} first={index === 0} />
        ))}
      </div>
    </GroupFrame>
  );
}

/**
 * Renders an option. The first option has the field’s id, because the error summary links to that
 * id.
 */
function Option({
  field,
  option,
  first,
}: {
  field: FieldProps;
  option: RadioOption;
  first: boolean;
}) {
  const ofOption = `${field.id}-${idPart(option.value)}`;
  const id = first ? field.id : ofOption;
  // The hint of the first option needs its own id, because the id made from the field’s id belongs
  // to the question’s hint.
  const hintId = `${ofOption}-hint`;
  return (
    <Fragment>
      <div className="choice">
        <input
          type="radio"
          id={id}
          name={field.name}
          value={option.value}
          defaultChecked={field.value === option.value}
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
