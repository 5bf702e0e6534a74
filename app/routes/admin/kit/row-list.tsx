import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { capital } from "#app/domain/fields/words.ts";
import { GroupFrame } from "#app/ui/forms/field-frame.tsx";
import { fieldId } from "#app/ui/forms/form-types.ts";
import { AddRowButton, RemoveRowButton, useFocusOnNewRow } from "#app/ui/forms/row-buttons.tsx";

/** A list of a form, each row with its fields and a button that removes it. */
export function RowList<Row extends object>({
  list,
  legend,
  noun,
  max,
  children,
}: {
  list: FieldMetadata<Row[]>;
  legend: string;
  /** One row, like "valuer". */
  noun: string;
  max: number;
  children: (row: FieldMetadata<Row>, index: number) => ReactNode;
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
