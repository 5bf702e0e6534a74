import { useFetcher } from "@remix-run/react";
import { useEffect, useId, useState } from "react";
import type { Option } from "#app/domain/fields/answers.ts";
import type { Choices } from "#app/domain/fields/choices.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { FilterSelect } from "#app/ui/filters.tsx";
import { OptionCombobox } from "#app/ui/forms/option-combobox.tsx";
import { Options } from "#app/ui/forms/select-field.tsx";
import { useHydrated } from "#app/ui/hydrated.ts";
import type { loader, OptionsOf } from "../options.ts";
import { useLoadAsTyped } from "./load-as-typed.ts";

type FilterProps = {
  name: string;
  label: string;
  /** What does not narrow the list: "All Estate Agents". */
  all: string;
  of: OptionsOf;
  choices: Choices;
  /** What is looked for without scripts: the name of the field, and "a lawyer group". */
  find: { name: string; noun: string };
};

/**
 * Narrows a list by one of few or of very many. Few are a select. Of many, those that fit are asked for as they are typed;
 * without scripts a button looks for them, and the select has what was found.
 */
export function OptionFilter(props: FilterProps) {
  const { name, label, all, choices } = props;
  if (choices.many) return <OneOfMany key={choices.chosen?.value} {...props} />;
  return (
    <FilterSelect
      name={name}
      label={label}
      all={all}
      options={choices.options}
      value={choices.chosen?.value}
    />
  );
}

function OneOfMany(props: FilterProps) {
  const id = useId();
  const live = useHydrated();
  return (
    <div className="field option-filter">
      <label className="label" id={`${id}-label`} htmlFor={id}>
        {props.label}
      </label>
      {live ? <Typed id={id} {...props} /> : <Found id={id} {...props} />}
    </div>
  );
}

function Found({ id, name, all, find, choices }: FilterProps & { id: string }) {
  const { options, chosen } = choices;
  const others = options.filter(({ value }) => value !== chosen?.value);
  return (
    <>
      <select id={id} className="input" name={name} defaultValue={chosen?.value ?? ""}>
        <option value="">{all}</option>
        <Options options={chosen ? [chosen, ...others] : others} />
      </select>
      <details className="option-filter-find">
        <summary>
          Find<span className="vh"> {find.noun}</span>
          {choices.find ? `: ${foundText(choices)}` : null}
        </summary>
        <div>
          <label className="label" htmlFor={`${id}-find`}>
            Part of its name
          </label>
          <input
            id={`${id}-find`}
            className="input"
            type="search"
            name={find.name}
            defaultValue={choices.find}
            autoComplete="off"
          />
          <Button type="submit" kind="secondary">
            Find<span className="vh"> {find.noun}</span>
          </Button>
        </div>
      </details>
    </>
  );
}

function Typed({ id, name, all, of, choices }: FilterProps & { id: string }) {
  const [before] = useState(() => readFound(id));
  useEffect(() => {
    if (before?.focused) document.getElementById(id)?.focus();
  }, [before, id]);
  const [typed, setTyped] = useState(before?.find ?? "");
  const { options, message } = useSuggestions(of, typed.trim());
  return (
    <OptionCombobox
      id={id}
      name={name}
      initial={before ? before.chosen : choices.chosen}
      typedBefore={before?.find}
      options={options}
      onTyped={setTyped}
      message={message}
      placeholder={all}
    />
  );
}

/** What was chosen and typed before the scripts had come, in the fields that the box takes the place of. */
function readFound(id: string) {
  const select = document.getElementById(id);
  const find = document.getElementById(`${id}-find`);
  if (!(select instanceof HTMLSelectElement) || !(find instanceof HTMLInputElement)) return null;
  const [option] = select.selectedOptions;
  const chosen: Option | null = option?.value ? { value: option.value, label: option.label } : null;
  const isFinding = find === document.activeElement;
  return {
    chosen,
    find: isFinding ? find.value : "",
    focused: isFinding || select === document.activeElement,
  };
}

const NONE: readonly Option[] = [];

function useSuggestions(of: OptionsOf, typed: string) {
  const fetcher = useFetcher<typeof loader>();
  useLoadAsTyped(fetcher.load, typed === "" ? null : paths.admin.options(of, { find: typed }));
  if (typed === "") return { options: NONE, message: "Type part of its name" };
  if (fetcher.data?.find !== typed) return { options: NONE, message: "Searching..." };
  const { found } = fetcher.data;
  if (!found) return { options: NONE, message: "The search did not work. Please try again." };
  return { options: found.options, message: foundText(found) };
}

function foundText({ options, more }: Pick<Choices, "options" | "more">) {
  if (options.length === 0) return "Nothing found";
  return more ? `The first ${options.length}. Type more to see others` : `${options.length} found`;
}
