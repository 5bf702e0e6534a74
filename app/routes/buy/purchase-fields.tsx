import { answerOptions } from "#app/domain/shared/answers.ts";
import { FUNDING_SOURCES, OWNERSHIP_TYPES } from "#app/domain/shared/funding.ts";
import { PURCHASE_QUESTIONS, type PurchaseQuestion } from "#app/domain/purchases/questions.ts";
import { Checkboxes } from "#app/ui/forms/checkboxes.tsx";
import { fieldProps, listProps } from "#app/ui/forms/field-props.ts";
import type { ListedPerson } from "#app/ui/forms/person-list.tsx";
import { QuestionFields } from "#app/ui/forms/question-fields.tsx";
import { Radios } from "#app/ui/forms/radios.tsx";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import type { FieldsOf } from "#app/ui/forms/form-types.ts";
import { LiveJurisdictionWarning } from "../onboarding/jurisdiction-warning.tsx";
import { moneyWidgets, type Partner, PeopleQuestion } from "../onboarding/property-page.tsx";
import { LenderField } from "./lender-field.tsx";
import { PropertyFinder } from "./property-finder.tsx";

export type PurchaseForm = { funding: string[] } & Record<
  Exclude<PurchaseQuestion, "searched" | "funding">,
  string
>;

type Fields = FieldsOf<PurchaseForm>;

type Props = {
  fields: Fields;
  properties: readonly { property_id: string; address: string }[];
  buyers: readonly ListedPerson[];
  giftors: readonly ListedPerson[];
  /** Lender of the saved purchase. It is offered even if it is no longer in the list (AMB-D08). */
  storedProvider: string | null;
  partner: Partner | null;
};

const OWNERSHIP_OPTIONS = OWNERSHIP_TYPES.map((value) => ({
  value,
  label: value,
  hint: value === "Sole" ? "You alone" : "You and someone else",
}));

export function PurchaseFields({ fields, properties, partner, ...rest }: Props) {
  const { ownership_type, mortgage_required_for_purchase, gifts } = PURCHASE_QUESTIONS;
  return (
    <QuestionFields
      questions={PURCHASE_QUESTIONS}
      fields={fields}
      widgets={{
        postcode: (
          <>
            <PropertyFinder
              postcode={fieldProps(fields.postcode)}
              choice={fieldProps(fields.property_id)}
              properties={properties}
            />
            <LiveJurisdictionWarning name={fields.postcode.name} />
          </>
        ),
        ownership_type: (
          <PeopleQuestion
            renewal={fields.ownership_type.key}
            {...fieldProps(fields.ownership_type)}
            legend={ownership_type.question}
            hint={ownership_type.hint}
            options={OWNERSHIP_OPTIONS}
            answer="Joint"
            asksAtOnce
            list={{ name: "buyers", noun: "buyer", legend: "Other buyers" }}
            people={rest.buyers}
          />
        ),
        mortgage_required_for_purchase: (
          <Radios
            {...fieldProps(fields.mortgage_required_for_purchase)}
            legend={mortgage_required_for_purchase.question}
            inline
            options={answerOptions.map((option) => ({
              ...option,
              reveals:
                option.value === "yes" ? (
                  <LenderField
                    key={fields.mortgage_provider.key}
                    {...fieldProps(fields.mortgage_provider)}
                    stored={rest.storedProvider}
                  />
                ) : undefined,
            }))}
          />
        ),
        funding: <FundingQuestion fields={fields} />,
        gifts: (
          <PeopleQuestion
            renewal={fields.gifts.key}
            {...fieldProps(fields.gifts)}
            legend={gifts.question}
            hint={gifts.hint}
            options={answerOptions}
            answer="yes"
            asksAtOnce
            list={{ name: "giftors", noun: "giftor", legend: "Giftors" }}
            people={rest.giftors}
          />
        ),
        ...moneyWidgets(fields, partner),
      }}
    />
  );
}

/**
 * Asks where the buyer’s own money comes from. The buyer can tick several sources (D-036, AMB-D04).
 */
function FundingQuestion({ fields }: { fields: Fields }) {
  const { funding, other_funding_comments } = PURCHASE_QUESTIONS;
  return (
    <Checkboxes
      {...listProps(fields.funding)}
      legend={funding.question}
      hint={funding.hint}
      options={FUNDING_SOURCES.map(({ name, label }) => ({
        value: name,
        label,
        reveals:
          name === "other_funding" ? (
            <TextField
              {...fieldProps(fields.other_funding_comments)}
              label={other_funding_comments.question}
            />
          ) : undefined,
      }))}
    />
  );
}
