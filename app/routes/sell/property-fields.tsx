import type { FieldMetadata } from "@conform-to/react";
import { answerOptions, yesNoOptions } from "#app/domain/fields/answers.ts";
import { NOT_SURE_TENURE, TENURE_CHOICES } from "#app/domain/properties/tenure.ts";
import { COMPANY_OWNS, customerTypeOptions } from "#app/domain/sales/customer-types.ts";
import { NO_AGENT_LABELS } from "#app/domain/sales/no-agent.ts";
import type { SellerQuestion } from "#app/domain/sales/seller-answers.server.ts";
import type { AddressFields, AddressFinderState } from "#app/ui/address-finder-state.ts";
import { EmailLink } from "#app/ui/email-link.tsx";
import { AddressFinder } from "#app/ui/forms/address-finder.tsx";
import { CurrencyField } from "#app/ui/forms/currency-field.tsx";
import type { ListedPerson } from "#app/ui/forms/person-list.tsx";
import { Radios } from "#app/ui/forms/radios.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { useSupportEmail } from "#app/ui/root-data.ts";
import { JurisdictionWarning } from "../onboarding/jurisdiction-warning.tsx";
import { MoneyQuestions, type Partner } from "../onboarding/money-questions.tsx";
import { PeopleQuestion } from "../onboarding/people-question.tsx";

/** The title number is asked of the register, and not of the seller. */
type Asked = Exclude<SellerQuestion, "address" | "title_number">;

export type PropertyForm = { address: AddressFields } & Record<Asked, string>;

const NAMES: Record<string, string | undefined> = {
  tenure: "Tenure",
  tenure_details: "What you know about the tenure",
  asking_price_pounds: "Asking price",
  customer_type: "Who you are in this sale",
  another_seller: "Another seller",
  has_mortgage: "Mortgage on the property",
  onward_purchase: "Buying another property",
  is_using_foreign_currency: "Foreign currency",
  requires_mortgage_referral: "Mortgage adviser",
  estate_agent: "Estate agent",
} satisfies Record<Asked, string>;

export const propertyQuestionNames = (field: string) => NAMES[field];

type Agents = { brand_name: string | null; offices: { id: string; office_name: string }[] }[];

type Props = {
  fields: Required<{
    [Name in keyof PropertyForm]: FieldMetadata<PropertyForm[Name], PropertyForm>;
  }>;
  finder: AddressFinderState | undefined;
  /** Where the seller lives, on one line. */
  home: string | null;
  sellers: readonly ListedPerson[];
  /** Null when the list could not be had. */
  agents: Agents | null;
  /** Null when there is no currency partner. */
  partner: Partner | null;
};

/** The questions about a sale, in the order of the page. */
export function PropertyFields({ fields, finder, home, sellers, agents, partner }: Props) {
  return (
    <>
      <AddressFinder
        field={fields.address}
        legend="What is the address of the property?"
        finder={finder}
        mine={home}
      />
      <JurisdictionWarning live postcode={fields.address.getFieldset().postcode.value} />
      <Radios
        field={fields.tenure}
        legend="What is the tenure of the property?"
        hint="Most houses are freehold, most flats leasehold"
        options={TENURE_CHOICES.map((value) => ({
          value,
          label: value,
          reveals:
            value === NOT_SURE_TENURE ? (
              <TextField field={fields.tenure_details} label="What do you know about it?" />
            ) : undefined,
        }))}
      />
      <CurrencyField
        field={fields.asking_price_pounds}
        label="What is your asking price?"
        example="325,000"
      />
      <Radios
        field={fields.customer_type}
        legend="Who are you in this sale?"
        options={[
          ...customerTypeOptions,
          { value: COMPANY_OWNS, label: "A company owns it", reveals: <CompanyOwns /> },
        ]}
      />
      <PeopleQuestion
        field={fields.another_seller}
        legend="Is there another seller?"
        hint="If you own the property, we need to know the other owners. If you act for the seller, answer yes and name every owner. The register normally shows at most four"
        options={yesNoOptions}
        answer="yes"
        list={{ name: "sellers", noun: "seller", legend: "Other sellers" }}
        people={sellers}
      />
      <Radios
        field={fields.has_mortgage}
        legend="Is there a mortgage on the property?"
        options={answerOptions}
      />
      <Radios
        field={fields.onward_purchase}
        legend="Are you buying another property with this sale?"
        options={answerOptions}
      />
      <MoneyQuestions
        currency={fields.is_using_foreign_currency}
        adviser={fields.requires_mortgage_referral}
        partner={partner}
      />
      <AgentQuestion field={fields.estate_agent} agents={agents} />
    </>
  );
}

/** There is nobody to sign up or to check yet: we ask who acts for it. */
function CompanyOwns() {
  return (
    <p>
      We cannot start the sale of a company’s home here yet. Please write to us at{" "}
      <EmailLink email={useSupportEmail()} />, with the company’s name and the address of the home,
      and we will set it up with you. What you have typed here is kept.
    </p>
  );
}

function AgentQuestion({
  field,
  agents,
}: {
  field: Props["fields"]["estate_agent"];
  agents: Agents | null;
}) {
  const noAgent = {
    label: "No agent from the list",
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
        field={field}
        label="Who is your estate agent?"
        empty="Choose an estate agent"
        groups={[noAgent, ...groups]}
      />
    </>
  );
}
