import type { FieldMetadata } from "@conform-to/react";
import { useState } from "react";
import { capital } from "#app/domain/fields/words.ts";
import { GroupFrame } from "#app/ui/forms/field-frame.tsx";
import { type AnyField, fieldId, initialText } from "#app/ui/forms/form-types.ts";
import { AddRowButton, RemoveRowButton, useFocusOnNewRow } from "#app/ui/forms/row-buttons.tsx";
import { EmailField } from "#app/ui/forms/text-fields.tsx";

/**
 * A list of emails. One that is needed has a row at least, an empty one to begin with; a lone empty row goes when none
 * is any more (M-058 to M-060, AMB-M05).
 */
export function EmailList({
  emails,
  legend,
  hint,
  noun,
  max,
  needed,
}: {
  emails: FieldMetadata<string[]>;
  legend: string;
  hint: string;
  /** One row, like "requester email". */
  noun: string;
  max: number;
  needed: boolean;
}) {
  const list = emails.getFieldList();
  const box = useFocusOnNewRow(list.length);
  const first = list[0];
  const lone = list.length === 1 && first && !initialText(first);
  // One that was asked for by its button stays, needed or not, until a need for it ends.
  const [seen, setSeen] = useState({ needed, count: list.length, dropped: false });
  if (seen.needed !== needed || seen.count !== list.length) {
    const isOver = seen.needed && !needed;
    const dropped = list.length > seen.count ? false : isOver || seen.dropped;
    setSeen({ needed, count: list.length, dropped });
  }
  const rows: AnyField[] = lone && !needed && seen.dropped ? [] : list;
  const shown = rows.length === 0 && needed ? [emptyRow(emails)] : rows;
  return (
    <GroupFrame field={emails} label={legend} hint={hint} textInputs>
      <div id={fieldId(emails.formId, emails.name)} ref={box} tabIndex={-1} className="stack">
        {shown.map((row, index) => (
          <div key={row.key ?? row.name} className="email-list-row">
            <EmailField field={row} label={`${capital(noun)} ${index + 1}`} autoComplete="off" />
            {needed && shown.length === 1 ? null : (
              <RemoveRowButton list={emails} index={index}>
                {noun} {index + 1}
              </RemoveRowButton>
            )}
          </div>
        ))}
        {shown.length < max ? (
          <AddRowButton list={emails} size="small">
            Add {noun}
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
