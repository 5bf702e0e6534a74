import type { ReactNode } from "react";
import { DIAL_CODE_CHOICES } from "./dial-codes.ts";
import { describe, FieldFrame } from "./field-frame.tsx";
import { type AnyField, fieldId, type FieldTexts, initialText, readField } from "./form-types.ts";
import { LongSelect } from "./long-select.tsx";

/** A country's dial code and a number; a number typed with + goes its own way (AMB-B15). */
export function PhoneField({
  autoComplete = "tel",
  ...frame
}: FieldTexts & {
  field: AnyField;
  /** The field of the ISO country code. */
  country: AnyField;
  label: ReactNode;
  autoComplete?: string;
}) {
  const { hint, disabled } = frame;
  const field = readField(frame.field);
  const country = readField(frame.country);
  const countryId = fieldId(country.formId, country.name);
  return (
    <FieldFrame
      {...frame}
      field={field}
      errors={[...(country.errors ?? []), ...(field.errors ?? [])].slice(0, 1)}
    >
      <div className="phone-field">
        <div>
          <label className="vh" htmlFor={countryId}>
            Country code
          </label>
          <LongSelect
            key={country.key}
            className="input"
            id={countryId}
            name={country.name}
            options={DIAL_CODE_CHOICES}
            chosen={initialText(country) ?? "GB"}
            disabled={disabled}
            autoComplete="off"
            aria-invalid={country.errors ? true : undefined}
          />
        </div>
        <input
          key={field.key}
          className="input"
          type="tel"
          name={field.name}
          defaultValue={initialText(field)}
          disabled={disabled}
          autoComplete={autoComplete}
          {...describe(field, hint).control}
        />
      </div>
    </FieldFrame>
  );
}
