import type { Office, OfficeAddress } from "#app/domain/estate-agents/parts.ts";
import type { FormValues } from "#app/domain/versions/form-values.ts";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { type Choice, SelectField } from "#app/ui/forms/select-field.tsx";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import type { FieldsOf } from "#app/ui/forms/form-types.ts";
import { PhoneNumberField } from "../../shared/phone-number-field.tsx";

export type OfficeFormValues = FormValues<Office>;

type Fields = FieldsOf<OfficeFormValues>;

const LINES = [
  { name: "line_1", label: "Address line 1" },
  { name: "line_2", label: "Address line 2" },
  { name: "line_3", label: "Address line 3" },
  { name: "post_town", label: "Town or city" },
  { name: "postcode", label: "Postcode" },
] as const satisfies readonly { name: keyof OfficeAddress; label: string }[];

/** Renders the fields of an office (M-046 to M-049). */
export function OfficeFields({ fields, brands }: { fields: Fields; brands: readonly Choice[] }) {
  const address = fields.address.getFieldset();
  return (
    <>
      <SelectField
        {...fieldProps(fields.brand_id)}
        label="Brand"
        empty="Select a brand"
        options={brands}
        width="20"
      />
      <TextField {...fieldProps(fields.office_name)} label="Office name" autoComplete="off" />
      <PhoneNumberField
        {...fieldProps(fields.office_phone_number)}
        label="Office phone number"
        optional
      />
      <fieldset className="field">
        <legend>
          Office address<span className="optional"> (optional)</span>
        </legend>
        <div className="stack">
          {LINES.map(({ name, label }) => (
            <TextField
              key={name}
              {...fieldProps(address[name])}
              label={label}
              autoComplete="off"
              width={name === "postcode" ? "10" : undefined}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}
