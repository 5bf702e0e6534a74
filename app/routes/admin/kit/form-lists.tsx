import { type ReactNode, useState } from "react";
import { capital } from "#app/domain/fields/words.ts";
import { GroupFrame } from "#app/ui/forms/field-frame.tsx";
import { fieldId, type AnyField, initialText, type Field } from "#app/ui/forms/form-types.ts";
import { AddRowButton, RemoveRowButton, useFocusOnNewRow } from "#app/ui/forms/row-buttons.tsx";
import { EmailField } from "#app/ui/forms/text-fields.tsx";

/** A list of a form, each row with its fields and a button that removes it. */
export function RowList<Row extends object>({
  list,
  legend,
  noun,
  max,
  children,
}: {
  list: Field<Row[]>;
  legend: string;
  /** One row, like "valuer". */
  noun: string;
  max: number;
  children: (row: Field<Row>, index: number) => ReactNode;
}) {
  const rows = list.getFieldList();
  const id = fieldId(list.formId, list.name);
  const box = useFocusOnNewRow(rows.length);
  return (
    <div className="card form-part">
      <GroupFrame field={list} label={legend} textInputs>
        <div ref={box} id={id} tabIndex={-1} className="stack">
          {rows.map((row, index) => (
            <fieldset key={row.key ?? row.name} className="card" id={`${id}-row-${index + 1}`}>
              <legend tabIndex={-1}>
                {capital(noun)} {index + 1}
              </legend>
              {children(row, index)}
              <p>
                <RemoveRowButton list={list} index={index} target={id}>
                  {noun} {index + 1}
                </RemoveRowButton>
              </p>
            </fieldset>
          ))}
          {rows.length < max ? (
            <AddRowButton list={list} target={`${id}-row-${rows.length + 1}`} size="small">
              Add {noun}
            </AddRowButton>
          ) : null}
        </div>
      </GroupFrame>
    </div>
  );
}

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
  emails: Field<string[]>;
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
function emptyRow({ name, formId, allErrors }: Field<string[]>): AnyField {
  const row = `${name}[0]`;
  return { key: row, name: row, formId, initialValue: "", errors: allErrors[row] };
}
