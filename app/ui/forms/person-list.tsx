import { useEffect, useRef, useState } from "react";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { moveFocus, focusTarget } from "#app/ui/focus.ts";

export type ListedPerson = { id: string; name: string; detail?: string };

export function personOpenerId(name: string, position: string): string {
  return `${name}-open-${position}`;
}

export function listId(name: string) {
  return `${name}-list`;
}

/**
 * Announces each change to a list, and focuses the list’s heading. Must be outside the question,
 * because the question is remounted.
 */
export function ListChangeStatus({
  name,
  people,
}: {
  name: string;
  people: readonly ListedPerson[];
}) {
  const [news, setNews] = useState("");
  const before = useRef(people);
  useEffect(() => {
    const announced = whatChanged(before.current, people);
    before.current = people;
    if (!announced) return;
    setNews(announced);
    // If the form has errors, the error summary gets the focus instead.
    if (document.querySelector(".error-summary")) return;
    moveFocus(() => focusTarget(document.getElementById(listId(name))));
  }, [people, name]);
  return (
    <p role="status" className="vh">
      {news}
    </p>
  );
}

function whatChanged(before: readonly ListedPerson[], now: readonly ListedPerson[]) {
  const isOther = (list: readonly ListedPerson[]) => (person: ListedPerson, index: number) =>
    JSON.stringify(person) !== JSON.stringify(list[index]);
  if (now.length < before.length) return `${before.find(isOther(now))?.name} was removed`;
  const person = now.find(isOther(before));
  if (!person) return null;
  return now.length > before.length
    ? `${person.name} was added`
    : `${person.name}’s details were changed`;
}

/**
 * Lists people, each of whom has their own page. The list’s buttons submit the form, so that typed
 * values are saved.
 */
export function PersonList({
  legend,
  name,
  noun,
  people,
  max,
  addHref,
  hint,
}: {
  legend: string;
  name: string;
  noun: string;
  people: readonly ListedPerson[];
  max?: number;
  /** If set, "Add" is a link, for a page that has no values to save. */
  addHref?: string;
  hint?: string;
}) {
  const full = max !== undefined && people.length >= max;
  return (
    <fieldset className="field">
      <legend id={listId(name)} tabIndex={-1}>
        {legend}
      </legend>
      {hint ? <p className="hint">{hint}</p> : null}
      {people.length > 0 ? (
        <ul className="person-list">
          {people.map((person) => (
            <li key={person.id}>
              <div>
                <strong>{person.name}</strong>
                {person.detail ? <p className="hint">{person.detail}</p> : null}
              </div>
              <p className="cluster">
                <IntentButton
                  id={personOpenerId(name, person.id)}
                  intent={`${name}.change:${person.id}`}
                  verb="Change"
                  name={person.name}
                />
                <IntentButton
                  intent={`${name}.remove:${person.id}`}
                  verb="Remove"
                  name={person.name}
                />
              </p>
            </li>
          ))}
        </ul>
      ) : null}
      <AddButton
        full={full}
        max={max}
        noun={noun}
        name={name}
        href={addHref}
        some={people.length > 0}
      />
    </fieldset>
  );
}

function IntentButton({
  id,
  intent,
  verb,
  name,
}: {
  id?: string;
  intent: string;
  verb: string;
  name: string;
}) {
  return (
    <Button id={id} type="submit" kind="quiet" size="small" name="intent" value={intent}>
      {verb}
      <span className="vh"> {name}</span>
    </Button>
  );
}

function AddButton({
  full,
  max,
  noun,
  name,
  href,
  some,
}: {
  full: boolean;
  max: number | undefined;
  noun: string;
  name: string;
  href: string | undefined;
  some: boolean;
}) {
  const text = some ? `Add another ${noun}` : `Add a ${noun}`;
  if (full) {
    return (
      <p className="hint">
        You’ve added {max} {noun}s. That’s the maximum.
      </p>
    );
  }
  return (
    <p>
      {href ? (
        <ButtonLink to={href} kind="secondary" size="small">
          {text}
        </ButtonLink>
      ) : (
        <Button
          id={personOpenerId(name, "add")}
          type="submit"
          kind="secondary"
          size="small"
          name="intent"
          value={`${name}.add`}
        >
          {text}
        </Button>
      )}
    </p>
  );
}
