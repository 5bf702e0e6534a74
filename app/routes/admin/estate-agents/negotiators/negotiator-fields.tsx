import type { FieldMetadata } from "@conform-to/react";
import type { Negotiator } from "#app/domain/estate-agents/parts.ts";
import type { FormValues } from "#app/domain/versions/form-values.ts";
import { EmailField, TextField } from "#app/ui/forms/text-fields.tsx";

export type NegotiatorFormValues = FormValues<Negotiator>;

type Fields = Required<{ [Name in keyof NegotiatorFormValues]: FieldMetadata<string> }>;

/** What is asked of a negotiator (M-042 to M-045). */
export function NegotiatorFields({ fields }: { fields: Fields }) {
  return (
    <>
      <TextField field={fields.first_name} label="First name" autoComplete="off" />
      <TextField field={fields.last_name} label="Last name" autoComplete="off" />
      <EmailField field={fields.email} label="Email" autoComplete="off" />
      <TextField field={fields.phone_number} label="Phone number" type="tel" autoComplete="off" />
    </>
  );
}
