import type { FieldMetadata } from "@conform-to/react";
import { useState } from "react";
import { MAX_REQUESTER_EMAILS } from "#app/domain/estate-agents/limits.ts";
import type { Checks } from "#app/domain/estate-agents/parts.ts";
import type { FormValues } from "#app/domain/versions/form-values.ts";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { GroupFrame } from "#app/ui/forms/field-frame.tsx";
import { type AnyField, fieldId, initialText } from "#app/ui/forms/form-types.ts";
import { AddRowButton, RemoveRowButton } from "#app/ui/forms/row-buttons.tsx";
import { EmailField } from "#app/ui/forms/text-fields.tsx";

export type ChecksFormValues = FormValues<Checks>;

type Fields = Required<{
  [Name in keyof ChecksFormValues]: FieldMetadata<ChecksFormValues[Name]>;
}>;

/** Which identity checks an office asks for and is told of, and who there asks (M-028). */
export function CheckFields({ fields }: { fields: Fields }) {
  const { requests_seller_thirdfort_checks: seller, requests_buyer_thirdfort_checks: buyer } =
    fields;
  const [ticked, setTicked] = useState({
    seller: seller.initialValue === "on",
    buyer: buyer.initialValue === "on",
  });
  return (
    <>
      <div
        className="stack"
        onChange={({ target }) => {
          if (!(target instanceof HTMLInputElement)) return;
          if (target.name === seller.name) setTicked((now) => ({ ...now, seller: target.checked }));
          if (target.name === buyer.name) setTicked((now) => ({ ...now, buyer: target.checked }));
        }}
      >
        <Checkbox field={seller}>Requests seller checks</Checkbox>
        <Checkbox field={buyer}>Requests buyer and giftor checks</Checkbox>
        <Checkbox field={fields.receives_seller_thirdfort_checks}>Receives seller checks</Checkbox>
        <Checkbox field={fields.receives_buyer_thirdfort_checks}>
          Receives buyer and giftor checks
        </Checkbox>
      </div>
      <RequesterEmails
        emails={fields.thirdfort_requester_emails}
        needed={ticked.seller || ticked.buyer}
      />
    </>
  );
}

/**
 * Whoever requests checks has a row at least, an empty one to begin with; a lone empty row goes when nobody does
 * (M-058 to M-060, AMB-M05).
 */
function RequesterEmails({ emails, needed }: { emails: FieldMetadata<string[]>; needed: boolean }) {
  const list = emails.getFieldList();
  const first = list[0];
  const lone = list.length === 1 && first && !initialText(first);
  const rows: AnyField[] = lone && !needed ? [] : list;
  const shown = rows.length === 0 && needed ? [emptyRow(emails)] : rows;
  return (
    <GroupFrame
      field={emails}
      label="Requester emails"
      hint="Requests for checks come from these addresses"
      textInputs
    >
      <div id={fieldId(emails.formId, emails.name)} tabIndex={-1} className="stack">
        {shown.map((row, index) => (
          <div key={row.key ?? row.name} className="check-fields-email">
            <EmailField field={row} label={`Requester email ${index + 1}`} autoComplete="off" />
            {needed && shown.length === 1 ? null : (
              <RemoveRowButton list={emails} index={index}>
                requester email {index + 1}
              </RemoveRowButton>
            )}
          </div>
        ))}
        {shown.length < MAX_REQUESTER_EMAILS ? (
          <AddRowButton list={emails} size="small">
            Add requester email
          </AddRowButton>
        ) : null}
      </div>
    </GroupFrame>
  );
}

/** The first row before there is one; with scripts it stays so when the form comes back with errors. */
function emptyRow({ name, formId, allErrors }: FieldMetadata<string[]>): AnyField {
  const row = `${name}[0]`;
  return { key: row, name: row, formId, initialValue: "", errors: allErrors[row] };
}
