import { fieldProps } from "./field-props.ts";
import type { AnyField } from "./form-types.ts";
import { TextField } from "./text-fields.tsx";

export function NameFields({
  fields,
  own,
}: {
  fields: Record<"first_name" | "middle_name" | "last_name", AnyField>;
  own?: boolean;
}) {
  const autoComplete = (token: string) => (own ? token : "off");
  return (
    <>
      <TextField
        {...fieldProps(fields.first_name)}
        label="First name"
        autoComplete={autoComplete("given-name")}
      />
      <TextField
        {...fieldProps(fields.middle_name)}
        label="Middle name"
        optional
        autoComplete={autoComplete("additional-name")}
      />
      <TextField
        {...fieldProps(fields.last_name)}
        label="Last name"
        autoComplete={autoComplete("family-name")}
      />
    </>
  );
}
