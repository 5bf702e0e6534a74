import { ADDRESS_LINES, type AddressFields } from "#app/ui/address-finder-state.ts";
import { fieldProps } from "./field-props.ts";
import type { AnyField } from "./form-types.ts";
import { TextField } from "./text-fields.tsx";

type Line = (typeof ADDRESS_LINES)[number]["name"] & keyof AddressFields;

export function AddressLines({
  fields,
  own,
}: {
  fields: Record<Line, AnyField>;
  /** True if this is the user’s own address, which the browser can fill in. */
  own?: boolean;
}) {
  return ADDRESS_LINES.map(({ name, label, autoComplete, optional }) => (
    <TextField
      key={name}
      {...fieldProps(fields[name])}
      label={label}
      optional={optional}
      autoComplete={own ? autoComplete : "off"}
      width={name === "postcode" ? "10" : undefined}
    />
  ));
}
