import { Button, ButtonLink } from "#app/ui/button.tsx";

export type ListedPerson = { id: string; name: string; detail?: string };

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
      <legend>{legend}</legend>
      {hint ? <p className="hint">{hint}</p> : null}
      {people.length > 0 ? (
        <ul className="people">
          {people.map((person) => (
            <li key={person.id}>
              <div>
                <strong>{person.name}</strong>
                {person.detail ? <p className="hint">{person.detail}</p> : null}
              </div>
              <p className="cluster">
                <IntentButton
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

function IntentButton({ intent, verb, who }: { intent: string; verb: string; who: string }) {
  return (
    <Button type="submit" kind="quiet" size="small" name="intent" value={intent}>
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
        You have added {max} {noun}s, which is the most we can take here.
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
        <Button type="submit" kind="secondary" size="small" name="intent" value={`${name}.add`}>
          {text}
        </Button>
      )}
    </p>
  );
}
