import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { z } from "zod";
import { fullName } from "#app/domain/fields/names.ts";
import { knownPeople } from "#app/domain/people/parties.server.ts";
import { MAX_NEW_MAILBOXES_A_DAY, MAX_PEOPLE } from "#app/domain/people/representation.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { addressStates } from "#app/forms/address-finder.server.ts";
import { parseAddressForm, withChosenAddress } from "#app/forms/address-form.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { readForm, showAgain } from "#app/forms/form.server.ts";
import { isSameRow, withChangedRow, withRow } from "#app/forms/typed-rows.server.ts";
import { takeOneTurn } from "#app/limits/limits.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { report } from "#app/observability/report.server.ts";
import { redirectToStep } from "#app/routes/stashed-form.server.ts";
import { db } from "#db/connection.ts";
import { tryAgainText, type AnyMatter, requireRole, setSessionMatter } from "./open-step.server.ts";
import { type PeopleList, TypedPerson, typedName, typedPerson } from "./people-list.server.ts";
import {
  type AnyDraft,
  keepDraft,
  openProperty,
  type PropertyJourney,
  readStashedAnswers,
  showProperty,
} from "./property-draft.server.ts";

/** The page about one person of a list that stands on a form. */

type Args = Pick<LoaderFunctionArgs, "request" | "params">;

const ADD = "add";

/** A page about one person of a list. */
type Place = {
  people: readonly TypedPerson[];
  /** Whose page it is; "add" for another person. */
  id: string | undefined;
  /** Where the list stands: a page for no one leads back there. */
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
    title: `You’ve added ${MAX_PEOPLE} people. That’s the maximum`,
  });
}

function gone({ here }: Place) {
  return redirectWithFlash(here, {
    kind: "warning",
    title: "This person is no longer on your list",
  });
}

/**
 * What the page about one person is filled in with. For a person new those whom the customer has named in earlier
 * matters are offered: `?known=` chooses one (WCAG 3.3.7).
 *
 * @param isRepresented whether who answers so acts for the people of this list
 * @throws a redirect to the list, as requirePlace
 */
export async function openPerson<Matter extends AnyMatter, Draft extends AnyDraft>(
  journey: PropertyJourney<Matter, Draft>,
  list: PeopleList,
  { request, params }: Args,
  isRepresented: (answers: Draft["answers"]) => boolean = () => false,
) {
  const { customer, matter, query, draft } = await showProperty(journey, request);
  const people = draft[list.name] ?? [];
  await requirePlace({ people, id: params.person, here: list.here(query) });
  const isNew = params.person === ADD;
  const known = isNew ? await knownPeople(db, customer.id) : [];
  const wanted = new URL(request.url).searchParams.get("known");
  const chosen = known.find(({ person_id }) => person_id === wanted);
  const typed = people.find(({ id }) => id === params.person) ?? TypedPerson.parse({});
  const matter_id = matter?.id ?? "";
  const about = { field: "matter_id", id: matter_id };
  const stash = chosen ? null : await readStashedAnswers(request, customer.id, about);
  const person = chosen ? typedPerson(chosen) : TypedPerson.parse(stash?.answers ?? typed);
  const { correspondence_address } = person;
  const named = people.map(typedName);
  return {
    matter_id,
    query,
    person,
    isNew,
    isRepresented: isRepresented(draft.answers),
    stashed: stash?.stashed ?? false,
    known: known
      .map(({ person_id, ...names }) => ({ person_id, name: fullName(names) }))
      .filter(({ name }) => !named.includes(name)),
    finder: { ...addressStates({ correspondence_address }), ...stash?.finder },
  };
}

/**
 * Handles a post of the page about one person: a button of the address finder, the form with its errors, or the list
 * with this person in it. The matter that the form names goes before the session's, which another tab may have changed
 * (AMB-A07): "" is one that is not there yet.
 *
 * @param schemaOf what is asked of a person, where that depends on the form's own answers
 * @throws a redirect to the list, as requirePlace
 */
export async function savePerson<Matter extends AnyMatter, Draft extends AnyDraft>(
  journey: PropertyJourney<Matter, Draft>,
  list: PeopleList,
  { request, params }: Args,
  schemaOf: (answers: Draft["answers"]) => z.ZodType = () => list.schema,
) {
  await requireRole(request, journey.role);
  const posted = await readForm(request);
  const matter_id = postedMatterId(posted);
  const page = await openProperty(journey, request, matter_id);
  // The form names its matter itself: the session's only saves looking for it.
  await nullIfFailed(setSessionMatter(db, page.customer, journey, page.matter), {
    what: "session",
  });
  const people = page.draft[list.name] ?? [];
  const place = { people, id: params.person, here: list.here(page.query) };
  await requirePlace(place);
  const schema = schemaOf(page.draft.answers);
  const read = await parseAddressForm(posted, "correspondence_address", schema);
  const { pressed } = read;
  // Without `?known=`, which would fill the page in anew.
  const path = list.page(params.person ?? ADD, page.query);
  const step = pressed && (await redirectToStep(request, page.customer.id, posted, pressed, path));
  if (step) return step;
  if (read.again) return showAgain(read.again, { matter_id, finder: read.finder });

  const typed = TypedPerson.parse(read.submission.payload);
  const again = (errors: Parameters<typeof read.submission.reply>[0], status: number) => {
    const refused = withChosenAddress(read.submission.reply(errors), posted, read.address);
    return showAgain(refused, { matter_id, finder: read.finder }, status);
  };
  const isNew = params.person === ADD;
  const person = { ...typed, id: isNew ? randomUUID() : (params.person ?? "") };
  let draft: Draft;
  try {
    if (!(await mayAddMailbox(page.customer, typed.email, page.draft))) {
      const refusal = `You’ve added ${MAX_NEW_MAILBOXES_A_DAY} email addresses in 24 hours, which is the maximum. Add this person tomorrow`;
      return again({ fieldErrors: { email: [refusal] } }, 429);
    }
    draft = await keepDraft(journey, page, (now) => ({
      ...now,
      answers: { ...now.answers, [list.question]: list.answer },
      [list.name]: isNew
        ? withRow(now[list.name] ?? [], person, MAX_PEOPLE)
        : withChangedRow(now[list.name] ?? [], person),
    }));
  } catch (error) {
    report(error, { what: "keeping a person" });
    return again({ formErrors: [tryAgainText(error)] }, 500);
  }
  const isKept = draft[list.name]?.some((one) => isSameRow(one, person));
  if (isKept) return redirect(place.here, { status: 303 });
  return isNew ? full(place) : gone(place);
}

const DAY = 24 * 60 * 60;

/**
 * Whether a customer may add this email address. Each one gets an email from us with what the customer typed, so a day
 * has a limited number that are not on the lists of this draft or of an earlier matter (SE-6).
 */
async function mayAddMailbox(
  customer: { id: ReaderId; email: string },
  typed: string | undefined,
  draft: AnyDraft,
): Promise<boolean> {
  const mailbox = typed?.trim().toLowerCase();
  if (!mailbox) return true;
  const listed = [draft.sellers, draft.buyers, draft.giftors].flatMap((people) => people ?? []);
  const known = [customer, ...listed, ...(await knownPeople(db, customer.id))];
  if (known.some(({ email }) => email?.trim().toLowerCase() === mailbox)) return true;
  const key = `named-mailboxes:${customer.id}`;
  const limit = MAX_NEW_MAILBOXES_A_DAY;
  return (await takeOneTurn(db, { key, limit, seconds: DAY })).ok;
}

function postedMatterId(form: FormData): string | undefined {
  const id = form.get("matter_id");
  return typeof id === "string" ? id : undefined;
}
