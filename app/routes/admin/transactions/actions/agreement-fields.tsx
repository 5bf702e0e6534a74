import type { ActionOption } from "#app/domain/actions/action.ts";
import { NEW_BUYER } from "#app/domain/actions/buyer-words.ts";
import { CurrencyField } from "#app/ui/forms/currency-field.tsx";
import { DateField } from "#app/ui/forms/date-field.tsx";
import { dateProps, fieldProps } from "#app/ui/forms/field-props.ts";
import type { FieldsOf } from "#app/ui/forms/form-types.ts";
import { NameFields } from "#app/ui/forms/name-fields.tsx";
import { PhoneField } from "#app/ui/forms/phone-field.tsx";
import { Radios } from "#app/ui/forms/radios.tsx";
import { EmailField, TextField } from "#app/ui/forms/text-fields.tsx";

type Name = "first_name" | "last_name" | "email" | "phone_number" | "phone_country";

export type AgreementFieldNames = Record<Name | `co_${Name}` | "middle_name", string> & {
  purchase_intent_id: string;
  agreed_price_pounds: string;
  memorandum_on: Record<"day" | "month" | "year", string>;
};

/** Renders the fields of a memorandum of sale: the buyer, the price and the date. */
export function AgreementFields({
  fields,
  options,
}: {
  fields: FieldsOf<AgreementFieldNames>;
  options: readonly ActionOption[];
}) {
  const typed = (
    <div className="stack">
      <NameFields fields={fields} />
      <EmailField {...fieldProps(fields.email)} label="Email" autoComplete="off" />
      <PhoneField
        {...fieldProps(fields.phone_number)}
        country={fieldProps(fields.phone_country)}
        label="Mobile number"
        autoComplete="off"
      />
      <h2>Co-buyer (optional)</h2>
      <TextField {...fieldProps(fields.co_first_name)} label="Co-buyer’s first name" />
      <TextField {...fieldProps(fields.co_last_name)} label="Co-buyer’s last name" />
      <EmailField {...fieldProps(fields.co_email)} label="Co-buyer’s email" autoComplete="off" />
      <PhoneField
        {...fieldProps(fields.co_phone_number)}
        country={fieldProps(fields.co_phone_country)}
        label="Co-buyer’s mobile number"
        autoComplete="off"
      />
    </div>
  );
  return (
    <>
      <Radios
        {...fieldProps(fields.purchase_intent_id)}
        legend="Buyer"
        hint="The buyer on the memorandum of sale"
        options={[
          ...options,
          {
            value: NEW_BUYER,
            label: "A buyer who hasn’t entered a purchase",
            hint: "We’ll email them an invitation to sign up.",
            reveals: typed,
          },
        ]}
      />
      <CurrencyField
        {...fieldProps(fields.agreed_price_pounds)}
        label="Agreed price"
        example="£450,000"
      />
      <DateField
        {...dateProps(fields.memorandum_on)}
        legend="Date of the memorandum of sale (optional)"
        hint="Without a date, we’ll use today."
      />
    </>
  );
}
