import { Fragment, type ReactNode } from "react";
import { idPart } from "#app/ui/id-part.ts";
import { GroupFrame } from "./field-frame.tsx";
import type { FieldProps, FieldTexts } from "./form-types.ts";

type CheckboxOption = {
  value: string;
  label: ReactNode;
  /**
   * Content that CSS shows while this box is ticked. The server ignores its fields if the box is
   * not ticked.
   */
  reveals?: ReactNode;
};

/**
 * Renders checkboxes that post their values under one field name. The first box has the field’s id.
 */
export function Checkboxes({
  name,
  values,
  options,
  legend,
  ...frame
}: Omit<FieldProps, "value"> &
  FieldTexts & {
    values: readonly string[];
    legend: ReactNode;
    options: readonly CheckboxOption[];
  }) {
  return (
    <GroupFrame {...frame} label={legend}>
      <div className="choices">
        {options.map(({ value, label, reveals }, index) => {
          const id = index === 0 ? frame.id : `${frame.id}-${idPart(value)}`;
          return (
            <Fragment key={value}>
              <div className="choice">
                <input
                  type="checkbox"
                  id={id}
                  name={name}
                  value={value}
                  defaultChecked={values.includes(value)}
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
