import type { Submission, SubmissionResult } from "@conform-to/dom";
import { redirect, type TypedResponse } from "@remix-run/node";
import { deleteDraft } from "#app/domain/drafts/drafts.server.ts";
import { ChangedElsewhereError, DomainError } from "#app/domain/errors.ts";
import type { Questions } from "#app/domain/fields/questions.ts";
import { joinInvitation } from "#app/domain/invitations/invited-matters.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { AlreadySentError, onceInTransaction } from "#app/forms/form-key.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { report } from "#app/observability/report.server.ts";
import type { Role } from "#app/paths.ts";
import type { FlashMessage } from "#app/ui/root-data.ts";
import { type Db, db, inTransaction } from "#db/connection.ts";
import {
  tryAgainText,
  type AnyMatter,
  openStep,
  type OpenStep,
  setSessionMatter,
} from "./open-step.server.ts";
import {
  type AnyDraft,
  copyTypedToDraft,
  draftName,
  type FormTarget,
  formTarget,
  type PropertyJourney,
} from "./property-draft.server.ts";
import { matterIdFromUrl, type Post } from "./property-post.server.ts";

/** What is done with the answers about a property that have passed: they make a sale or a purchase, or change one. */

export type Saved = { id: string; property_id: string };

/** How the answers of one post are saved: as a sale or as a purchase. */
export type Saving<Matter extends AnyMatter> = {
  /** What tells this post from a copy of the same form with other answers. */
  answers: unknown;
  create: (trx: Db, customer_id: string) => Promise<Saved>;
  /** Throws ChangedElsewhereError for another version, unless none is given. */
  update: (
    trx: Db,
    target: { id: string; customer_id: ReaderId; version: number | undefined },
  ) => Promise<Saved>;
  /** The matter about this property that the customer has begun before. */
  findBegun: (
    trx: Db,
    customer_id: ReaderId,
  ) => Promise<(Saved & { complete: boolean; dashboard: string }) | null>;
  /** What to say where a form for a new matter led to one of before: to its form, or to its dashboard. */
  foundBegun: { open: FlashMessage; complete: FlashMessage | null };
  /** Where a matter continues once it has these answers. */
  next: (matter: Matter) => string;
  /** What another tab has saved and these answers say otherwise, by question; see differingAnswers. */
  savedElsewhere: (matter: Matter) => Record<string, string[]>;
  /** What follows from a matter that is saved, and cannot undo it; gives what is to be said of it on the next page. */
  afterSave?: (page: OpenStep<Matter>, saved: Saved) => Promise<FlashMessage | null>;
};

/** Why answers were not saved, to be said over the form. */
export type Refusal = {
  message: string;
  status?: number;
  fieldErrors?: Record<string, string[]>;
  /** Which record the form is about from now on. */
  target?: FormTarget;
};

/**
 * Saves the answers of a form.
 *
 * @param typed the answers as they were typed
 * @returns where the customer continues, or what they can put right
 */
export async function saveProperty<Matter extends AnyMatter, Draft extends AnyDraft>(
  journey: PropertyJourney<Matter, Draft>,
  post: Post<Matter>,
  saving: Saving<Matter>,
  typed: Draft,
): Promise<{ response: TypedResponse<never> } | { refusal: Refusal }> {
  const { matter } = post.page;
  try {
    return {
      response:
        post.id && matter
          ? await saveExisting(journey, post, matter, saving)
          : await saveNew(journey, post, saving, typed),
    };
  } catch (error) {
    return { refusal: await explain(journey, post, saving, error) };
  }
}

/**
 * Changes the matter of the page, and moves on even when that failed: what was typed stays in the draft (C-061, C-076,
 * AMB-C10, AMB-C12).
 *
 * @throws what the customer can put right: a person is buying this home, for example. ChangedElsewhereError only when
 *   something that is saved by now is answered otherwise: the same form sent again with the same answers is no
 *   conflict.
 */
async function saveExisting<Matter extends AnyMatter, Draft extends AnyDraft>(
  journey: PropertyJourney<Matter, Draft>,
  { page, version }: Pick<Post<Matter>, "page" | "version">,
  matter: Matter,
  saving: Saving<Matter>,
): Promise<TypedResponse<never>> {
  const { customer } = page;
  const next = saving.next(matter);
  const target = { id: matter.id, customer_id: customer.id };
  try {
    await inTransaction(db, async (trx) => {
      const opened = { ...target, version: version === "" ? undefined : Number(version) };
      const saved = await saving.update(trx, opened);
      await setSessionMatter(trx, customer, journey, saved);
    });
  } catch (error) {
    if (error instanceof ChangedElsewhereError) {
      const differs = saving.savedElsewhere(await journey.read(db, target));
      if (Object.keys(differs).length === 0) {
        return saveExisting(journey, { page, version: "" }, matter, saving);
      }
    }
    if (error instanceof DomainError) throw error;
    report(error, { what: `saving a ${journey.noun}` });
    return redirectWithFlash(next, {
      kind: "error",
      title: "Your answers weren’t saved",
      description: tryAgainText(error),
    });
  }
  await forgetDraft(journey.role, page);
  return goOn(next, await saving.afterSave?.(page, matter));
}

/**
 * Makes the matter, once however often the form is sent (C-060, C-074, D-054). One about this property that the
 * customer has begun before continues with what was typed now, which is shown first; one that is complete opens
 * (AMB-D12).
 *
 * @throws AlreadySentError when the form was sent before with other answers; whatever hindered the saving (AMB-C10).
 */
async function saveNew<Matter extends AnyMatter, Draft extends AnyDraft>(
  journey: PropertyJourney<Matter, Draft>,
  { page, key }: Post<Matter>,
  saving: Saving<Matter>,
  typed: Draft,
): Promise<TypedResponse<never>> {
  const { role, noun, urls } = journey;
  const { answers, foundBegun } = saving;
  const { customer } = page;
  const created: { matter?: Saved } = {};
  const sent = { form: draftName(role, null), key, body: { customer_id: customer.id, answers } };
  const next = await onceInTransaction(db, sent, async (trx) => {
    const begun = await saving.findBegun(trx, customer.id);
    if (begun?.complete) return begun.dashboard;
    if (begun) await copyTypedToDraft(trx, journey, { id: begun.id, customer }, typed);
    const saved = begun ?? (await saving.create(trx, customer.id));
    if (!begun) created.matter = saved;
    const { invitation_id } = customer.onboarding;
    await joinInvitation(trx, { role, id: saved.id, customer_id: customer.id, invitation_id });
    const query = { [noun]: saved.id };
    await setSessionMatter(trx, customer, journey, saved, { ...customer.onboarding, made: query });
    return urls[begun ? "about-the-property" : "terms-and-conditions"](query);
  });
  await forgetDraft(journey.role, page);
  // A copy of the form skips this: the first one did it.
  if (created.matter) return goOn(next, await saving.afterSave?.(page, created.matter));
  if (next.startsWith(urls["terms-and-conditions"]({}))) return goOn(next);
  const toForm = next.startsWith(urls["about-the-property"]({}));
  return goOn(next, toForm ? foundBegun.open : foundBegun.complete);
}

async function goOn(next: string, flash?: FlashMessage | null): Promise<TypedResponse<never>> {
  return flash ? redirectWithFlash(next, flash) : redirect(next, { status: 303 });
}

async function forgetDraft(role: Role, { customer, matter }: OpenStep<AnyMatter>) {
  await nullIfFailed(deleteDraft(db, customer.id, draftName(role, matter)), {
    what: "forgetting a draft",
  });
}

/** What to say of answers that could not be saved. */
async function explain<Matter extends AnyMatter, Draft extends AnyDraft>(
  journey: PropertyJourney<Matter, Draft>,
  { request, named }: Post<Matter>,
  saving: Saving<Matter>,
  error: unknown,
): Promise<Refusal> {
  if (error instanceof AlreadySentError) {
    // What comes next changes the matter that this form has made.
    const made = matterIdFromUrl(error.location, journey.noun);
    const { matter } = await openStep(journey, request, "about-the-property", made);
    return { message: error.message, status: 409, target: formTarget(matter) };
  }
  if (error instanceof ChangedElsewhereError) {
    const { matter } = await openStep(journey, request, "about-the-property", named);
    const fieldErrors = matter ? saving.savedElsewhere(matter) : {};
    return { message: error.message, status: 409, target: formTarget(matter), fieldErrors };
  }
  if (error instanceof DomainError) return { message: error.message, status: error.status };
  report(error, { what: `saving a ${journey.noun}` });
  return { message: tryAgainText(error), status: 500 };
}

/** The form again, with why it was not saved above it. Conform would put the questions in the order of the alphabet. */
export function refusedReply(
  submission: Submission<unknown>,
  { message, fieldErrors }: Refusal,
): SubmissionResult {
  const reply = submission.reply({ formErrors: [message] });
  return { ...reply, error: { ...reply.error, ...fieldErrors } };
}

/**
 * Where two versions of the same answers differ: an error for each such question, which says what is saved.
 *
 * @param shown the text to show for answers that are compared by id
 */
export function differingAnswers<Answers extends Record<string, string>>(
  questions: Questions,
  mine: Answers,
  saved: Answers,
  shown: Partial<Answers> = {},
): Record<string, string[]> {
  return Object.fromEntries(
    Object.keys(questions)
      .filter((question) => mine[question] !== saved[question])
      .map((question) => [
        question,
        [`Saved in another tab or on another device: ${shown[question] ?? saved[question] ?? ""}`],
      ]),
  );
}
