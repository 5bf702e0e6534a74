import {
  HOMES,
  type Lawyer,
  type LawyerGroup,
  MAX_LEGAL_ASSISTANTS,
  MAX_RECIPIENTS,
} from "#app/domain/solicitors/parts.ts";
import type { FormValues } from "#app/domain/versions/form-values.ts";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { CurrencyField } from "#app/ui/forms/currency-field.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { labelByPart, type FieldsOf } from "#app/ui/forms/form-types.ts";
import { TextArea, TextField } from "#app/ui/forms/text-fields.tsx";
import { ContactFields } from "../shared/contact-fields.tsx";
import { EmailList, RowList } from "../shared/form-lists.tsx";

export type NewLawyerGroupFormValues = FormValues<Omit<LawyerGroup, "law_firm_id">>;
export type LawyerGroupFormValues = FormValues<LawyerGroup>;

type Fields = FieldsOf<NewLawyerGroupFormValues>;

export const lawyerOfField = labelByPart({
  solicitor: "Solicitor",
  legal_assistants: "Legal assistant",
  thirdfort_recipient_emails: "Recipient email",
});

/** Renders the fields of a lawyer group (L-026, L-027, AMB-L05). */
export function LawyerGroupFields({ fields }: { fields: Fields }) {
  return (
    <>
      <TextField {...fieldProps(fields.name)} label="Name" autoComplete="off" />
      <Checkbox
        {...fieldProps(fields.panel_solicitor)}
        hint="Customers can choose solicitors from the panel"
      >
        Panel solicitor
      </Checkbox>
      <fieldset className="field">
        <legend>Homes that the team acts for</legend>
        <p className="hint">
          Sellers can only choose the team for these homes. Tick none if the team acts for all.
        </p>
        <Checkbox {...fieldProps(fields.for_freehold)}>{HOMES.for_freehold}</Checkbox>
        <Checkbox {...fieldProps(fields.for_leasehold)}>{HOMES.for_leasehold}</Checkbox>
        <Checkbox {...fieldProps(fields.for_new_build)}>{HOMES.for_new_build}</Checkbox>
      </fieldset>
      <CurrencyField
        {...fieldProps(fields.legal_fee_pounds)}
        label="Usual legal fee for a sale, including VAT"
        hint="Sellers see this when they choose. Leave it blank if you don’t know"
        optional
      />
      <TextField
        {...fieldProps(fields.usual_working_days)}
        label="Usual working days from instruction to exchange"
        hint="Sellers see this when they choose. Leave it blank if you don’t know"
        inputMode="numeric"
        autoComplete="off"
        width="4"
        optional
      />
      <fieldset className="field">
        <legend>Solicitor</legend>
        <LawyerFields fields={fields.solicitor.getFieldset()} />
      </fieldset>
      <RowList
        list={fields.legal_assistants}
        legend="Legal assistants"
        noun="legal assistant"
        max={MAX_LEGAL_ASSISTANTS}
      >
        {(assistant) => <LawyerFields fields={assistant.getFieldset()} />}
      </RowList>
      <TextArea
        {...fieldProps(fields.invoicing_address)}
        label="Invoicing address"
        optional
        autoComplete="off"
      />
      <EmailList
        emails={fields.thirdfort_recipient_emails}
        legend="Thirdfort recipients"
        hint="Identity check results go to these addresses"
        noun="recipient email"
        max={MAX_RECIPIENTS}
        needed
      />
    </>
  );
}

type LawyerValues = FormValues<Lawyer>;

function LawyerFields({ fields }: { fields: FieldsOf<LawyerValues> }) {
  return (
    <div className="stack">
      <ContactFields fields={fields} optional={["phone_number"]} />
    </div>
  );
}

/** Limits on the number of rows in the form’s lists. At least one recipient must remain (L-027). */
export const LISTS = {
  legal_assistants: { max: MAX_LEGAL_ASSISTANTS },
  thirdfort_recipient_emails: { max: MAX_RECIPIENTS, min: () => 1 },
};
