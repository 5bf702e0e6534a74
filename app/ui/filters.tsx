import { Form, Link } from "@remix-run/react";
import { type ReactNode, useId } from "react";
import { Button } from "./button.tsx";
import { Options, type Choice } from "./forms/select-field.tsx";

/** Renders filters as a GET form, so that the filtered list has its own URL. */
export function Filters({
  label,
  chosen,
  clear,
  open,
  children,
}: {
  label: string;
  /** Number of active filters. If set, the form is collapsed on a phone. */
  chosen?: number;
  clear?: string;
  /** True if the filters start expanded, as they do after a search inside them. */
  open?: boolean;
  children: ReactNode;
}) {
  const form = (
    <Form method="get" className="filters" role="search" aria-label={label} preventScrollReset>
      {children}
      <Button type="submit" kind="secondary">
        Apply
      </Button>
      {clear && chosen ? (
        <Link className="filters-clear" to={clear} preventScrollReset>
          Clear filters
        </Link>
      ) : null}
    </Form>
  );
  if (chosen === undefined) return form;
  return (
    <details className="filters-fold" open={open}>
      <summary>
        <span>
          Filters: <b>{chosen === 0 ? "none set" : `${chosen} set`}</b>
        </span>
      </summary>
      {form}
    </details>
  );
}

export function FilterSelect({
  name,
  label,
  all,
  options,
  value,
}: {
  name: string;
  label: string;
  all?: string;
  options: readonly Choice[];
  value: string | undefined;
}) {
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select key={value} id={id} className="input" name={name} defaultValue={value ?? ""}>
        {all === undefined ? null : <option value="">{all}</option>}
        <Options options={options} />
      </select>
    </div>
  );
}
