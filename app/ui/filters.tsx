import { Form, Link } from "@remix-run/react";
import { type ReactNode, useId } from "react";
import { Button } from "./button.tsx";
import { Options, type Choice } from "./forms/select-field.tsx";

/** Narrows a list: a GET form, so that what is shown has an address. */
export function Filters({
  label,
  clear = null,
  children,
}: {
  label: string;
  /** The address of the list as it is without filters, where there are some. */
  clear?: string | null;
  children: ReactNode;
}) {
  return (
    <Form method="get" className="filters" role="search" aria-label={label} preventScrollReset>
      {children}
      <Button type="submit" kind="secondary">
        Apply
      </Button>
      {clear ? (
        <Link className="filters-clear" to={clear} preventScrollReset>
          Clear filters
        </Link>
      ) : null}
    </Form>
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
  /** The option that does not narrow the list; without it, one of the others is always chosen. */
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
