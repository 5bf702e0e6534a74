import type { ReactNode } from "react";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import type { AnyField } from "#app/ui/forms/form-types.ts";
import { EmailField, TextField } from "#app/ui/forms/text-fields.tsx";
import { PhoneNumberField } from "./phone-number-field.tsx";

export const CONTACT_LABELS = {
  first_name: "First name",
  last_name: "Last name",
  email: "Email",
  phone_number: "Phone number",
};

export function ContactFields({
  fields,
  optional = [],
  emailHint,
}: {
  fields: Record<keyof typeof CONTACT_LABELS, AnyField>;
  optional?: readonly ("last_name" | "email" | "phone_number")[];
  emailHint?: ReactNode;
}) {
  return (
    <>
      <TextField
        {...fieldProps(fields.first_name)}
        label={CONTACT_LABELS.first_name}
        autoComplete="off"
      />
      <TextField
        {...fieldProps(fields.last_name)}
        label={CONTACT_LABELS.last_name}
        optional={optional.includes("last_name")}
        autoComplete="off"
      />
      <EmailField
        {...fieldProps(fields.email)}
        label={CONTACT_LABELS.email}
        optional={optional.includes("email")}
        hint={emailHint}
        autoComplete="off"
      />
      <PhoneNumberField
        {...fieldProps(fields.phone_number)}
        label={CONTACT_LABELS.phone_number}
        optional={optional.includes("phone_number")}
      />
    </>
  );
}
