import type { ActionOption } from "#app/domain/actions/action.ts";
import type { BuyerKind } from "#app/domain/actions/buyer-words.ts";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import type { FieldsOf } from "#app/ui/forms/form-types.ts";
import { Radios } from "#app/ui/forms/radios.tsx";
import { TextArea } from "#app/ui/forms/text-fields.tsx";

import { type AgreementFieldNames, AgreementFields } from "./agreement-fields.tsx";

export type BuyerFieldNames = { purchase_intent_id: string; note: string };

/** Renders what changes with the buyer, and the fields of the action. */
export function BuyerFields({
  kind,
  fields,
  options,
}: {
  kind: BuyerKind;
  fields: FieldsOf<BuyerFieldNames & AgreementFieldNames>;
  options: readonly ActionOption[];
}) {
  const note = (
    <TextArea {...fieldProps(fields.note)} label="Note for staff (optional)" hint="Not emailed" />
  );
  switch (kind) {
    case "release_buyer":
      return (
        <>
          <p>
            The sale carries on without a buyer, and the seller’s stages stay as they are. The
            buyer’s solicitor no longer acts on this matter. We’ll stop asking this buyer for
            documents.
          </p>
          {note}
        </>
      );
    case "resume_buyer":
      return (
        <>
          <p>
            This makes <strong>{options[0]?.label}</strong> the buyer again and clears the aborted
            date. The solicitor who acted for this buyer acts again, unless staff have retired them.
          </p>
          {note}
        </>
      );
    case "replace_buyer":
      return (
        <>
          <Radios
            {...fieldProps(fields.purchase_intent_id)}
            legend="New buyer"
            hint={
              options.length === 0
                ? "No other buyer has entered a purchase and accepted the terms."
                : "Buyers who have entered a purchase and accepted the terms"
            }
            options={options}
          />
          <p>
            The present buyer’s solicitor no longer acts on this matter. Assign a solicitor to the
            new buyer afterwards.
          </p>
          {note}
        </>
      );
    case "agree_sale":
      return <AgreementFields fields={fields} options={options} />;
    case "take_unit_out":
      return (
        <p>
          The sale carries on alone. Assigning solicitors or an agent to the group no longer changes
          it. A payment for the whole group stays with the group.
        </p>
      );
  }
}
