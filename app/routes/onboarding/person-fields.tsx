import type { FieldMetadata } from "@conform-to/react";
import { OWNER, type PartyQuestion } from "#app/domain/people/questions.ts";
import { ABLE, representedOptions } from "#app/domain/people/represented.ts";
import { countryOptions } from "#app/domain/properties/countries.ts";
import type { AddressFields, AddressFinderState } from "#app/ui/address-finder-state.ts";
import { AddressFinder } from "#app/ui/forms/address-finder.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { NameFields } from "#app/ui/forms/name-fields.tsx";
import { PhoneField } from "#app/ui/forms/phone-field.tsx";
import { QuestionFields } from "#app/ui/forms/question-fields.tsx";
import { Radios } from "#app/ui/forms/radios.tsx";
import { EmailField } from "#app/ui/forms/text-fields.tsx";

export type PersonForm = { correspondence_address: AddressFields } & Record<
  Exclude<PartyQuestion, "correspondence_address">,
  string
>;

export type PersonFormFields = Required<{
  [Name in keyof PersonForm]: FieldMetadata<PersonForm[Name]>;
}>;

/** The questions about somebody else in a matter. */
export function PersonFields({
  fields,
  finder,
  emailHint,
  isRepresented,
}: {
  fields: PersonFormFields;
  finder: AddressFinderState | undefined;
  emailHint?: string;
  /** Who acts for them says whether they can act: if not, nobody writes to them or checks them. */
  isRepresented: boolean;
}) {
  const contact = (
    <>
      <EmailField field={fields.email} label="Email address" hint={emailHint} autoComplete="off" />
      <PhoneField
        field={fields.phone_number}
        country={fields.phone_country}
        label="Mobile number"
        hint="The identity check arrives by text"
        autoComplete="off"
      />
    </>
  );
  const able = (
    <Radios
      field={fields.represented_because}
      legend={OWNER.represented_because.asked}
      hint={OWNER.represented_because.hint}
      options={[{ value: ABLE, label: "Yes", reveals: contact }, ...representedOptions]}
    />
  );
  return (
    <QuestionFields
      questions={OWNER}
      fields={fields}
      widgets={{
        first_name: <NameFields fields={fields} />,
        represented_because: isRepresented ? able : null,
        email: isRepresented ? null : contact,
        same_address: (
          <div className="unless">
            <Checkbox field={fields.same_address}>Their address is the same as mine</Checkbox>
            <AddressFinder
              field={fields.correspondence_address}
              legend="Their address"
              finder={finder}
              international
              countries={countryOptions}
            />
          </div>
        ),
      }}
    />
  );
}
