import { isDeepStrictEqual } from "node:util";
import { redirect } from "@remix-run/node";
import type { z } from "zod";
import type { Onboarding } from "#app/auth/session.server.ts";
import { changeDraft, readDraft } from "#app/domain/drafts/drafts.server.ts";
import { newFormKey } from "#app/forms/form-key.server.ts";
import {
  type InvitedProperty,
  readInvitedProperty,
} from "#app/domain/invitations/invitations.server.ts";
import { formText, typedFields } from "#app/forms/form.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import type { Role } from "#app/paths.ts";
import type { Finders } from "#app/ui/address-finder-state.ts";
import { type Db, db } from "#db/connection.ts";
import { currencyPartner } from "./currency-partner.server.ts";
import { readKeptForm } from "./kept-form.server.ts";
import type { Partner } from "./money-questions.tsx";
import {
  type AnyMatter,
  type Journey,
  keepMatterInUrl,
  type MatterQuery,
  NEW_MATTER,
  type OpenStep,
} from "./open-step.server.ts";
import type { PeopleList, PeopleLists } from "./people-list.server.ts";

/**
 * What is typed about a property and the people beside it, before it is a sale or a purchase and while that is changed.
 * Each post is kept, whatever button was pressed, so that nothing is lost between the pages, and on any device.
 */

export type AnyDraft = PeopleLists & {
  /** Of the matter that the answers were typed for; "" while there is none. */
  version: string;
  answers: object;
};

/** What the form about the property is for sellers and for buyers. */
export type DraftedForm<Matter extends AnyMatter, Draft extends AnyDraft> = Pick<
  Journey<string, Matter>,
  "role" | "noun" | "field" | "invalidId" | "read"
> & {
  urls: Record<"about-the-property" | "terms-and-conditions", (query: MatterQuery) => string>;
  open: (request: Request, named?: string) => Promise<OpenStep<Matter>>;
  draft: z.ZodType<Draft>;
  lists: readonly PeopleList<keyof Draft["answers"] & string>[];
  /** What is on record; the draft that nobody has typed in yet without a record. */
  toDraft: (matter: Matter | null) => Draft;
  /** The home that somebody was invited for, as if they had found it already (AMB-R04). */
  withInvited: (answers: Draft["answers"], invited: InvitedProperty) => Draft["answers"];
  /** What was typed replaces what is kept; what a form does not ask stays. */
  withTyped: (answers: Draft["answers"], typed: object) => Draft["answers"];
};

type OpenProperty<Matter, Draft> = OpenStep<Matter> & { draft: Draft };

/** Opens the property step, for the matter a form names, with what was typed last or else what is on record. */
export async function openProperty<Matter extends AnyMatter, Draft extends AnyDraft>(
  form: DraftedForm<Matter, Draft>,
  request: Request,
  named?: string,
): Promise<OpenProperty<Matter, Draft>> {
  const open = await form.open(request, named);
  return { ...open, draft: await currentDraft(form, open) };
}

/** What was typed last, or else what the form begins with. */
export async function currentDraft<Matter extends AnyMatter, Draft extends AnyDraft>(
  form: DraftedForm<Matter, Draft>,
  open: Owned<Matter>,
): Promise<Draft> {
  const stored = await readDraft(db, open.customer.id, draftName(form.role, open.matter));
  return form.draft.safeParse(stored).data ?? (await firstDraft(form, open));
}

/** What a form begins with: what is on record, or the home that the customer has come to sell or buy by an invitation. */
async function firstDraft<Matter extends AnyMatter, Draft extends AnyDraft>(
  form: DraftedForm<Matter, Draft>,
  { customer, matter }: Owned<Matter>,
  within: Db = db,
): Promise<Draft> {
  const draft = form.toDraft(matter);
  const invitation_id = customer.onboarding?.invitation_id;
  if (matter || !invitation_id) return draft;
  const { role } = form;
  const reading = readInvitedProperty(within, { invitation_id, user_id: customer.id, role });
  // Without it the customer finds the home by themselves.
  const invited = await nullIfFailed(reading, { what: "reading an invitation's property" });
  return invited ? { ...draft, answers: form.withInvited(draft.answers, invited) } : draft;
}

/**
 * As openProperty, for a page that is shown.
 *
 * @throws a redirect to the address that names the matter; and from the form for a new one to the matter that it has
 *   made (the back button), unless something else is typed there by now
 */
export async function showProperty<Matter extends AnyMatter, Draft extends AnyDraft>(
  form: DraftedForm<Matter, Draft>,
  request: Request,
): Promise<OpenProperty<Matter, Draft>> {
  const page = await openProperty(form, request);
  keepMatterInUrl(request, page.query);
  const made = page.customer.onboarding.made?.[form.noun];
  const isNew = new URL(request.url).searchParams.get(form.noun) === NEW_MATTER;
  const isEmpty = isDeepStrictEqual(page.draft, form.toDraft(null));
  if (isNew && isEmpty && made) {
    throw redirect(form.urls["about-the-property"]({ [form.noun]: made }));
  }
  return page;
}

type AnswersShown<Matter, Draft> = OpenProperty<Matter, Draft> & {
  /** They were sent when the session was gone, and are in no draft yet. */
  stashed: boolean;
  /** Where the address finder is that the form was left at, by field. */
  finder: Finders;
  target: FormTarget;
  formKey: string;
  partner: Partner | null;
};

/** As showProperty, with all that the page of both journeys shows: also what was sent when the session was gone. */
export async function showAnswers<Matter extends AnyMatter, Draft extends AnyDraft>(
  form: DraftedForm<Matter, Draft>,
  request: Request,
): Promise<AnswersShown<Matter, Draft>> {
  const opened = await showProperty(form, request);
  const { customer, matter, draft } = opened;
  const target = formTarget(matter, draft.version);
  const formKey = newFormKey(draftName(form.role, null));
  const page = { ...opened, target, formKey, partner: currencyPartner() };
  const named = { field: form.field, id: target.id };
  const kept = await readKeptAnswers(request, customer.id, named);
  if (!kept) return { ...page, stashed: false, finder: {} };
  const { stashed, finder } = kept;
  const answers = form.withTyped(draft.answers, kept.answers);
  return { ...page, stashed, finder, draft: { ...draft, answers } };
}

/** Which record a form is about, and as of when, as its hidden fields say it; "" for one that is not there yet. */
export type FormTarget = { id: string; version: string };

/** @param version that the answers were typed for, where that is known */
export function formTarget(matter: AnyMatter | null, version = ""): FormTarget {
  return { id: matter?.id ?? "", version: version || String(matter?.version ?? "") };
}

/**
 * What was kept of this page's form, if it was about the same matter.
 *
 * @param matter.field the hidden field that names it
 * @param matter.id "" for one that is not there yet
 */
export async function readKeptAnswers(
  request: Request,
  customer_id: string,
  { field, id }: { field: string; id: string },
) {
  const kept = await readKeptForm(request, customer_id);
  if (!kept || formText(kept.form, field) !== id) return null;
  const { form, stashed, finder } = kept;
  return { answers: typedFields(form), stashed, finder };
}

/** One draft for each matter, and one for a matter that is not saved yet, which the form's one-time keys are named after. */
export function draftName(role: Role, matter: { id: string } | null): string {
  return matter ? `${role}/about-the-property:${matter.id}` : `${role}/about-the-property`;
}

type Owned<Matter> = {
  customer: { id: string; onboarding?: Onboarding };
  matter: Matter | null;
};

/** Changes what is kept, as it is by now: another tab may have changed it meanwhile. */
export function keepDraft<Matter extends AnyMatter, Draft extends AnyDraft>(
  form: DraftedForm<Matter, Draft>,
  { customer, matter }: Owned<{ id: string }>,
  change: (now: Draft) => Draft,
  within: Db = db,
): Promise<Draft> {
  return changeDraft(within, customer.id, draftName(form.role, matter), async (stored, trx) => {
    const kept = form.draft.safeParse(stored).data;
    if (kept) return change(kept);
    const record = matter && (await form.read(trx, { id: matter.id, customer_id: customer.id }));
    return change(await firstDraft(form, { customer, matter: record }, trx));
  });
}

/**
 * Puts what was typed about a property into the draft of the matter about it that this customer had begun before, to be
 * looked over there. Nobody who was named for it is lost.
 */
export async function copyTypedToDraft<Matter extends AnyMatter, Draft extends AnyDraft>(
  trx: Db,
  form: DraftedForm<Matter, Draft>,
  { id, customer }: { id: string; customer: { id: string } },
  typed: Draft,
): Promise<void> {
  const { version } = await form.read(trx, { id, customer_id: customer.id });
  const change = (now: Draft): Draft => {
    const named = form.lists.filter(({ name }) => typed[name]?.length);
    const people = Object.fromEntries(named.map(({ name }) => [name, typed[name]]));
    return { ...now, ...people, version: String(version), answers: typed.answers };
  };
  await keepDraft(form, { customer, matter: { id } }, change, trx);
}
