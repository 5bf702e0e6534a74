import type { FieldMetadata } from "@conform-to/react";
import type { Valuer } from "#app/domain/estate-agents/parts.ts";
import type { FormValues } from "#app/domain/versions/form-values.ts";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { ContactFields } from "../../kit/contact-fields.tsx";
import { WeeklyLeadsField } from "../weekly-leads.tsx";

export type ValuerFormValues = FormValues<Valuer>;

type Fields = Required<{ [Name in keyof ValuerFormValues]: FieldMetadata<string> }>;

/** What is asked of a valuer (M-033 to M-037). */
export function ValuerFields({ fields, isPrimary }: { fields: Fields; isPrimary?: boolean }) {
  return (
    <>
      <ContactFields
        fields={fields}
        optional={["last_name", "email", "phone_number"]}
        emailHint="Leads are sent in by this address: no other valuer can have it"
      />
      {isPrimary ? (
        <>
          <input type="hidden" name={fields.primary_valuer.name} value="on" />
          <p className="hint">
            This is the primary valuer. To change that, mark another one as primary.
          </p>
        </>
      ) : (
        <Checkbox
          field={fields.primary_valuer}
          hint="The others become secondary. Introductions are sent to the primary valuer."
        >
          Primary valuer
        </Checkbox>
      )}
      <WeeklyLeadsField field={fields.is_subscribed} />
    </>
  );
}
