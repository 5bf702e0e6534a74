import type { ReactNode } from "react";
import type { AnyField } from "#app/ui/forms/form-types.ts";
import { EmailField, TextField } from "#app/ui/forms/text-fields.tsx";

/** The name, email and phone number of somebody staff write to; `optional` names what may be left out. */
export function ContactFields({
  fields,
  optional = [],
  emailHint,
}: {
  fields: Record<"first_name" | "last_name" | "email" | "phone_number", AnyField>;
  optional?: readonly ("last_name" | "email" | "phone_number")[];
  emailHint?: ReactNode;
}) {
  return (
    <>
      <TextField field={fields.first_name} label="First name" autoComplete="off" />
      <TextField
        field={fields.last_name}
        label="Last name"
        optional={optional.includes("last_name")}
        autoComplete="off"
      />
      <EmailField
        field={fields.email}
        label="Email"
        optional={optional.includes("email")}
        hint={emailHint}
        autoComplete="off"
      />
      <TextField
        field={fields.phone_number}
        label="Phone number"
        optional={optional.includes("phone_number")}
        type="tel"
        autoComplete="off"
      />
    </>
  );
}
