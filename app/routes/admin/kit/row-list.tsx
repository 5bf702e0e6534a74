import type { FieldMetadata } from "@conform-to/react";
import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "#app/ui/button.tsx";
import { GroupFrame } from "#app/ui/forms/field-frame.tsx";
import { fieldId } from "#app/ui/forms/form-types.ts";

/**
 * A list of a form, each row with its fields and a button that removes it. Without scripts the answer to a button is the
 * whole page again: its address says which row to bring into view.
 */
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
  const box = useFocusOnChange(rows.length);
  const { pathname } = useLocation();
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
                <Button
                  type="submit"
                  kind="quiet"
                  size="small"
                  name="intent"
                  value={`${list.name}.remove:${index}`}
                  formAction={`${pathname}#${id}`}
                >
                  Remove
                  <span className="vh">
                    {" "}
                    {noun} {index + 1}
                  </span>
                </Button>
              </p>
            </fieldset>
          ))}
          {rows.length < max ? (
            <p>
              <Button
                type="submit"
                kind="secondary"
                size="small"
                name="intent"
                value={`${list.name}.add`}
                formAction={`${pathname}#${id}-row-${rows.length + 1}`}
              >
                Add {noun}
              </Button>
            </p>
          ) : null}
        </div>
      </GroupFrame>
    </div>
  );
}

function capital(noun: string) {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

/** With scripts a row comes and goes in place: the keyboard goes to the new one, or to the last that is left. */
function useFocusOnChange(count: number) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (before.current === count) return;
    before.current = count;
    const last = [...(box.current?.querySelectorAll("legend") ?? [])].at(-1) ?? box.current;
    last?.focus();
  }, [count]);
  return box;
}
