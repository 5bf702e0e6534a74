import { yesNoOptions } from "#app/domain/shared/answers.ts";
import { NOT_SURE_TENURE, TENURE_CHOICES } from "#app/domain/properties/tenure.ts";
import {
  COMPANY_OWNS,
  customerTypeOptions,
  NO_AGENT_LABELS,
  SALE_QUESTIONS,
  type SaleQuestion,
} from "#app/domain/sales/questions.ts";
import type { AddressFields, AddressFinderState } from "#app/ui/address-finder-state.ts";
import { EmailLink } from "#app/ui/email-link.tsx";
import { AddressFinder } from "#app/ui/forms/address-finder.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import type { ListedPerson } from "#app/ui/forms/person-list.tsx";
import { QuestionFields } from "#app/ui/forms/question-fields.tsx";
import { Radios } from "#app/ui/forms/radios.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { useSupportEmail } from "#app/ui/root-data.ts";
import type { FieldProps, FieldsOf } from "#app/ui/forms/form-types.ts";
import { LiveJurisdictionWarning } from "../onboarding/jurisdiction-warning.tsx";
import { moneyWidgets, type Partner, PeopleQuestion } from "../onboarding/property-page.tsx";

export type PropertyForm = { address: AddressFields } & Record<
  Exclude<SaleQuestion, "address">,
  string
>;

type Agents = { brand_name: string | null; offices: { id: string; office_name: string }[] }[];

type Props = {
  fields: FieldsOf<PropertyForm>;
  finder: AddressFinderState | undefined;
  home: string | null;
  sellers: readonly ListedPerson[];
  agents: Agents | null;
  partner: Partner | null;
};

export function PropertyFields({ fields, finder, home, sellers, agents, partner }: Props) {
  const { address, tenure, tenure_details, customer_type, another_seller } = SALE_QUESTIONS;
  return (
    <QuestionFields
      questions={SALE_QUESTIONS}
      fields={fields}
      widgets={{
        address: (
          <>
            <AddressFinder
              field={fields.address}
              legend={address.question}
              finder={finder}
              mine={home}
            />
            <LiveJurisdictionWarning name={fields.address.getFieldset().postcode.name} />
          </>
        ),
        tenure: (
          <Radios
            {...fieldProps(fields.tenure)}
            legend={tenure.question}
            hint={tenure.hint}
            inline="two"
            options={TENURE_CHOICES.map((value) => ({
              value,
              label: value,
              reveals:
                value === NOT_SURE_TENURE ? (
                  <TextField
                    {...fieldProps(fields.tenure_details)}
                    label={tenure_details.question}
                    hint={tenure_details.hint}
                  />
                ) : undefined,
            }))}
          />
        ),
        customer_type: (
          <Radios
            {...fieldProps(fields.customer_type)}
            legend={customer_type.question}
            options={[
              ...customerTypeOptions,
              { value: COMPANY_OWNS, label: "A company owns it", reveals: <CompanyOwns /> },
            ]}
          />
        ),
        another_seller: (
          <PeopleQuestion
            renewal={fields.another_seller.key}
            {...fieldProps(fields.another_seller)}
            legend={another_seller.question}
            hint={another_seller.hint}
            options={yesNoOptions}
            answer="yes"
            list={{ name: "sellers", noun: "seller", legend: "Other sellers" }}
            people={sellers}
          />
        ),
        ...moneyWidgets(fields, partner),
        estate_agent: <AgentQuestion {...fieldProps(fields.estate_agent)} agents={agents} />,
      }}
    />
  );
}

function CompanyOwns() {
  return (
    <p>
      You can’t use our online form for a property owned by a company yet. Email us at{" "}
      <EmailLink email={useSupportEmail()} /> with the company’s name and the property’s address,
      and we’ll set it up for you.
    </p>
  );
}

function AgentQuestion({ agents, ...field }: FieldProps & { agents: Agents | null }) {
  const noAgent = {
    label: "Not in this list",
    options: Object.entries(NO_AGENT_LABELS).map(([value, label]) => ({ value, label })),
  };
  const groups = (agents ?? []).map(({ brand_name, offices }) => ({
    label: brand_name ?? "Other agents",
    options: offices.map(({ id, office_name }) => ({ value: id, label: office_name })),
  }));
  return (
    <>
      {agents ? null : <Notification kind="error" title="Failed to fetch estate agents" />}
      <SelectField
        {...field}
        label={SALE_QUESTIONS.estate_agent.question}
        empty="Choose an estate agent"
        groups={[noAgent, ...groups]}
      />
    </>
  );
}
