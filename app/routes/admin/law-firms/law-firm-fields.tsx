import { FIRM_COUNTRIES, type LawFirm, type LawFirmAddress } from "#app/domain/solicitors/parts.ts";
import type { FormValues } from "#app/domain/versions/form-values.ts";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { EmailField, TextField } from "#app/ui/forms/text-fields.tsx";
import type { FieldsOf } from "#app/ui/forms/form-types.ts";
import { PhoneNumberField } from "../shared/phone-number-field.tsx";

export type LawFirmFormValues = FormValues<LawFirm>;

type Fields = FieldsOf<LawFirmFormValues>;

const LINES = [
  { name: "organisation_name", label: "Organisation name" },
  { name: "line_1", label: "Address line 1" },
  { name: "line_2", label: "Address line 2", optional: true },
  { name: "line_3", label: "Address line 3", optional: true },
  { name: "post_town", label: "Post town" },
  { name: "postcode", label: "Postcode", width: "10" },
] as const satisfies readonly {
  name: keyof LawFirmAddress;
  label: string;
  optional?: boolean;
  width?: string;
}[];

/** Renders the fields of a law firm (L-012 to L-019). */
export function LawFirmFields({ fields }: { fields: Fields }) {
  const address = fields.address.getFieldset();
  return (
    <>
      <TextField {...fieldProps(fields.name)} label="Name" autoComplete="off" />
      <EmailField {...fieldProps(fields.email)} label="Email" optional autoComplete="off" />
      <PhoneNumberField {...fieldProps(fields.phone_number)} label="Phone" optional />
      <fieldset className="field">
        <legend>Address</legend>
        <div className="stack">
          {LINES.map(({ name, ...line }) => (
            <TextField key={name} {...fieldProps(address[name])} {...line} autoComplete="off" />
          ))}
          <SelectField
            {...fieldProps(address.country)}
            label="Country"
            empty="Select a country"
            options={FIRM_COUNTRIES.map((name) => ({ value: name, label: name }))}
            width="20"
          />
        </div>
      </fieldset>
    </>
  );
}
