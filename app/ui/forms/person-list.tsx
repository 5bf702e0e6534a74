import { useEffect, useRef, useState } from "react";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { moveFocus, focusTarget } from "#app/ui/focus.ts";

export type ListedPerson = { id: string; name: string; detail?: string };

/** The id of what leads to the page about one person of a list, by what that page's address calls them. */
export function personOpenerId(name: string, position: string): string {
  return `${name}-open-${position}`;
}

/** The id of a list's heading. */
export function listId(name: string) {
  return `${name}-list`;
}

/**
 * Says what has become of a list of people, and puts focus at its heading, or at the question once the list is empty:
 * with scripts the page with the list stays where it is. Stands outside of the question that shows the list, which is
 * mounted anew.
 */
export function PeopleNews({ name, people }: { name: string; people: readonly ListedPerson[] }) {
  const [news, setNews] = useState("");
  const before = useRef(people);
  useEffect(() => {
    const said = whatChanged(before.current, people);
    before.current = people;
    if (!said) return;
    setNews(said);
    // What is wrong with the form, which is shown at the same time, goes before.
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
 * People added one page each. Its buttons submit the form around it, so that nothing typed there is lost: the intent is
 * `{name}.add`, `{name}.change:{id}` or `{name}.remove:{id}`.
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
  /** One of them, like "seller". */
  noun: string;
  people: readonly ListedPerson[];
  max?: number;
  /** Adding is a link instead, where there is nothing to keep. */
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
                  who={person.name}
                />
                <IntentButton
                  intent={`${name}.remove:${person.id}`}
                  verb="Remove"
                  who={person.name}
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
  who,
}: {
  id?: string;
  intent: string;
  verb: string;
  who: string;
}) {
  return (
    <Button id={id} type="submit" kind="quiet" size="small" name="intent" value={intent}>
      {verb}
      <span className="vh"> {who}</span>
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
