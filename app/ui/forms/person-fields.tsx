import { countryOptions } from "#app/domain/shared/countries.ts";
import { ABLE, representedOptions } from "#app/domain/people/representation.ts";
import { GIFT, OWNER, type PartyQuestion, RELATIONSHIPS } from "#app/domain/people/questions.ts";
import type { AddressFields, AddressFinderState } from "#app/ui/address-finder-state.ts";
import { AddressFinder } from "./address-finder.tsx";
import { Checkbox } from "./checkbox.tsx";
import { CurrencyField } from "./currency-field.tsx";
import { fieldProps } from "./field-props.ts";
import type { FieldsOf } from "./form-types.ts";
import { NameFields } from "./name-fields.tsx";
import { PhoneField } from "./phone-field.tsx";
import { QuestionFields } from "./question-fields.tsx";
import { Radios } from "./radios.tsx";
import { EmailField } from "./text-fields.tsx";

export type PersonForm = { correspondence_address: AddressFields } & Record<
  Exclude<PartyQuestion, "correspondence_address">,
  string
>;

export type PersonFormFields = FieldsOf<PersonForm>;

/** Renders the questions about a person in a matter, for customers and staff. */
export function PersonFields({
  fields,
  finder,
  emailHint,
  sameAs,
  isRepresented = false,
}: {
  fields: PersonFormFields;
  finder: AddressFinderState | undefined;
  emailHint?: string | undefined;
  /** Word for the person whose address this person may share, such as "mine". */
  sameAs: string;
  /**
   * True if a representative adds this person. The form then asks if the person can act. A person
   * who can’t act gets no emails and no identity check.
   */
  isRepresented?: boolean;
}) {
  const contact = (
    <>
      <EmailField
        {...fieldProps(fields.email)}
        label="Email address"
        hint={emailHint}
        autoComplete="off"
      />
      <PhoneField
        {...fieldProps(fields.phone_number)}
        country={fieldProps(fields.phone_country)}
        label="Mobile number"
        hint="Thirdfort, our ID check provider, will text them a link"
        autoComplete="off"
      />
    </>
  );
  const able = (
    <Radios
      {...fieldProps(fields.representation_reason)}
      legend={OWNER.representation_reason.question}
      hint={OWNER.representation_reason.hint}
      options={[{ value: ABLE, label: "Yes", reveals: contact }, ...representedOptions]}
    />
  );
  return (
    <QuestionFields
      questions={OWNER}
      fields={fields}
      widgets={{
        first_name: <NameFields fields={fields} />,
        representation_reason: isRepresented ? able : null,
        email: isRepresented ? null : contact,
        same_address: (
          <div className="unless">
            <Checkbox {...fieldProps(fields.same_address)}>
              Their address is the same as {sameAs}
            </Checkbox>
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

/** Renders the questions that only a giftor is asked. */
export function GiftFields({
  fields,
  relationship = GIFT.relationship.question,
}: {
  fields: PersonFormFields;
  relationship?: string;
}) {
  return (
    <QuestionFields
      questions={GIFT}
      fields={fields}
      widgets={{
        amount_pounds: (
          <CurrencyField
            {...fieldProps(fields.amount_pounds)}
            label={GIFT.amount_pounds.question}
            example="20,000"
          />
        ),
        relationship: (
          <Radios
            {...fieldProps(fields.relationship)}
            legend={relationship}
            options={RELATIONSHIPS.map((value) => ({ value, label: value }))}
          />
        ),
      }}
    />
  );
}
