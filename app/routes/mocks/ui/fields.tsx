import type { SubmissionResult } from "@conform-to/react";
import type { AddressFields, AddressFinderState } from "#app/ui/address-finder-state.ts";
import { AddressFinder } from "#app/ui/forms/address-finder.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { Checkboxes } from "#app/ui/forms/checkboxes.tsx";
import { CurrencyField } from "#app/ui/forms/currency-field.tsx";
import { DateField } from "#app/ui/forms/date-field.tsx";
import { dateProps, fieldProps, listProps } from "#app/ui/forms/field-props.ts";
import { PersonList } from "#app/ui/forms/person-list.tsx";
import { PhoneField } from "#app/ui/forms/phone-field.tsx";
import { Radios } from "#app/ui/forms/radios.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { EmailField, TextArea, TextField } from "#app/ui/forms/text-fields.tsx";
import { LenderField } from "../../buy/lender-field.tsx";

export const LONG =
  "This sentence is longer than it needs to be, because people type long sentences into our fields too, and nothing on the page may break when they do";
export const LONG_WORD =
  "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(2);

type Sample = {
  name: string;
  email: string;
  mobile: string;
  mobile_country: string;
  price: string;
  born: { day: string; month: string; year: string };
  ownership: string;
  other_owner: string;
  funding: string[];
  funding_details: string;
  lender: string;
  mortgage_lender: string;
  notes: string;
  agree: string;
};

export const STATES = ["normal", "error", "disabled"] as const;
type State = (typeof STATES)[number];

const WRONG = {
  name: ["Enter your full name"],
  email: ["Enter an email address in the correct format, like name@example.com"],
  mobile: ["Enter a mobile number"],
  price: ["Asking price must be at least £99,000"],
  "born.month": ["Month must be between 1 and 12"],
  ownership: ["Select if you own the property on your own"],
  funding: ["Tick at least one"],
  funding_details: ["Please provide details"],
  lender: ["Choose a lender"],
  mortgage_lender: ["Choose a lender"],
  notes: [LONG],
  agree: ["Tick the box to say that you agree"],
};

const TYPED = {
  name: "Ada O'Neill",
  email: "ada@example",
  mobile_country: "GB",
  price: "350000",
  born: { day: "27", month: "13", year: "1985" },
  ownership: "joint",
  funding: ["savings", "other"],
};

// This must be a constant, because Conform treats a new object as a new response from the server.
const REFUSED: SubmissionResult = { status: "error", error: WRONG, initialValue: TYPED };

export function Fields({ state }: { state: State }) {
  const [form, fields] = useAppForm<Sample>({
    id: `fields-${state}`,
    defaultValue: TYPED,
    lastResult: state === "error" ? REFUSED : null,
  });
  const disabled = state === "disabled";
  return (
    <AppForm form={form}>
      <TextField
        {...fieldProps(fields.name)}
        label="Full name"
        hint="As on your passport"
        disabled={disabled}
      />
      <EmailField {...fieldProps(fields.email)} label="Email address" disabled={disabled} />
      <PhoneField
        {...fieldProps(fields.mobile)}
        country={fieldProps(fields.mobile_country)}
        label="Mobile number"
        hint="We’ll only text you about your ID check"
        disabled={disabled}
      />
      <CurrencyField
        {...fieldProps(fields.price)}
        label="Asking price"
        hint="For example, £325,000"
        disabled={disabled}
      />
      <DateField
        {...dateProps(fields.born)}
        legend="What is your date of birth?"
        hint="For example, 27 3 1985"
        autoComplete="bday"
        disabled={disabled}
      />
      <Radios
        {...fieldProps(fields.ownership)}
        legend="Do you own the property on your own?"
        disabled={disabled}
        options={[
          { value: "sole", label: "Yes, on my own" },
          {
            value: "joint",
            label: "No, with someone else",
            hint: "For example, a husband, a sister or a company",
            reveals: (
              <TextField {...fieldProps(fields.other_owner)} label="Name of the other owner" />
            ),
          },
        ]}
      />
      <Checkboxes
        {...listProps(fields.funding)}
        legend="Where does the money come from?"
        hint="Tick all that apply"
        disabled={disabled}
        options={[
          { value: "savings", label: "Savings" },
          { value: "inheritance", label: LONG },
          {
            value: "other",
            label: "Other",
            reveals: (
              <TextField {...fieldProps(fields.funding_details)} label="Where is the money from?" />
            ),
          },
        ]}
      />
      <SelectField
        {...fieldProps(fields.lender)}
        label="Who is your lender?"
        empty="Choose a lender"
        groups={[{ label: "Most common", options: [{ value: "halifax", label: "Halifax" }] }]}
        options={[{ value: "other", label: "My lender is not listed" }]}
        disabled={disabled}
      />
      {disabled ? null : (
        <LenderField
          key={fields.mortgage_lender.key}
          {...fieldProps(fields.mortgage_lender)}
          stored="A Lender of Old"
        />
      )}
      <TextArea {...fieldProps(fields.notes)} label="Anything else?" optional disabled={disabled} />
      <Checkbox {...fieldProps(fields.agree)} hint={LONG} disabled={disabled}>
        I agree to the terms
      </Checkbox>
      <PersonList
        legend="Who else owns the property?"
        name="sellers"
        noun="seller"
        people={[
          { id: "1", name: "Grace Hopper", detail: "grace@example.com" },
          { id: "2", name: "Alan Turing" },
        ]}
      />
      <SubmitButton after={<a href="#fields">Save and come back later</a>}>
        Save and continue
      </SubmitButton>
    </AppForm>
  );
}

const COUNTRIES = [
  { value: "GB", label: "United Kingdom" },
  { value: "FR", label: "France" },
];

const FINDERS: { name: string; finder?: AddressFinderState; value?: AddressFields }[] = [
  { name: "Disabled" },
  { name: "Initial" },
  {
    name: "Found",
    finder: {
      state: "Found",
      query: "LS1 4AP",
      suggestions: [
        { id: "a", type: "Address", text: "12 Alder Road", description: "Leeds LS1 4AP" },
        { id: "b", type: "Address", text: "14 Alder Road", description: "Leeds LS1 4AP" },
        {
          id: "c",
          type: "BuildingName",
          text: "Alder Court",
          description: "Leeds LS1 4AP, 24 addresses",
        },
      ],
    },
  },
  { name: "NotFound", finder: { state: "NotFound", query: "ZZ1 1ZZ" } },
  {
    name: "Confirmed",
    value: {
      line_1: "14 Alder Road",
      post_town: "Leeds",
      postcode: "LS1 4AP",
      country: "United Kingdom",
    },
  },
  { name: "NotListed", finder: { state: "NotListed" } },
];

export function Finders() {
  return (
    <div className="grid-2">
      {FINDERS.map(({ name, finder, value }) => (
        <Finder key={name} name={name} finder={finder} value={value} />
      ))}
    </div>
  );
}

function Finder({ name, finder, value }: (typeof FINDERS)[number]) {
  const [form, fields] = useAppForm<{ address: AddressFields }>({
    id: `finder-${name}`,
    defaultValue: { address: value ?? {} },
  });
  return (
    <AppForm form={form}>
      <AddressFinder
        field={fields.address}
        legend={`Property address: ${name}`}
        hint="Type a postcode, or the start of the address"
        finder={finder}
        international={name === "NotListed"}
        countries={COUNTRIES}
        disabled={name === "Disabled"}
      />
    </AppForm>
  );
}
