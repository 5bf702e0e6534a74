import type { FieldMetadata } from "@conform-to/react";
import { type ReactNode, useState } from "react";
import { capitalise } from "#app/domain/shared/format.ts";
import { GroupFrame } from "#app/ui/forms/field-frame.tsx";
import { fieldProps, rowsOf } from "#app/ui/forms/field-props.ts";
import { fieldId } from "#app/ui/forms/form-types.ts";
import { AddRowButton, RemoveRowButton, useFocusOnNewRow } from "#app/ui/forms/row-buttons.tsx";
import { EmailField } from "#app/ui/forms/text-fields.tsx";

export function RowList<Row extends object>({
  list,
  legend,
  noun,
  max,
  children,
}: {
  list: FieldMetadata<Row[]>;
  legend: string;
  noun: string;
  max: number;
  children: (row: FieldMetadata<Row>, index: number) => ReactNode;
}) {
  const rows = rowsOf(list);
  const { id, name, errors } = fieldProps(list);
  const box = useFocusOnNewRow(rows.length);
  return (
    <div className="card form-part">
      <GroupFrame id={id} errors={errors} label={legend} textInputs>
        <div ref={box} id={id} tabIndex={-1} className="stack">
          {rows.map((row, index) => (
            <fieldset key={row.key ?? row.name} className="card" id={`${id}-row-${index + 1}`}>
              <legend tabIndex={-1}>
                {capitalise(noun)} {index + 1}
              </legend>
              {children(row, index)}
              <p>
                <RemoveRowButton list={name} index={index} target={id}>
                  {noun} {index + 1}
                </RemoveRowButton>
              </p>
            </fieldset>
          ))}
          {rows.length < max ? (
            <AddRowButton list={name} target={`${id}-row-${rows.length + 1}`} size="small">
              Add {noun}
            </AddRowButton>
          ) : null}
        </div>
      </GroupFrame>
    </div>
  );
}

/**
 * Renders a list of email addresses. If the list is required, its last row can’t be removed (M-058
 * to M-060, AMB-M05).
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
  noun: string;
  max: number;
  needed: boolean;
}) {
  const list = rowsOf(emails).map((row) => ({ key: row.key ?? row.name, ...fieldProps(row) }));
  const { id, name, errors } = fieldProps(emails);
  const box = useFocusOnNewRow(list.length);
  const lone = list.length === 1 && !list[0]?.value;
  // A row that the user added with the button stays until the list is no longer required.
  const [seen, setSeen] = useState({ needed, count: list.length, dropped: false });
  if (seen.needed !== needed || seen.count !== list.length) {
    const isOver = seen.needed && !needed;
    const dropped = list.length > seen.count ? false : isOver || seen.dropped;
    setSeen({ needed, count: list.length, dropped });
  }
  const rows = lone && !needed && seen.dropped ? [] : list;
  // The empty row has a fixed key, so that it stays the same element when the form comes back with
  // errors.
  const first = `${name}[0]`;
  const empty = {
    key: first,
    id: fieldId(emails.formId, first),
    name: first,
    errors: emails.allErrors[first],
  };
  const shown = rows.length === 0 && needed ? [empty] : rows;
  return (
    <GroupFrame id={id} errors={errors} label={legend} hint={hint} textInputs>
      <div id={id} ref={box} tabIndex={-1} className="stack">
        {shown.map(({ key, ...row }, index) => (
          <div key={key} className="email-list-row">
            <EmailField {...row} label={`${capitalise(noun)} ${index + 1}`} autoComplete="off" />
            {needed && shown.length === 1 ? null : (
              <RemoveRowButton list={name} index={index}>
                {noun} {index + 1}
              </RemoveRowButton>
            )}
          </div>
        ))}
        {shown.length < max ? (
          <AddRowButton list={name} size="small">
            Add {noun}
          </AddRowButton>
        ) : null}
      </div>
    </GroupFrame>
  );
}
