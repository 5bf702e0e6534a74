import { Fragment, type ReactNode } from "react";
import { idPart } from "#app/ui/id-part.ts";
import { GroupFrame } from "./field-frame.tsx";
import { type AnyField, fieldId, type FieldTexts } from "./form-types.ts";

type CheckboxOption = {
  value: string;
  label: ReactNode;
  /** Asked only when this box is ticked: shown by CSS, with or without scripts; the server ignores it otherwise. */
  reveals?: ReactNode;
};

/** Several answers to one question; posts the field once for each. The first box bears the field's own id. */
export function Checkboxes({
  options,
  legend,
  ...frame
}: FieldTexts & { field: AnyField; legend: ReactNode; options: readonly CheckboxOption[] }) {
  const { field } = frame;
  const own = fieldId(field.formId, field.name);
  const ticked = toArray(field.initialValue);
  return (
    <GroupFrame {...frame} field={field} label={legend}>
      <div className="choices" key={field.key}>
        {options.map(({ value, label, reveals }, index) => {
          const id = index === 0 ? own : `${own}-${idPart(value)}`;
          return (
            <Fragment key={value}>
              <div className="choice">
                <input
                  type="checkbox"
                  id={id}
                  name={field.name}
                  value={value}
                  defaultChecked={ticked.includes(value)}
                  data-reveals={reveals ? "" : undefined}
                />
                <label htmlFor={id}>{label}</label>
              </div>
              {reveals ? <div className="choice-reveal">{reveals}</div> : null}
            </Fragment>
          );
        })}
      </div>
    </GroupFrame>
  );
}

/** Nothing, one or several, as a form posts them. */
function toArray(initial: unknown): unknown[] {
  return Array.isArray(initial) ? initial : [initial];
}
