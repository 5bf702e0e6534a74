import { describe, FieldFrame } from "./field-frame.tsx";
import { type AnyField, initialText, readField } from "./form-types.ts";
import { LongSelect } from "./long-select.tsx";
import type { Choice } from "./select-field.tsx";

/** The country of an address. */
export function CountryField({
  countries,
  autoComplete,
  ...props
}: {
  field: AnyField;
  countries: readonly Choice[];
  autoComplete?: string;
}) {
  const field = readField(props.field);
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
