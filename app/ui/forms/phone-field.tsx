import type { ReactNode } from "react";
import { countryName, DIAL_CODES } from "./dial-codes.ts";
import { describe, FieldFrame } from "./field-frame.tsx";
import { type AnyField, fieldId, type FieldTexts, initialText } from "./form-types.ts";

/** A country's dial code and a number; a number typed with + goes its own way (AMB-B15). */
export function PhoneField({
  country,
  autoComplete = "tel-national",
  ...frame
}: FieldTexts & {
  field: AnyField;
  /** The field of the ISO country code. */
  country: AnyField;
  label: ReactNode;
  autoComplete?: string;
}) {
  const { field, hint, disabled } = frame;
  const countryId = fieldId(country.formId, country.name);
  return (
    <FieldFrame
      {...frame}
      errors={[...(country.errors ?? []), ...(field.errors ?? [])].slice(0, 1)}
    >
      <div className="phone">
        <div>
          <label className="vh" htmlFor={countryId}>
            Country code
          </label>
          <select
            key={country.key}
            className="input"
            id={countryId}
            name={country.name}
            defaultValue={initialText(country) ?? "GB"}
            disabled={disabled}
            autoComplete="off"
            aria-invalid={country.errors ? true : undefined}
          >
            {DIAL_CODES.map(({ country: code, dialCode }) => (
              // The server and the browser may each have their own name for a country.
              <option key={code} value={code} suppressHydrationWarning>
                {`${countryName(code)} +${dialCode}`}
              </option>
            ))}
          </select>
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
