import type { FieldMetadata } from "@conform-to/react";
import { answerOptions } from "#app/domain/fields/answers.ts";
import type { BuyerQuestion } from "#app/domain/purchases/buyer-answers.server.ts";
import { FUNDING_SOURCES, OWNERSHIP_TYPES } from "#app/domain/fields/funding.ts";
import { Checkboxes } from "#app/ui/forms/checkboxes.tsx";
import { CurrencyField } from "#app/ui/forms/currency-field.tsx";
import type { ListedPerson } from "#app/ui/forms/person-list.tsx";
import { Radios } from "#app/ui/forms/radios.tsx";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import { JurisdictionWarning } from "../onboarding/jurisdiction-warning.tsx";
import { MoneyQuestions, type Partner } from "../onboarding/money-questions.tsx";
import { PeopleQuestion } from "../onboarding/people-question.tsx";
import { LenderField } from "./lender-field.tsx";
import { PropertyFinder } from "./property-finder.tsx";

/** What was looked up last no field of the form says. */
type Asked = Exclude<BuyerQuestion, "searched" | "funding">;

export type PurchaseForm = { funding: string[] } & Record<Asked, string>;

const NAMES: Record<string, string | undefined> = {
  postcode: "Postcode of the property",
  agreed_price_pounds: "Agreed price",
  ownership_type: "Who will own the property",
  mortgage_required_for_purchase: "Mortgage for this purchase",
  mortgage_provider: "Mortgage lender",
  funding: "Where your own money comes from",
  other_funding_comments: "Other money",
  gifts: "Gifts towards the purchase",
  purchase_dependent_on_sale: "Depending on another sale",
  first_time_buyer: "First-time buyer",
  is_using_foreign_currency: "Foreign currency",
  requires_mortgage_referral: "Mortgage adviser",
} satisfies Partial<Record<keyof PurchaseForm, string>>;

export const purchaseQuestionNames = (field: string) => NAMES[field];

type Fields = Required<{
  [Name in keyof PurchaseForm]: FieldMetadata<PurchaseForm[Name], PurchaseForm>;
}>;

type Props = {
  fields: Fields;
  /** For sale under the postcode that was looked up last. */
  properties: readonly { property_id: string; address: string }[];
  buyers: readonly ListedPerson[];
  giftors: readonly ListedPerson[];
  /** The lender on record, which is offered although it may have left the list (AMB-D08). */
  storedProvider: string | null;
  partner: Partner | null;
};

const OWNERSHIP_OPTIONS = OWNERSHIP_TYPES.map((value) => ({
  value,
  label: value,
  hint: value === "Sole" ? "You alone" : "You and somebody else",
}));

/** The questions about a purchase, in the order of the page. */
export function PurchaseFields({ fields, properties, partner, ...rest }: Props) {
  return (
    <>
      <PropertyFinder
        postcode={fields.postcode}
        choice={fields.property_id}
        properties={properties}
      />
      <JurisdictionWarning live postcode={fields.postcode.value} />
      <CurrencyField
        field={fields.agreed_price_pounds}
        label="What price have you agreed?"
        example="325,000"
      />
      <PeopleQuestion
        field={fields.ownership_type}
        legend="Who will own the property?"
        hint="If you choose Joint, we then ask who is buying with you"
        options={OWNERSHIP_OPTIONS}
        answer="Joint"
        asksAtOnce
        list={{ name: "buyers", noun: "buyer", legend: "Other buyers" }}
        people={rest.buyers}
      />
      <Radios
        field={fields.mortgage_required_for_purchase}
        legend="Do you need a mortgage for this purchase?"
        options={answerOptions.map((option) => ({
          ...option,
          reveals:
            option.value === "yes" ? (
              <LenderField field={fields.mortgage_provider} stored={rest.storedProvider} />
            ) : undefined,
        }))}
      />
      <FundingQuestion fields={fields} />
      <PeopleQuestion
        field={fields.gifts}
        legend="Is anybody giving you money towards the purchase?"
        hint="If you answer yes, we then ask who is giving it"
        options={answerOptions}
        answer="yes"
        asksAtOnce
        list={{ name: "giftors", noun: "giftor", legend: "Giftors" }}
        people={rest.giftors}
      />
      <Radios
        field={fields.purchase_dependent_on_sale}
        legend="Does this purchase depend on the sale of another property?"
        options={answerOptions}
      />
      <Radios
        field={fields.first_time_buyer}
        legend="Are you a first-time buyer?"
        hint="Yes, if neither you nor anybody who buys with you has ever owned a home, here or abroad"
        options={answerOptions}
      />
      <MoneyQuestions
        currency={fields.is_using_foreign_currency}
        adviser={fields.requires_mortgage_referral}
        partner={partner}
      />
    </>
  );
}

/** Where the buyer's own money comes from, as many as apply (D-036, AMB-D04). */
function FundingQuestion({ fields }: { fields: Fields }) {
  return (
    <Checkboxes
      field={fields.funding}
      legend="Where does your own money come from?"
      hint="Apart from a mortgage and from gifts. Tick all that apply"
      options={FUNDING_SOURCES.map(({ name, label }) => ({
        value: name,
        label,
        reveals:
          name === "other_funding" ? (
            <TextField field={fields.other_funding_comments} label="Where does it come from?" />
          ) : undefined,
      }))}
    />
  );
}
