import type { ReactNode } from "react";
import { formatPhone } from "#app/domain/fields/phone.ts";
import type { FieldProps } from "#app/ui/forms/form-types.ts";
import { TextField } from "#app/ui/forms/text-fields.tsx";

/** A number of someone else in one field, British or with + and its country’s code, as people write it. */
export function PhoneNumberField({
  value = "",
  ...props
}: FieldProps & { label: ReactNode; optional?: boolean }) {
  return <TextField {...props} value={formatPhone(value)} type="tel" autoComplete="off" />;
}
