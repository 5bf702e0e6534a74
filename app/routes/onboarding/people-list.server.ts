import { z } from "zod";
import type { NewAddress } from "#app/domain/fields/address.server.ts";
import { fullName } from "#app/domain/fields/names.ts";
import { phoneParts } from "#app/domain/fields/phone.server.ts";
import { draftAddress, draftOf } from "#app/domain/fields/questions.server.ts";
import {
  ABLE,
  MAX_PEOPLE,
  REPRESENTED_TEXT,
  type RepresentedBecause,
} from "#app/domain/people/representation.ts";
import { ABOUT_YOU, PARTY_QUESTIONS } from "#app/domain/people/questions.ts";
import { addressFormValues } from "#app/forms/address-finder.server.ts";

/**
 * People who are named beside a form: additional sellers and buyers, and giftors. Each is typed on a page of their own
 * and kept in the draft of the form, until the form is sent off.
 */

/** What a page about a person may ask, about-you among them. */
export const TypedPerson = z.object({
  /** Of this person in this list. Not the index, which changes when a person is removed. */
  id: z.string().default(""),
  ...draftOf({ ...ABOUT_YOU, ...PARTY_QUESTIONS }, { correspondence_address: draftAddress }),
});
export type TypedPerson = z.output<typeof TypedPerson>;

/** A list as it is kept. Older drafts have no ids: the index is used there. */
export const TypedPeople = z
  .array(TypedPerson)
  .transform((people) =>
    people.map((person, index) => ({ ...person, id: person.id || String(index + 1) })),
  );

/** One of the lists that a form may have. */
export type PeopleList = {
  name: "sellers" | "buyers" | "giftors";
  /** Where the list is. */
  here: (query: MatterQuery) => string;
  /** The page about one of them, or "add". */
  page: (id: string, query: MatterQuery) => string;
};

/** How the address of a page names its matter: `{ sale: id }`. */
export type MatterQuery = Readonly<Record<string, string>>;

type Recorded = {
  person_id: string;
  first_name: string;
  middle_name: string | null;
  last_name: string;
  email: string | null;
  phone_number: string | null;
  represented_because?: RepresentedBecause | null;
  correspondence_address: Parameters<typeof addressFormValues>[0] | null;
  amount_pounds?: number | null;
  relationship?: string | null;
};

/** A person on record, as their page would be filled in. */
export function typedPerson(person: Recorded): TypedPerson {
  const { person_id: id, correspondence_address: address, amount_pounds } = person;
  return TypedPerson.parse({
    ...person,
    id,
    represented_because: person.represented_because ?? ABLE,
    ...phoneParts(person.phone_number),
    correspondence_address: address ? addressFormValues(address) : {},
    amount_pounds: amount_pounds ? String(amount_pounds) : undefined,
  });
}

export function typedName({ first_name = "", last_name = "", middle_name }: TypedPerson): string {
  return fullName({ first_name, middle_name, last_name });
}

/** "has died" of an owner who is represented; nothing of anyone else. */
function whyRepresented({ represented_because: why }: TypedPerson): string | undefined {
  return why === "died" || why === "cannot_act" ? REPRESENTED_TEXT[why] : undefined;
}

/** As the list on the page of the form shows them. */
export function listed(people: readonly TypedPerson[]) {
  return people.map((person) => ({
    id: person.id,
    name: typedName(person),
    detail: whyRepresented(person) ?? person.email ?? "",
  }));
}

/**
 * The buttons of a list: `{name}.add`, `{name}.change:{id}` and `{name}.remove:{id}`. To add or change a person leads
 * to a page of its own, which comes back here.
 */
const INTENT = /^(?<name>\w+)\.(?:(?<add>add)|(?<verb>change|remove):(?<id>[\w-]+))$/;

export type ListButton = { list: PeopleList; verb: string; id: string };

/** @returns the button of one of the lists that submitted a form; null when it was another one. */
export function readListButton(intent: string, lists: readonly PeopleList[]): ListButton | null {
  const { name, add, verb = add, id = "" } = INTENT.exec(intent)?.groups ?? {};
  const list = lists.find((one) => one.name === name);
  return list && verb ? { list, verb, id } : null;
}

/** The list after its button was pressed. Removing a person who is gone already does nothing. */
export function withoutRemoved(people: TypedPerson[], { verb, id }: ListButton): TypedPerson[] {
  return verb === "remove" ? people.filter((person) => person.id !== id) : people;
}

/** @returns where the button leads. */
export function listButtonPath(
  { list, verb, id }: ListButton,
  people: readonly TypedPerson[],
  query: MatterQuery,
): string {
  if (verb === "change") return list.page(id, query);
  return verb === "add" && people.length < MAX_PEOPLE ? list.page(verb, query) : list.here(query);
}

/**
 * The people of a list, each checked once more (C-043). An address that is the same as that of the one who signed in
 * is copied, so that both can change (AMB-C08).
 *
 * @returns the people, or what to say of the first who is not whole.
 */
export function checkPeople<Person extends { correspondence_address: NewAddress | null }>(
  typed: readonly TypedPerson[],
  { schema }: { schema: z.ZodType<Person> },
  own_address: NewAddress | null,
): { people: (Person & { correspondence_address: NewAddress })[] } | { message: string } {
  const people: (Person & { correspondence_address: NewAddress })[] = [];
  for (const answers of typed) {
    const same_address = answers.same_address === "on";
    // Whoever was named before this was asked could be written to.
    const represented_because = answers.represented_because ?? ABLE;
    const person = schema.safeParse({ ...answers, same_address, represented_because }).data;
    const correspondence_address = person?.correspondence_address ?? own_address;
    if (!person || !correspondence_address) {
      return { message: `Please check the details of ${typedName(answers)}` };
    }
    people.push({ ...person, correspondence_address });
  }
  return { people };
}
