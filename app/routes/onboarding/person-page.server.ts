import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { phoneParts } from "#app/domain/fields/phone-parts.server.ts";
import { knownPeople } from "#app/domain/people/known-people.server.ts";
import { fullName, MAX_PEOPLE } from "#app/domain/people/person.ts";
import type { NewAddress } from "#app/domain/properties/addresses.server.ts";
import {
  addressStates,
  answerAddressFinder,
  unvalidatedReply,
  addressFormValues,
  withErrors,
} from "#app/forms/address-finder.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { parseForm } from "#app/forms/form.server.ts";
import { db } from "#db/connection.ts";
import type { MatterQuery } from "./open-step.server.ts";
import { readStashedFields } from "./stashed-fields.server.ts";

/**
 * People who are named beside a form: additional sellers and buyers, and giftors. Each is typed on a page of their own
 * and kept in the draft of the form, until the form is sent off.
 */

const text = z.string().optional().catch(undefined);

/** The last two of a giftor only. */
export const TypedPerson = z.object({
  /** Of this person in this list. Not the index, which changes when somebody is removed. */
  id: z.string().default(""),
  first_name: text,
  middle_name: text,
  last_name: text,
  email: text,
  phone_number: text,
  phone_country: text,
  same_address: text,
  correspondence_address: z.record(z.string(), z.string()).catch({}),
  amount_pounds: text,
  relationship: text,
});
export type TypedPerson = z.output<typeof TypedPerson>;

/** A list as it is kept. Older drafts have no ids: the index is used there. */
export const TypedPeople = z
  .array(TypedPerson)
  .transform((people) =>
    people.map((person, index) => ({ ...person, id: person.id || String(index + 1) })),
  );

type Recorded = {
  person_id: string;
  first_name: string;
  middle_name: string | null;
  last_name: string;
  email: string;
  phone_number: string | null;
  correspondence_address: Parameters<typeof addressFormValues>[0] | null;
  amount_pounds?: number | null;
  relationship?: string | null;
};

/** Somebody on record, as their page would be filled in. */
export function typedPerson(person: Recorded): TypedPerson {
  const { person_id: id, correspondence_address: address, amount_pounds } = person;
  return TypedPerson.parse({
    ...person,
    id,
    ...phoneParts(person.phone_number),
    correspondence_address: address ? addressFormValues(address) : {},
    amount_pounds: amount_pounds ? String(amount_pounds) : undefined,
  });
}

export function typedName({ first_name = "", last_name = "", middle_name }: TypedPerson): string {
  return fullName({ first_name, middle_name, last_name });
}

/** As the list on the page of the form shows them. */
export function listed(people: readonly TypedPerson[]) {
  return people.map((person) => ({
    id: person.id,
    name: typedName(person),
    detail: person.email ?? "",
  }));
}

const ADD = "add";

/** A page about one person of a list. */
type Place = {
  people: readonly TypedPerson[];
  /** Whose page it is; "add" for another person. */
  id: string | undefined;
  /** Where the list stands: a page for nobody leads back there. */
  here: string;
};

/** @throws a redirect to the list when this person has left it, or when it takes no more. */
async function requirePlace(place: Place): Promise<void> {
  if (place.id === ADD) {
    if (place.people.length >= MAX_PEOPLE) throw await full(place);
  } else if (!place.people.some(({ id }) => id === place.id)) {
    throw await gone(place);
  }
}

function full({ here }: Place) {
  return redirectWithFlash(here, {
    kind: "warning",
    title: `You have added ${MAX_PEOPLE} people, which is the most we can take here`,
  });
}

function gone({ here }: Place) {
  return redirectWithFlash(here, {
    kind: "warning",
    title: "This person is no longer in your list",
  });
}

/**
 * What the page about one person is filled in with. For somebody new those whom the customer has named in earlier
 * matters are offered: `?known=` chooses one (WCAG 3.3.7).
 *
 * @throws a redirect to the list, as requirePlace
 */
export async function openPerson(
  request: Request,
  place: Place & { customer_id: string; matter: { id: string } | null; query: MatterQuery },
) {
  await requirePlace(place);
  const { people, customer_id, matter, query } = place;
  const isNew = place.id === ADD;
  const known = isNew ? await knownPeople(db, customer_id) : [];
  const wanted = new URL(request.url).searchParams.get("known");
  const chosen = known.find(({ person_id }) => person_id === wanted);
  const typed = people.find(({ id }) => id === place.id) ?? TypedPerson.parse({});
  const about = { field: "matter_id", id: matter?.id };
  const sent = chosen ? null : await readStashedFields(request, customer_id, about);
  const person = chosen ? typedPerson(chosen) : TypedPerson.parse(sent ?? typed);
  const { correspondence_address } = person;
  const named = people.map(typedName);
  return {
    matter_id: matter?.id ?? "",
    query,
    person,
    isNew,
    kept: sent !== null,
    known: known
      .map(({ person_id, ...names }) => ({ person_id, name: fullName(names) }))
      .filter(({ name }) => !named.includes(name)),
    finder: addressStates({ correspondence_address }),
  };
}

/**
 * The sale or the purchase that a posted page about one person is for (AMB-A07): "" is one that is not there yet. It goes
 * before the session's, which another tab may have changed.
 */
export function postedMatterId(form: FormData): string | undefined {
  const id = form.get("matter_id");
  return typeof id === "string" ? id : undefined;
}

const ADDRESSES = ["correspondence_address"];

/**
 * Answers a post of the page about one person: a button of the address finder, the form with its errors, or the list
 * with this person in it.
 *
 * @param place.keep changes the list as it is kept by then, and returns it
 * @throws a redirect to the list, as requirePlace
 */
export async function savePerson(
  form: FormData,
  place: Place & {
    schema: z.ZodType;
    keep: (change: (people: TypedPerson[]) => TypedPerson[]) => Promise<TypedPerson[]>;
  },
) {
  await requirePlace(place);
  const matter_id = postedMatterId(form);
  const address = await answerAddressFinder(form, ADDRESSES);
  const submission = await parseForm(form, place.schema);
  if (address.pressed) {
    const lastResult = unvalidatedReply(submission, address.problems);
    const status = lastResult.status === "error" ? 400 : 200;
    return data({ matter_id, finder: address.finder, lastResult }, { status });
  }
  const typed = TypedPerson.parse(submission.payload);
  if (submission.status !== "success") {
    const { correspondence_address } = typed;
    return data(
      {
        matter_id,
        finder: { ...addressStates({ correspondence_address }), ...address.finder },
        lastResult: withErrors(submission, form, ADDRESSES, address),
      },
      { status: submission.status === "error" ? 400 : 200 },
    );
  }
  const id = place.id === ADD ? randomUUID() : (place.id ?? "");
  const person = { ...typed, id };
  const people = await place.keep((now) =>
    place.id === ADD ? withAnother(now, person) : withChanged(now, person),
  );
  if (people.some((one) => isSame(one, person))) return redirect(place.here, { status: 303 });
  return place.id === ADD ? full(place) : gone(place);
}

/** A form that is sent twice does not add the person twice. */
function withAnother(people: TypedPerson[], person: TypedPerson): TypedPerson[] {
  const isThere = people.some((one) => isSame(one, person));
  return isThere || people.length >= MAX_PEOPLE ? people : [...people, person];
}

function withChanged(people: TypedPerson[], person: TypedPerson): TypedPerson[] {
  return people.map((one) => (one.id === person.id ? person : one));
}

/** The same in everything that was typed. */
function isSame(one: TypedPerson, other: TypedPerson): boolean {
  return isDeepStrictEqual({ ...one, id: "" }, { ...other, id: "" });
}

/**
 * The people of a list, each checked once more (C-043). An address that is the same as that of the one who signed in
 * is copied, so that both can change (AMB-C08).
 *
 * @returns the people, or the name of the first who is not whole.
 */
export function checkPeople<Person extends { correspondence_address: NewAddress | null }>(
  typed: readonly TypedPerson[],
  schema: z.ZodType<Person>,
  own_address: NewAddress | null,
): { people: (Person & { correspondence_address: NewAddress })[] } | { wrong: string } {
  const people: (Person & { correspondence_address: NewAddress })[] = [];
  for (const answers of typed) {
    const same_address = answers.same_address === "on";
    const person = schema.safeParse({ ...answers, same_address }).data;
    const correspondence_address = person?.correspondence_address ?? own_address;
    if (!person || !correspondence_address) return { wrong: typedName(answers) };
    people.push({ ...person, correspondence_address });
  }
  return { people };
}
