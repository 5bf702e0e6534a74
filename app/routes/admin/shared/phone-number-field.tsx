import type { ReactNode } from "react";
import { formatPhone } from "#app/domain/shared/phone.ts";
import type { FieldProps } from "#app/ui/forms/form-types.ts";
import { TextField } from "#app/ui/forms/text-fields.tsx";

/**
 * Renders a phone number field. The number is British, or international with + and a country code.
 */
export function PhoneNumberField({
  value = "",
  ...props
}: FieldProps & { label: ReactNode; optional?: boolean }) {
  return <TextField {...props} value={formatPhone(value)} type="tel" autoComplete="off" />;
}
