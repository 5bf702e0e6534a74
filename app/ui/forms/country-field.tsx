import { describe, FieldFrame } from "./field-frame.tsx";
import type { FieldProps } from "./form-types.ts";
import { LongSelect } from "./long-select.tsx";
import type { Choice } from "./select-field.tsx";

export function CountryField({
  name,
  value,
  countries,
  autoComplete,
  ...field
}: FieldProps & {
  countries: readonly Choice[];
  autoComplete?: string;
}) {
  return (
    <FieldFrame {...field} label="Country">
      <LongSelect
        className="input"
        name={name}
        options={countries}
        chosen={value}
        autoComplete={autoComplete}
        data-width="20"
        {...describe(field, undefined).control}
      />
    </FieldFrame>
  );
}
