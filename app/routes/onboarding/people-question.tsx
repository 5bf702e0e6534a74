import { MAX_PEOPLE } from "#app/domain/people/person.ts";
import type { AnyField } from "#app/ui/forms/form-types.ts";
import { type ListedPerson, PeopleNews, PersonList } from "#app/ui/forms/person-list.tsx";
import { type RadioOption, Radios } from "#app/ui/forms/radios.tsx";
import type { PeopleList } from "./people-list.server.ts";

/**
 * A question one of whose answers needs people to be named. Where it asks at once that answer opens, with scripts, the
 * page that names the first (D-037, D-040); the hint of the question says so.
 */
export function PeopleQuestion({
  field,
  legend,
  hint,
  options,
  answer,
  asksAtOnce = false,
  list,
  people,
}: {
  field: AnyField;
  legend: string;
  hint: string;
  options: readonly RadioOption[];
  /** Which of the options needs people. */
  answer: string;
  asksAtOnce?: boolean;
  list: { name: PeopleList["name"]; noun: string; legend: string };
  people: readonly ListedPerson[];
}) {
  const { name } = list;
  const asks = asksAtOnce && people.length === 0;
  return (
    <div
      id={name}
      onChange={({ target, currentTarget }) => {
        if (!asks || !(target instanceof HTMLInputElement) || target.value !== answer) return;
        currentTarget.querySelector<HTMLButtonElement>(`button[value="${name}.add"]`)?.click();
      }}
    >
      <PeopleNews name={name} people={people} />
      <input type="hidden" name={shownPeopleField(name)} value={shownNames(people)} />
      <Radios
        field={field}
        legend={legend}
        hint={hint}
        options={options.map((option) => ({
          ...option,
          reveals:
            option.value === answer ? (
              <PersonList {...list} people={people} max={MAX_PEOPLE} />
            ) : undefined,
        }))}
      />
    </div>
  );
}

/** Whom a page shows in a list of people: its form says so, since another tab may name others meanwhile. */

export function shownPeopleField(list: string): string {
  return `${list}_shown`;
}

export function shownNames(people: readonly { name: string }[]): string {
  return people.map(({ name }) => name).join(", ");
}
