import { MAX_PEOPLE } from "#app/domain/people/person.ts";
import type { TypedPerson } from "./people.server.ts";

/**
 * The buttons of a list of people: `{name}.add`, `{name}.change:{id}` and `{name}.remove:{id}`. To add or change somebody
 * leads to a page of its own, which comes back here.
 */
const INTENT = /^(?<list>\w+)\.(?:(?<add>add)|(?<verb>change|remove):(?<id>[\w-]+))$/;

export type ListButton = { list: string; verb: string; id: string };

/** @returns the button of a list that submitted a form; null when it was another one. */
export function readListButton(intent: string): ListButton | null {
  const { list, add, verb = add, id = "" } = INTENT.exec(intent)?.groups ?? {};
  return list && verb ? { list, verb, id } : null;
}

/** The list that the button belongs to after it was pressed. Removing somebody who is gone already does nothing. */
export function withoutRemoved(people: TypedPerson[], { verb, id }: ListButton): TypedPerson[] {
  return verb === "remove" ? people.filter((person) => person.id !== id) : people;
}

/** @returns where the button leads. */
export function listButtonPath(
  { verb, id }: ListButton,
  list: {
    people: readonly TypedPerson[];
    /** Where the list stands. */
    here: string;
    /** The page about one of them, or "add". */
    page: (id: string) => string;
  },
): string {
  if (verb === "add") return list.people.length < MAX_PEOPLE ? list.page("add") : list.here;
  return verb === "change" ? list.page(id) : list.here;
}
