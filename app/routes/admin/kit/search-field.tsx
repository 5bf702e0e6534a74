import { useSubmit } from "@remix-run/react";
import { useEffect, useId, useRef } from "react";
import { useDebounced } from "#app/ui/use-debounced.ts";

/** After the last key, before the list is searched (M-002). */
export const SEARCH_DELAY_MS = 500;

/** The search box among the filters of a list. With scripts it searches while a person types; else "Apply" does. */
export function SearchField({
  name,
  label,
  value = "",
}: {
  name: string;
  label: string;
  value: string | undefined;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const submit = useSubmit();
  const { run } = useDebounced(SEARCH_DELAY_MS);
  useEffect(() => {
    // Whoever types on must not lose what they have typed meanwhile.
    if (input.current && document.activeElement !== input.current) input.current.value = value;
  }, [value]);
  const onChange = () =>
    run(() => {
      const form = input.current?.form;
      if (form) submit(form, { replace: true, preventScrollReset: true });
    });
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        className="input"
        type="search"
        name={name}
        defaultValue={value}
        autoComplete="off"
        onChange={onChange}
      />
    </div>
  );
}
