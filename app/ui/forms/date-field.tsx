import type { ReactNode } from "react";
import { GroupFrame } from "./field-frame.tsx";
import type { FieldProps, FieldTexts } from "./form-types.ts";

const PARTS = [
  { part: "day", label: "Day", width: "2" },
  { part: "month", label: "Month", width: "2" },
  { part: "year", label: "Year", width: "4" },
] as const;

/**
 * Renders fields for day, month and year. Marks the field that is wrong, or the day if the error is
 * about the whole date.
 */
export function DateField({
  parts,
  legend,
  autoComplete,
  ...frame
}: Omit<FieldProps, "name" | "value"> &
  FieldTexts & {
    parts: Record<"day" | "month" | "year", FieldProps>;
    legend: ReactNode;
    autoComplete?: "bday";
  }) {
  const whole = frame.errors?.[0];
  const errors = [whole, ...PARTS.map(({ part }) => parts[part].errors?.[0])].filter(isText);
  return (
    <GroupFrame {...frame} label={legend} errors={[...new Set(errors)]} allErrors textInputs>
      <div className="date-field-parts">
        {PARTS.map(({ part, label, width }) => {
          const own = parts[part];
          const bearsWhole = whole !== undefined && part === "day";
          // The error summary links to this id: the id of the part that is wrong, or of the whole
          // date.
          const id = bearsWhole ? frame.id : own.id;
          return (
            <div key={part}>
              <label htmlFor={id}>{label}</label>
              <input
                className="input"
                type="text"
                inputMode="numeric"
                id={id}
                name={own.name}
                defaultValue={own.value}
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
