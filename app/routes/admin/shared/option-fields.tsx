import { useFetcher } from "@remix-run/react";
import { type ComponentProps, useEffect, useId, useState } from "react";
import type { Option } from "#app/domain/shared/answers.ts";
import type { Choices } from "#app/domain/shared/choices.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { FilterSelect } from "#app/ui/filters.tsx";
import { matchesWords, OptionCombobox } from "#app/ui/forms/option-combobox.tsx";
import { describe, FieldFrame } from "#app/ui/forms/field-frame.tsx";
import type { FieldProps } from "#app/ui/forms/form-types.ts";
import { Options, SelectField } from "#app/ui/forms/select-field.tsx";
import { useHydrated } from "#app/ui/hydrated.ts";
import type { loader, OptionsOf } from "../options.ts";
import { useLoadAsTyped } from "./load-as-typed.ts";

type OfMany = {
  id: string;
  name: string;
  empty: string;
  of: OptionsOf;
  choices: Choices;
  /** Options that are always offered, before those of the list. */
  fixed?: readonly Option[];
  find: { noun: string; name: string; press?: { name: string; value: string } };
  described?: Pick<ComponentProps<"input">, "aria-describedby" | "aria-invalid">;
};

/**
 * Renders a filter that is a select or, for many options, a combobox. Without JavaScript, the
 * combobox is a search box with a button.
 */
export function OptionFilter(props: { label: string } & Omit<OfMany, "id">) {
  const { name, label, empty, choices } = props;
  const id = useId();
  if (!choices.many) {
    return (
      <FilterSelect
        name={name}
        label={label}
        all={empty}
        options={choices.options}
        value={choices.chosen?.value}
      />
    );
  }
  return (
    <div className="field option-filter">
      <label className="label" id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <OneOfMany key={choices.chosen?.value} {...props} id={id} />
    </div>
  );
}

export function OptionField({
  name,
  value,
  empty,
  of,
  choices,
  fixed = [],
  noun,
  ...frame
}: FieldProps & { label: string; hint?: string | undefined; noun: string } & Pick<
    OfMany,
    "empty" | "of" | "choices" | "fixed"
  >) {
  if (!choices.many) {
    const select = { name, value, empty, options: [...fixed, ...choices.options] };
    return <SelectField {...frame} {...select} width="20" />;
  }
  const { id, ...described } = describe(frame, frame.hint).control;
  return (
    <FieldFrame {...frame}>
      <div className="option-field">
        <OneOfMany
          id={id}
          name={name}
          empty={empty}
          of={of}
          choices={{
            ...choices,
            chosen: fixed.find((option) => option.value === value) ?? choices.chosen,
          }}
          fixed={fixed}
          find={{
            noun,
            name: searchFieldName(name),
            press: { name: SEARCH_OPTIONS_INTENT, value: "yes" },
          }}
          described={described}
        />
      </div>
    </FieldFrame>
  );
}

export const searchFieldName = (field: string) => `find_${field}`;
export const SEARCH_OPTIONS_INTENT = "look_for";

function OneOfMany(props: OfMany) {
  return useHydrated() ? <Typed {...props} /> : <Found {...props} />;
}

function Found({ id, name, empty, find, choices, fixed = [], described }: OfMany) {
  const { options, chosen } = choices;
  const others = [...fixed, ...options].filter(({ value }) => value !== chosen?.value);
  return (
    <>
      <select
        id={id}
        className="input"
        name={name}
        defaultValue={chosen?.value ?? ""}
        {...described}
      >
        <option value="">{empty}</option>
        <Options options={chosen ? [chosen, ...others] : others} />
      </select>
      <details className="option-find">
        <summary>
          Find<span className="vh"> {find.noun}</span>
          {choices.find ? `: ${foundText(choices)}` : null}
        </summary>
        <div>
          <label className="label" htmlFor={`${id}-find`}>
            Part of the name
          </label>
          <input
            id={`${id}-find`}
            className="input"
            type="search"
            name={find.name}
            defaultValue={choices.find}
            autoComplete="off"
          />
          <Button type="submit" kind="secondary" {...find.press}>
            Find<span className="vh"> {find.noun}</span>
          </Button>
        </div>
      </details>
    </>
  );
}

function Typed({ id, name, empty, of, choices, fixed = [], described }: OfMany) {
  const [before] = useState(() => readFound(id));
  useEffect(() => {
    if (before?.focused) document.getElementById(id)?.focus();
  }, [before, id]);
  const [typed, setTyped] = useState(before?.find ?? "");
  const { optionsFor, message } = useSuggestions(of, typed.trim());
  return (
    <OptionCombobox
      id={id}
      name={name}
      initial={before ? before.chosen : choices.chosen}
      typedBefore={before?.find}
      optionsFor={(text) => [
        ...fixed.filter(({ label }) => matchesWords(label, text)),
        ...optionsFor(text),
      ]}
      onTyped={setTyped}
      message={message}
      placeholder={empty}
      {...described}
    />
  );
}

/**
 * Returns the values that the user entered before hydration, in the fields that the combobox
 * replaces.
 */
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

function useSuggestions(of: OptionsOf, typed: string) {
  const fetcher = useFetcher<typeof loader>();
  useLoadAsTyped(fetcher.load, typed === "" ? null : paths.admin.options(of, { find: typed }));
  const answer = fetcher.data;
  const optionsFor = (text: string): readonly Option[] => {
    const isAnswered = text.trim() !== "" && answer?.find === text.trim();
    return isAnswered ? (answer.found?.options ?? []) : [];
  };
  return { optionsFor, message: suggestionsText(typed, answer) };
}

function suggestionsText(
  typed: string,
  answer: { find: string; found: Pick<Choices, "options" | "more"> | null } | undefined,
) {
  if (typed === "") return "Type part of the name";
  if (answer?.find !== typed) return "Searching...";
  return answer.found ? foundText(answer.found) : "The search failed. Try again.";
}

function foundText({ options, more }: Pick<Choices, "options" | "more">) {
  if (options.length === 0) return "Nothing found";
  return more
    ? `Showing the first ${options.length}. Type more to narrow the list`
    : `${options.length} found`;
}
