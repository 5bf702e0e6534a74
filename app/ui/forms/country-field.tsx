import { describe, FieldFrame } from "./field-frame.tsx";
import { type AnyField, initialText } from "./form-types.ts";
import { LongSelect } from "./long-select.tsx";
import type { Choice } from "./select-field.tsx";

/** The country of an address. */
export function CountryField({
  field,
  countries,
  autoComplete,
}: {
  field: AnyField;
  countries: readonly Choice[];
  autoComplete?: string;
}) {
  return (
    <FieldFrame field={field} label="Country">
      <LongSelect
        key={field.key}
        className="input"
        name={field.name}
        options={countries}
        chosen={initialText(field)}
        autoComplete={autoComplete}
        data-width="20"
        {...describe(field, undefined).control}
      />
    </FieldFrame>
  );
}
