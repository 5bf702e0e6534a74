import type { FieldMetadata } from "@conform-to/react";
import {
  CLIENT_AWARENESS,
  LEAD_WARMTHS,
  MAX_LEADS,
  SELECT_AWARENESS,
  SELECT_WARMTH,
} from "#app/domain/leads/lead-choices.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { CurrencyField } from "#app/ui/forms/currency-field.tsx";
import { fieldId } from "#app/ui/forms/form-types.ts";
import { AddRowButton, RemoveRowButton, useFocusOnNewRow } from "#app/ui/forms/row-buttons.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { EmailField, TextArea, TextField } from "#app/ui/forms/text-fields.tsx";

/** A lead as it is typed. */
type TypedLead = {
  property_address?: string;
  initial_asking_price?: string;
  seller_1_name?: string;
  seller_1_email?: string;
  seller_1_phone?: string;
  seller_2_name?: string;
  seller_2_email?: string;
  seller_2_phone?: string;
  lead_warmth?: string;
  client_aware_of_product?: string;
  additional_notes?: string;
};
export type LeadsFields = { leads: TypedLead[] };

/** The leads, one after the other, with the buttons that add and remove one (G-040, G-041, AMB-G10). */
export function LeadList({ leads }: { leads: FieldMetadata<TypedLead[], LeadsFields> }) {
  const list = leads.getFieldList();
  const box = useFocusOnNewRow(list.length);
  const id = fieldId(leads.formId, leads.name);
  return (
    <div className="lead-list" ref={box} id={id} tabIndex={-1}>
      {leads.errors?.map((error) => (
        <p className="error" id={`${id}-error`} key={error}>
          {error}
        </p>
      ))}
      {list.map((lead, index) => (
        <Lead
          key={lead.key}
          lead={lead}
          number={index + 1}
          only={list.length === 1}
          leads={leads}
        />
      ))}
      {list.length < MAX_LEADS ? (
        <AddRowButton list={leads} target={`lead-${list.length + 1}`}>
          Add another lead
        </AddRowButton>
      ) : (
        <p className="hint">These are {MAX_LEADS} leads, which is the most we can take at once.</p>
      )}
    </div>
  );
}

function Lead({
  lead,
  number,
  only,
  leads,
}: {
  lead: FieldMetadata<TypedLead, LeadsFields>;
  number: number;
  only: boolean;
  leads: { name: string };
}) {
  const fields = lead.getFieldset();
  return (
    <fieldset className="card lead-list-card" id={`lead-${number}`}>
      <legend tabIndex={-1}>Lead {number}</legend>
      <TextField field={fields.property_address} label="Property address" autoComplete="off" />
      <CurrencyField field={fields.initial_asking_price} label="Initial asking price" />
      <TextField field={fields.seller_1_name} label="Seller 1 name" autoComplete="off" />
      <div className="lead-list-pair">
        <EmailField field={fields.seller_1_email} label="Seller 1 email" autoComplete="off" />
        <TextField
          field={fields.seller_1_phone}
          label="Seller 1 phone"
          type="tel"
          autoComplete="off"
        />
      </div>
      <TextField field={fields.seller_2_name} label="Seller 2 name" optional autoComplete="off" />
      <div className="lead-list-pair">
        <EmailField
          field={fields.seller_2_email}
          label="Seller 2 email"
          optional
          autoComplete="off"
        />
        <TextField
          field={fields.seller_2_phone}
          label="Seller 2 phone"
          optional
          type="tel"
          autoComplete="off"
        />
      </div>
      <SelectField
        field={fields.lead_warmth}
        label="How warm is this lead?"
        optional
        empty={SELECT_WARMTH}
        options={LEAD_WARMTHS.map(asOption)}
        width="20"
      />
      <SelectField
        field={fields.client_aware_of_product}
        label={`Is the client aware of ${PRODUCT_NAME}?`}
        optional
        empty={SELECT_AWARENESS}
        options={CLIENT_AWARENESS.map(asOption)}
        width="20"
      />
      <TextArea field={fields.additional_notes} label="Additional notes" optional rows={3} />
      {only ? null : (
        <p>
          <RemoveRowButton
            list={leads}
            index={number - 1}
            target={`lead-${Math.max(1, number - 1)}`}
          >
            lead {number}
          </RemoveRowButton>
        </p>
      )}
    </fieldset>
  );
}

const asOption = (value: string) => ({ value, label: value });
