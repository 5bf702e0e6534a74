import { redirect, type TypedResponse } from "@remix-run/node";
import { ChangedElsewhereError, DomainError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
import { findFormResult } from "#app/forms/form-key.server.ts";
import { formText, onlyKept, readForm, typedFields } from "#app/forms/form.server.ts";
import { report } from "#app/observability/report.server.ts";
import { KEEP_INTENT } from "#app/ui/forms/form-types.ts";
import { db } from "#db/connection.ts";
import {
  tryAgainText,
  type AnyMatter,
  contactSupportText,
  openStep,
  type OpenStep,
  requireRole,
  setSessionMatter,
} from "./open-step.server.ts";
import {
  type AnyDraft,
  currentDraft,
  draftName,
  type FormTarget,
  formTarget,
  keepDraft,
  type PropertyJourney,
} from "./property-draft.server.ts";
import { shownNames, shownPeopleField } from "./property-page.tsx";
import {
  type ListButton,
  listButtonPath,
  listed,
  readListButton,
  withoutRemoved,
} from "./people-list.server.ts";

/** A post of the form about the property: read, and kept in its draft whatever comes of it. */

export type Post<Matter> = {
  request: Request;
  form: FormData;
  /** The id of the record that it is about, as posted: "" for one that was not there yet. */
  id: string;
  /** What to say of an id that is none; null of one that may be. */
  invalid: string | null;
  /** The record that it names, or else the one that it made when it was sent before. */
  named: string;
  /** Of the record when the form was shown; "" when there was none. */
  version: string;
  key: string;
  /** Opened for that record. */
  page: OpenStep<Matter>;
  /** What its hidden fields say when it is shown again. */
  target: FormTarget;
};

/** Reads a posted form. Another tab may work on another record meanwhile, so that the session is not asked which. */
export async function readPost<Matter extends AnyMatter, Draft extends AnyDraft>(
  journey: PropertyJourney<Matter, Draft>,
  request: Request,
): Promise<Post<Matter>> {
  const { role, noun, field, invalidId } = journey;
  await requireRole(request, role);
  const form = await readForm(request);
  const id = formText(form, field);
  const version = formText(form, "version");
  const key = formText(form, "form_key");
  const led = id === "" ? await findFormResult(db, { form: draftName(role, null), key }) : null;
  const named = led === null ? id : matterIdFromUrl(led, noun);
  const page = await openStep(journey, request, "about-the-property", named);
  const invalid =
    id === "" || isObjectId(id) ? null : contactSupportText(new DomainError(invalidId));
  const target = formTarget(page.matter, version);
  return { request, form, id, invalid, named, version, key, page, target };
}

/** @returns the id of the matter that the address of a page names; "" when it names none. */
export function matterIdFromUrl(location: string, noun: "sale" | "purchase"): string {
  const { searchParams } = new URL(location, "http://localhost");
  return searchParams.get(noun) ?? "";
}

/**
 * Keeps a post in the draft, whatever comes of it. With the intent "keep" it asks no more than that; a button of a list
 * of people leads to a page of its own.
 *
 * @param found what the post has changed beside the answers that were typed
 * @returns how the post is answered, or else the draft to continue with; and why the page has to be shown again, when
 *   nothing could be kept
 */
export async function keepPost<Matter extends AnyMatter, Draft extends AnyDraft>(
  journey: PropertyJourney<Matter, Draft>,
  post: Post<Matter>,
  found: Partial<Draft["answers"]> = {},
): Promise<
  | { response: ReturnType<typeof onlyKept> | TypedResponse<never> }
  | { draft: Draft; refusal?: { message: string; status: number } }
> {
  const { page } = post;
  const intent = formText(post.form, "intent");
  const isKept = intent === KEEP_INTENT;
  if (isKept && !isDraftCurrent(post)) return { response: onlyKept() };
  const pressed = readListButton(intent, journey.lists);
  const change = (now: Draft) => {
    const answers = journey.withTyped({ ...now.answers, ...found }, typedFields(post.form));
    const typed = { ...now, version: post.version || now.version, answers };
    return pressed ? afterListButton(typed, pressed) : typed;
  };
  let draft: Draft;
  try {
    draft = await keepDraft(journey, page, change);
  } catch (error) {
    // No one looks at this answer, and the page still has it all.
    if (isKept) throw error;
    report(error, { what: `keeping a draft of a ${journey.noun}` });
    const refusal = { message: tryAgainText(error), status: 500 };
    return { draft: change(await currentDraft(journey, page)), refusal };
  }
  if (isKept) return { response: onlyKept() };
  if (!pressed) return { draft };
  await setSessionMatter(db, page.customer, journey, page.matter);
  const path = listButtonPath(pressed, draft[pressed.list.name] ?? [], page.query);
  return { response: redirect(path, { status: 303 }) };
}

/**
 * Whether what a form keeps on its way is still to be kept: it may arrive after the same form was sent off, and would
 * then come back as answers that no one has sent.
 */
function isDraftCurrent({ id, named, version, page }: Post<AnyMatter>): boolean {
  return id === "" ? named === "" : version === String(page.matter?.version);
}

/**
 * No one is saved with a new matter whom its page did not show: the forms of two new ones share a draft, and another
 * tab may have named a person for another home meanwhile (AMB-A07).
 *
 * @returns why the answers are not saved, at the questions whose people have changed; null when the page shows them
 *   all.
 */
export function refuseUnseenPeople<Matter extends AnyMatter, Draft extends AnyDraft>(
  { lists }: PropertyJourney<Matter, Draft>,
  { form, named }: Post<Matter>,
  draft: Draft,
): { message: string; status: number; fieldErrors: Record<string, string[]> } | null {
  if (named !== "") return null;
  const fieldErrors: Record<string, string[]> = {};
  for (const { name, question, answer } of lists) {
    const people = listed(draft[name] ?? []);
    const names = shownNames(people);
    const shown = form.get(shownPeopleField(name));
    // A page from before a deploy does not say whom it shows.
    const isSeen = shown === null || shown === names;
    if (formText(form, question) === answer && !isSeen) {
      fieldErrors[question] = [`This list now has ${inSentence(people)}`];
    }
  }
  if (Object.keys(fieldErrors).length === 0) return null;
  const { message, status } = new ChangedElsewhereError();
  return { message, status, fieldErrors };
}

/** "Ann Smith, Bob Jones and Cy Hall". */
function inSentence(people: readonly { name: string }[]): string {
  return new Intl.ListFormat("en-GB").format(people.map(({ name }) => name));
}

/**
 * The list's question is answered only while a person is named: whoever goes to name the first and comes back without,
 * or removes the last, is asked again (D-039, D-041, AMB-D07).
 */
function afterListButton<Draft extends AnyDraft>(draft: Draft, pressed: ListButton): Draft {
  const { name, question, answer, asksAgain } = pressed.list;
  const people = withoutRemoved(draft[name] ?? [], pressed);
  const changed = { ...draft, [name]: people };
  if (!asksAgain) return changed;
  const answered = { [question]: people.length > 0 ? answer : undefined };
  return { ...changed, answers: { ...draft.answers, ...answered } };
}
