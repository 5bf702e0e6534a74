import type { ReactNode } from "react";
import { formatPhone } from "#app/domain/fields/phone.ts";
import { type AnyField, initialText } from "#app/ui/forms/form-types.ts";
import { TextField } from "#app/ui/forms/text-fields.tsx";

/** A number of someone else in one field, British or with + and its country’s code, as people write it. */
export function PhoneNumberField({
  field,
  ...texts
}: {
  field: AnyField;
  label: ReactNode;
  optional?: boolean;
}) {
  const initialValue = formatPhone(initialText(field) ?? "");
  return <TextField field={{ ...field, initialValue }} {...texts} type="tel" autoComplete="off" />;
}
