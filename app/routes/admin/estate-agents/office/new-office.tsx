import type { FieldMetadata } from "@conform-to/react";
import { GroupFrame } from "#app/ui/forms/field-frame.tsx";
import { fieldId } from "#app/ui/forms/form-types.ts";
import type { Choice } from "#app/ui/forms/select-field.tsx";
import { OfficeFields, type OfficeFormValues } from "./office-fields.tsx";

/** The office of a new estate agent: nothing filled in is said once, for all of it (M-051). */
export function NewOffice({
  office,
  brands,
}: {
  office: FieldMetadata<OfficeFormValues>;
  brands: readonly Choice[];
}) {
  return (
    <div className="card form-part">
      <GroupFrame field={office} label="Office details" textInputs>
        <div id={fieldId(office.formId, office.name)} tabIndex={-1} className="stack">
          <OfficeFields fields={office.getFieldset()} brands={brands} />
        </div>
      </GroupFrame>
    </div>
  );
}
