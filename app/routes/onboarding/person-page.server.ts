import { randomUUID } from "node:crypto";
import { redirect, type TypedResponse } from "@remix-run/node";
import type { SubmissionResult } from "@conform-to/react";
import type { z } from "zod";
import { fullName } from "#app/domain/shared/names.ts";
import { knownPeople } from "#app/domain/people/parties.server.ts";
import { MAX_NEW_MAILBOXES_A_DAY, MAX_PEOPLE } from "#app/domain/people/representation.ts";
import type { Reader } from "#app/domain/readers/reader.ts";
import { addressStates } from "#app/forms/address-finder.server.ts";
import { parseAddressForm, withChosenAddress } from "#app/forms/address-form.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { readForm, showFormAgain } from "#app/forms/form.server.ts";
import { isSameRow, withChangedRow, withRow } from "#app/forms/list-rows.server.ts";
import { consumeLimit } from "#app/limits/limits.server.ts";
import { report } from "#app/observability/report.server.ts";
import {
  deleteRejectedForm,
  readRejectedForm,
  redirectToStep,
  storeRejectedForm,
} from "#app/routes/rejected-form.server.ts";
import type { Finders } from "#app/ui/address-finder-state.ts";
import { db } from "#db/connection.ts";
import { tryAgainText } from "./open-step.server.ts";
import {
  type MatterQuery,
  type PeopleList,
  TypedPerson,
  typedName,
  typedPerson,
} from "./people-list.server.ts";

const ADD = "add";

type PersonPlace = {
  customer: Reader & { email: string };
  list: PeopleList;
  query: MatterQuery;
  people: readonly TypedPerson[];
  others?: readonly TypedPerson[];
  /** Id of the person; "add" for a new person. */
  id: string | undefined;
};

/**
 * Redirects to the list if the person has been removed from it, or if the person is new and the
 * list is full.
 */
async function requirePlace({ list, query, people, id }: PersonPlace): Promise<void> {
  if (id === ADD) {
    if (people.length >= MAX_PEOPLE) throw await full(list.here(query));
  } else if (!people.some((person) => person.id === id)) {
    throw await gone(list.here(query));
  }
}

function full(here: string) {
  return redirectWithFlash(here, {
    kind: "warning",
    title: `You’ve added ${MAX_PEOPLE} people. That’s the maximum`,
  });
}

function gone(here: string) {
  return redirectWithFlash(here, {
    kind: "warning",
    title: "This person is no longer on your list",
  });
}

/**
 * Returns the path of the page, without `?known=`, which would fill in the person from the earlier
 * matter again.
 */
const pathOf = ({ list, id = ADD, query }: PersonPlace) => list.page(id, query);

/**
 * Returns the values that the page shows. `?known=` fills in a person from an earlier matter (WCAG
 * 3.3.7).
 */
export async function showPerson(request: Request, place: PersonPlace) {
  await requirePlace(place);
  const { customer, people, id, query } = place;
  const isNew = id === ADD;
  const known = isNew ? await knownPeople(db, customer.id) : [];
  const wanted = new URL(request.url).searchParams.get("known");
  const chosen = known.find(({ person_id }) => person_id === wanted);
  const sent = chosen
    ? null
    : await readRejectedForm({ user_id: customer.id, name: pathOf(place) });
  const listed = people.find((person) => person.id === id) ?? TypedPerson.parse({});
  const person = chosen ? typedPerson(chosen) : TypedPerson.parse(sent?.typed ?? listed);
  const { correspondence_address } = person;
  const names = people.map(typedName);
  return {
    query,
    person,
    isNew,
    known: known
      .map(({ person_id, ...name }) => ({ person_id, name: fullName(name) }))
      .filter(({ name }) => !names.includes(name)),
    finder: { ...addressStates({ correspondence_address }), ...sent?.finder },
  };
}

type Again = ReturnType<typeof showFormAgain<{ finder: Finders }>>;

/**
 * Reads the person from the form. For a step of the address finder or a form with errors, returns
 * the response instead.
 */
export async function readPersonForm(
  request: Request,
  place: PersonPlace,
  schema: z.ZodType,
): Promise<
  | { response: Again | TypedResponse<never> }
  | { person: TypedPerson; refuse: (error: unknown) => Again }
> {
  await requirePlace(place);
  const { customer, id } = place;
  const form = await readForm(request);
  const path = pathOf(place);
  const typed = { user_id: customer.id, name: path };
  const read = await parseAddressForm(form, "correspondence_address", schema);
  const { pressed, finder } = read;
  const step = pressed && (await redirectToStep(request, typed, form, { pressed, path }));
  if (step) return { response: step };
  if (read.again) {
    await storeRejectedForm(typed, form);
    return { response: showFormAgain(read.again, { finder }) };
  }
  const { submission, address } = read;
  const again = (reply: SubmissionResult, status: number) =>
    showFormAgain(withChosenAddress(reply, form, address), { finder }, status);
  const refuse = (error: unknown) => {
    report(error, { what: "saving a person in a draft" });
    return again(submission.reply({ formErrors: [tryAgainText(error)] }), 500);
  };
  const answers = TypedPerson.parse(submission.payload);
  try {
    if (!(await mayAddMailbox(place, answers.email))) {
      const refusal = `You’ve added ${MAX_NEW_MAILBOXES_A_DAY} email addresses in 24 hours, which is the maximum. Add this person tomorrow`;
      return { response: again(submission.reply({ fieldErrors: { email: [refusal] } }), 429) };
    }
  } catch (error) {
    return { response: refuse(error) };
  }
  const isNew = id === undefined || id === ADD;
  return { person: { ...answers, id: isNew ? randomUUID() : id }, refuse };
}

/**
 * Returns the list with this person added or changed. The list stays the same if it is full or the
 * person has been removed.
 */
export function withPerson(
  people: TypedPerson[],
  person: TypedPerson,
  id: string | undefined,
): TypedPerson[] {
  return id === ADD ? withRow(people, person, MAX_PEOPLE) : withChangedRow(people, person);
}

export async function redirectToList(
  place: PersonPlace,
  people: readonly TypedPerson[],
  person: TypedPerson,
): Promise<TypedResponse<never>> {
  await deleteRejectedForm({ user_id: place.customer.id, name: pathOf(place) });
  const here = place.list.here(place.query);
  if (people.some((one) => isSameRow(one, person))) return redirect(here, { status: 303 });
  return place.id === ADD ? full(here) : gone(here);
}

const DAY = 24 * 60 * 60;

/**
 * Returns true if this email address may be added. The number of new addresses in a day is limited
 * (SE-6).
 */
async function mayAddMailbox(
  { customer, people, others = [] }: PersonPlace,
  typed: string | undefined,
): Promise<boolean> {
  const mailbox = typed?.trim().toLowerCase();
  if (!mailbox) return true;
  const known = [customer, ...people, ...others, ...(await knownPeople(db, customer.id))];
  if (known.some(({ email }) => email?.trim().toLowerCase() === mailbox)) return true;
  const key = `named-mailboxes:${customer.id}`;
  const limit = MAX_NEW_MAILBOXES_A_DAY;
  return (await consumeLimit(db, { key, limit, seconds: DAY })).ok;
}
