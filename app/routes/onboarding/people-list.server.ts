import { MOST_PEOPLE, type TypedPerson } from "./people.server.ts";

type List = {
  /** The name of the list in its buttons. */
  name: string;
  people: readonly TypedPerson[];
  /** Where the list stands. */
  here: string;
  /** The page about one of them, counted from 1, or about another one. */
  page: (position: number | "add") => string;
};

export type ListAnswer = { people: TypedPerson[]; location: string };

/**
 * Answers a button of a list of people, if one submitted the form: `{name}.add`, `{name}.change:{index}` or
 * `{name}.remove:{index}`. To add or change somebody leads to a page of its own, which comes back here.
 *
 * @returns who is in the list now and where to go, or null when another button was pressed.
 */
export function answerList(intent: string, { name, people, here, page }: List): ListAnswer | null {
  const [list, verb, index] = intent.split(/[.:]/);
  if (list !== name) return null;
  const seat = Number(index);
  const same = (location: string) => ({ people: [...people], location });
  if (verb === "add") return same(people.length < MOST_PEOPLE ? page("add") : here);
  if (!people[seat]) return same(here);
  if (verb === "change") return same(page(seat + 1));
  if (verb === "remove") return { people: people.toSpliced(seat, 1), location: here };
  return same(here);
}
