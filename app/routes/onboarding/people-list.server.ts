/**
 * Lists of people, each of whom has a page. A list is stored in the draft of its form until the
 * form is submitted.
 */

import { z } from "zod";
import type { NewAddress } from "#app/domain/shared/address.server.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { phoneParts } from "#app/domain/shared/phone.server.ts";
import { draftAddress, draftOf } from "#app/domain/shared/questions.server.ts";
import {
  ABLE,
  MAX_PEOPLE,
  REPRESENTED_TEXT,
  type RepresentationReason,
} from "#app/domain/people/representation.ts";
import { ABOUT_YOU, PARTY_QUESTIONS } from "#app/domain/people/questions.ts";
import { addressFormValues } from "#app/forms/address-finder.server.ts";

export const TypedPerson = z.object({
  /**
   * Id of the person within the list. An index would not do, because it changes when an earlier
   * person is removed.
   */
  id: z.string().default(""),
  ...draftOf({ ...ABOUT_YOU, ...PARTY_QUESTIONS }, { correspondence_address: draftAddress }),
});
export type TypedPerson = z.output<typeof TypedPerson>;

/** Stored list. People in old drafts have no id, so their position becomes their id. */
export const TypedPeople = z
  .array(TypedPerson)
  .transform((people) =>
    people.map((person, index) => ({ ...person, id: person.id || String(index + 1) })),
  );

export type PeopleList = {
  name: "sellers" | "buyers" | "giftors";
  here: (query: MatterQuery) => string;
  page: (id: string, query: MatterQuery) => string;
};

/** Query that names the matter: `{ sale: id }`. */
export type MatterQuery = Readonly<Record<string, string>>;

type Recorded = {
  person_id: string;
  first_name: string;
  middle_name: string | null;
  last_name: string;
  email: string | null;
  phone_number: string | null;
  representation_reason?: RepresentationReason | null;
  correspondence_address: Parameters<typeof addressFormValues>[0] | null;
  amount_pounds?: number | null;
  relationship?: string | null;
};

export function typedPerson(person: Recorded): TypedPerson {
  const { person_id: id, correspondence_address: address, amount_pounds } = person;
  return TypedPerson.parse({
    ...person,
    id,
    representation_reason: person.representation_reason ?? ABLE,
    ...phoneParts(person.phone_number),
    correspondence_address: address ? addressFormValues(address) : {},
    amount_pounds: amount_pounds ? String(amount_pounds) : undefined,
  });
}

export function typedName({ first_name = "", last_name = "", middle_name }: TypedPerson): string {
  return fullName({ first_name, middle_name, last_name });
}

function whyRepresented({ representation_reason: why }: TypedPerson): string | undefined {
  return why === "died" || why === "cannot_act" ? REPRESENTED_TEXT[why] : undefined;
}

export function listed(people: readonly TypedPerson[]) {
  return people.map((person) => ({
    id: person.id,
    name: typedName(person),
    detail: whyRepresented(person) ?? person.email ?? "",
  }));
}

/**
 * Matches the `intent` of a list’s buttons: `{name}.add`, `{name}.change:{id}` and
 * `{name}.remove:{id}`.
 */
const INTENT = /^(?<name>\w+)\.(?:(?<add>add)|(?<verb>change|remove):(?<id>[\w-]+))$/;

export type ListButton = { list: PeopleList; verb: string; id: string };

export function readListButton(intent: string, lists: readonly PeopleList[]): ListButton | null {
  const { name, add, verb = add, id = "" } = INTENT.exec(intent)?.groups ?? {};
  const list = lists.find((one) => one.name === name);
  return list && verb ? { list, verb, id } : null;
}

/**
 * Returns the list without the button’s person if the button is "Remove". Otherwise, or if the
 * person has already been removed, returns the same people.
 */
export function withoutRemoved(people: TypedPerson[], { verb, id }: ListButton): TypedPerson[] {
  return verb === "remove" ? people.filter((person) => person.id !== id) : people;
}

export function listButtonPath(
  { list, verb, id }: ListButton,
  people: readonly TypedPerson[],
  query: MatterQuery,
): string {
  if (verb === "change") return list.page(id, query);
  return verb === "add" && people.length < MAX_PEOPLE ? list.page(verb, query) : list.here(query);
}

/**
 * Validates the people of a draft again (C-043). If a person shares the customer’s address, gives
 * the person a copy of it, so that each address can change separately (AMB-C08).
 */
export function checkPeople<Person extends { correspondence_address: NewAddress | null }>(
  typed: readonly TypedPerson[],
  { schema }: { schema: z.ZodType<Person> },
  own_address: NewAddress | null,
): { people: (Person & { correspondence_address: NewAddress })[] } | { message: string } {
  const people: (Person & { correspondence_address: NewAddress })[] = [];
  for (const answers of typed) {
    const same_address = answers.same_address === "on";
    // Drafts from before this question existed have no answer. Their people count as able to act.
    const representation_reason = answers.representation_reason ?? ABLE;
    const person = schema.safeParse({ ...answers, same_address, representation_reason }).data;
    const correspondence_address = person?.correspondence_address ?? own_address;
    if (!person || !correspondence_address) {
      return { message: `Please check the details of ${typedName(answers)}` };
    }
    people.push({ ...person, correspondence_address });
  }
  return { people };
}
