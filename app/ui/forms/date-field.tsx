import type { ReactNode } from "react";
import { describe, GroupFrame } from "./field-frame.tsx";
import { type AnyField, fieldId, type FieldTexts, initialText } from "./form-types.ts";

const PARTS = [
  { part: "day", label: "Day", width: "2" },
  { part: "month", label: "Month", width: "2" },
  { part: "year", label: "Year", width: "4" },
] as const;

type DateFields = AnyField & {
  getFieldset: () => { day: AnyField; month: AnyField; year: AnyField };
};

/** Day, month and year. An error of the whole date belongs to the day; otherwise only the wrong part is marked. */
export function DateField({
  field,
  legend,
  autoComplete,
  ...frame
}: FieldTexts & {
  field: DateFields;
  legend: ReactNode;
  /** For the visitor's own date of birth. */
  autoComplete?: "bday";
}) {
  const parts = field.getFieldset();
  const whole = field.errors?.[0];
  const errors = [whole, ...PARTS.map(({ part }) => parts[part].errors?.[0])].filter(isText);
  return (
    <GroupFrame {...frame} field={field} label={legend} errors={[...new Set(errors)]} textInputs>
      <div className="date-field-parts">
        {PARTS.map(({ part, label, width }) => {
          const own = parts[part];
          const bearsWhole = whole !== undefined && part === "day";
          // The error summary links to the id of the name that is wrong.
          const id = bearsWhole ? fieldId(field.formId, field.name) : describe(own, null).id;
          return (
            <div key={part}>
              <label htmlFor={id}>{label}</label>
              <input
                key={own.key}
                className="input"
                type="text"
                inputMode="numeric"
                id={id}
                name={own.name}
                defaultValue={initialText(own)}
                data-width={width}
                autoComplete={autoComplete ? `${autoComplete}-${part}` : "off"}
                aria-invalid={bearsWhole || own.errors ? true : undefined}
              />
            </div>
          );
        })}
      </div>
    </GroupFrame>
  );
}

function isText(text: string | undefined): text is string {
  return text !== undefined;
}
