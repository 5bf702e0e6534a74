import type { SubmissionResult } from "@conform-to/react";
import type { ActionOption, ActionPerson, ShownValue } from "#app/domain/actions/action.ts";
import type { ActionKind } from "#app/domain/actions/notified.ts";
import { capitalise } from "#app/domain/shared/format.ts";
import type { DateParts } from "#app/domain/transactions/significant-dates.ts";
import { paths } from "#app/paths.ts";
import type { Crumb } from "#app/ui/breadcrumbs.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { CurrencyField } from "#app/ui/forms/currency-field.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import { DISCARDS } from "#app/ui/leave-prompt.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { StaffPage } from "../../shared/staff-page.tsx";
import type { AgreementFieldNames } from "./agreement-fields.tsx";
import { type BuyerFieldNames, BuyerFields } from "./buyer-fields.tsx";
import { ChoosePerson } from "./choose-person.tsx";
import {
  type CorrectedValues,
  MortgageFields,
  OwnershipFields,
  PostalAddressFields,
  PropertyAddressFields,
  SellerMortgageFields,
  TenureFields,
} from "./correction-fields.tsx";
import { EndFields, PauseFields, withDateParts } from "./ending-fields.tsx";
import { MemorandumCard } from "./memorandum-card.tsx";
import type { MemorandumCardView } from "./memorandum-view.ts";
import { MatterNow, StillOpenCard } from "./ending-parts.tsx";
import type { EndingView } from "./ending-view.ts";

type Values = CorrectedValues &
  BuyerFieldNames &
  AgreementFieldNames & {
    agreed_price_pounds: string;
    asking_price_pounds: string;
    title_number: string;
    end_reason: string;
    end_note: string;
    paused_until: DateParts;
    pause_note: string;
  };

export type ActionPage = {
  id: string;
  kind: ActionKind;
  /** Why the action is not possible now; null if it is. */
  refusal: string | null;
  /** People to choose from first; null if there is no such choice, or if it is made. */
  people: readonly ActionPerson[] | null;
  shown: readonly ShownValue[];
  values: Record<string, string>;
  /** The agent’s memorandum of sale, from which the form is filled in; null without one. */
  memorandum: MemorandumCardView | null;
  /** Facts that staff see before they end the matter; null for other actions. */
  ending: EndingView | null;
  /** Open parts, with what the action does to them; null if the action doesn’t depend on them. */
  open: readonly { title: string; text: string }[] | null;
  options: readonly ActionOption[];
};

/** Renders what is true now, and the form with the new values of an action. */
export function ActionForm({
  title,
  trail,
  page,
  values,
  lastResult = null,
}: {
  title: string;
  trail: readonly Crumb[];
  page: ActionPage | null;
  values?: Partial<Values> | undefined;
  lastResult?: SubmissionResult | null;
}) {
  const [form, fields] = useAppForm<Values>({
    id: "action",
    lastResult,
    defaultValue: withDateParts(values ?? page?.values ?? {}),
  });
  if (!page) {
    return (
      <StaffPage title={title} trail={trail}>
        {null}
      </StaffPage>
    );
  }
  const { id, kind, refusal, people, shown, ending, open, options, memorandum } = page;
  const back = paths.admin.transaction(id);
  const parts = (
    <>
      {ending ? (
        <MatterNow id={id} ending={ending} />
      ) : (
        <SummaryList
          rows={shown.map(({ label, text }) => ({
            term: `${label} now`,
            description: capitalise(text),
          }))}
        />
      )}
      {memorandum ? <MemorandumCard memorandum={memorandum} /> : null}
      <Fields kind={kind} fields={fields} reasons={ending?.reasons ?? []} options={options} />
    </>
  );
  return (
    <StaffPage title={title} trail={trail} form={form}>
      {people ? <ChoosePerson id={id} kind={kind} people={people} /> : null}
      {people ? null : refusal === null ? (
        <AppForm form={form}>
          {open ? (
            <div className="action-columns">
              <div className="stack" data-gap="l">
                {parts}
              </div>
              <StillOpenCard open={open} />
            </div>
          ) : (
            parts
          )}
          <SubmitButton
            after={
              <>
                <ButtonLink kind="quiet" to={back} state={DISCARDS}>
                  Cancel
                </ButtonLink>
                <span className="hint">
                  You’ll see each email on the next step. Nothing changes until you confirm.
                </span>
              </>
            }
          >
            Check and continue
          </SubmitButton>
        </AppForm>
      ) : (
        <>
          <Notification kind="info" title={refusal} />
          <p>
            <ButtonLink kind="secondary" to={back}>
              Go back
            </ButtonLink>
          </p>
        </>
      )}
    </StaffPage>
  );
}

function Fields({
  kind,
  fields,
  reasons,
  options,
}: {
  kind: ActionKind;
  fields: ReturnType<typeof useAppForm<Values>>[1];
  /** Reasons for ending the matter. */
  reasons: readonly string[];
  options: readonly ActionOption[];
}) {
  switch (kind) {
    case "change_agreed_price":
      return (
        <CurrencyField
          {...fieldProps(fields.agreed_price_pounds)}
          label="New agreed price"
          example="£462,000"
        />
      );
    case "correct_asking_price":
      return (
        <CurrencyField
          {...fieldProps(fields.asking_price_pounds)}
          label="Correct asking price"
          example="£475,000"
        />
      );
    case "correct_tenure":
      return <TenureFields fields={fields} />;
    case "correct_title_number":
      return (
        <TextField
          {...fieldProps(fields.title_number)}
          label="Correct title number"
          hint="For example NYK123456"
        />
      );
    case "correct_address":
      return <PropertyAddressFields fields={fields} />;
    case "correct_ownership":
      return <OwnershipFields fields={fields} />;
    case "correct_lender":
      return <MortgageFields fields={fields} />;
    case "correct_seller_lender":
      return <SellerMortgageFields fields={fields} />;
    case "correct_postal_address":
      return <PostalAddressFields fields={fields} />;
    case "end_matter":
      return <EndFields fields={fields} reasons={reasons} />;
    case "pause_matter":
      return <PauseFields fields={fields} />;
    case "resume_matter":
    case "resume_paused_matter":
      return null;
    case "release_buyer":
    case "resume_buyer":
    case "replace_buyer":
    case "take_unit_out":
    case "agree_sale":
      return <BuyerFields kind={kind} fields={fields} options={options} />;
  }
}
