import { isDeepStrictEqual } from "node:util";
import { redirect } from "@remix-run/node";
import type { z } from "zod";
import type { Onboarding } from "#app/auth/session.server.ts";
import { changeDraft, readDraft } from "#app/domain/drafts/drafts.server.ts";
import {
  type InvitedProperty,
  readInvitedProperty,
} from "#app/domain/invitations/invitations.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { env } from "#app/platform/env.server.ts";
import { newFormKey } from "#app/forms/form-key.server.ts";
import { formText, typedFields } from "#app/forms/form.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import type { Role } from "#app/paths.ts";
import { readStashedForm } from "#app/routes/stashed-form.server.ts";
import type { Finders } from "#app/ui/address-finder-state.ts";
import { type Db, db } from "#db/connection.ts";
import {
  type AnyMatter,
  type Journey,
  nameMatterInUrl,
  type MatterQuery,
  NEW_MATTER,
  openStep,
  type OpenStep,
} from "./open-step.server.ts";
import type { Partner } from "./property-page.tsx";
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

/** A journey with what is drafted of its form about the property. */
export type PropertyJourney<Matter extends AnyMatter, Draft extends AnyDraft> = Journey<
  string,
  Matter
> & {
  urls: Record<"about-the-property" | "terms-and-conditions", (query: MatterQuery) => string>;
  draft: z.ZodType<Draft>;
  lists: readonly PeopleList<keyof Draft["answers"] & string>[];
  /** What is on record; the draft that no one has typed in yet without a record. */
  toDraft: (matter: Matter | null) => Draft;
  /** The home that a person was invited for, as if they had found it already (AMB-R04). */
  withInvited: (answers: Draft["answers"], invited: InvitedProperty) => Draft["answers"];
  /** What was typed replaces what is kept; what a form does not ask stays. */
  withTyped: (answers: Draft["answers"], typed: object) => Draft["answers"];
};

type OpenProperty<Matter, Draft> = OpenStep<Matter> & { draft: Draft };

/** Opens the property step, for the matter a form names, with what was typed last or else what is on record. */
export async function openProperty<Matter extends AnyMatter, Draft extends AnyDraft>(
  journey: PropertyJourney<Matter, Draft>,
  request: Request,
  named?: string,
): Promise<OpenProperty<Matter, Draft>> {
  const open = await openStep(journey, request, "about-the-property", named);
  return { ...open, draft: await currentDraft(journey, open) };
}

/** What was typed last, or else what the form begins with. */
export async function currentDraft<Matter extends AnyMatter, Draft extends AnyDraft>(
  journey: PropertyJourney<Matter, Draft>,
  open: Owned<Matter>,
): Promise<Draft> {
  const stored = await readDraft(db, open.customer.id, draftName(journey.role, open.matter));
  return journey.draft.safeParse(stored).data ?? (await firstDraft(journey, open));
}

/**
 * What a form begins with: what is on record, or the home that the customer has come to sell or buy by an invitation.
 */
async function firstDraft<Matter extends AnyMatter, Draft extends AnyDraft>(
  journey: PropertyJourney<Matter, Draft>,
  { customer, matter }: Owned<Matter>,
  within: Db = db,
): Promise<Draft> {
  const draft = journey.toDraft(matter);
  const invitation_id = customer.onboarding?.invitation_id;
  if (matter || !invitation_id) return draft;
  const { role } = journey;
  const reading = readInvitedProperty(within, { invitation_id, user_id: customer.id, role });
  // Without it the customer finds the home by themselves.
  const invited = await nullIfFailed(reading, { what: "reading an invitation's property" });
  return invited ? { ...draft, answers: journey.withInvited(draft.answers, invited) } : draft;
}

/**
 * As openProperty, for a page that is shown.
 *
 * @throws a redirect to the address that names the matter; and from the form for a new one to the matter that it has
 *   made (the back button), unless something else is typed there by now
 */
export async function showProperty<Matter extends AnyMatter, Draft extends AnyDraft>(
  journey: PropertyJourney<Matter, Draft>,
  request: Request,
): Promise<OpenProperty<Matter, Draft>> {
  const page = await openProperty(journey, request);
  nameMatterInUrl(request, page.query);
  const made = page.customer.onboarding.made?.[journey.noun];
  const isNew = new URL(request.url).searchParams.get(journey.noun) === NEW_MATTER;
  const isEmpty = isDeepStrictEqual(page.draft, journey.toDraft(null));
  if (isNew && isEmpty && made) {
    throw redirect(journey.urls["about-the-property"]({ [journey.noun]: made }));
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
  journey: PropertyJourney<Matter, Draft>,
  request: Request,
): Promise<AnswersShown<Matter, Draft>> {
  const opened = await showProperty(journey, request);
  const { customer, matter, draft } = opened;
  const target = formTarget(matter, draft.version);
  const formKey = newFormKey(draftName(journey.role, null));
  const page = { ...opened, target, formKey, partner: currencyPartner() };
  const named = { field: journey.field, id: target.id };
  const stash = await readStashedAnswers(request, customer.id, named);
  if (!stash) return { ...page, stashed: false, finder: {} };
  const { stashed, finder } = stash;
  const answers = journey.withTyped(draft.answers, stash.answers);
  return { ...page, stashed, finder, draft: { ...draft, answers } };
}

/** Which record a form is about, and as of when, as its hidden fields say it; "" for one that is not there yet. */
export type FormTarget = { id: string; version: string };

/** @param version that the answers were typed for, where that is known */
export function formTarget(matter: AnyMatter | null, version = ""): FormTarget {
  return { id: matter?.id ?? "", version: version || String(matter?.version ?? "") };
}

/**
 * What was stashed of this page's form, if it was about the same matter.
 *
 * @param matter.field the hidden field that names it
 * @param matter.id "" for one that is not there yet
 */
export async function readStashedAnswers(
  request: Request,
  customer_id: string,
  { field, id }: { field: string; id: string },
) {
  const stash = await readStashedForm(request, customer_id, (form) => formText(form, field) === id);
  if (!stash) return null;
  const { form, stashed, finder } = stash;
  return { answers: typedFields(form), stashed, finder };
}

/**
 * One draft for each matter, and one for a matter that is not saved yet, which the form's one-time keys are named
 * after.
 */
export function draftName(role: Role, matter: { id: string } | null): string {
  return matter ? `${role}/about-the-property:${matter.id}` : `${role}/about-the-property`;
}

type Owned<Matter> = {
  customer: { id: ReaderId; onboarding?: Onboarding };
  matter: Matter | null;
};

/** Changes what is kept, as it is by now: another tab may have changed it meanwhile. */
export function keepDraft<Matter extends AnyMatter, Draft extends AnyDraft>(
  journey: PropertyJourney<Matter, Draft>,
  { customer, matter }: Owned<{ id: string }>,
  change: (now: Draft) => Draft,
  within: Db = db,
): Promise<Draft> {
  return changeDraft(within, customer.id, draftName(journey.role, matter), async (stored, trx) => {
    const kept = journey.draft.safeParse(stored).data;
    if (kept) return change(kept);
    const record = matter && (await journey.read(trx, { id: matter.id, customer_id: customer.id }));
    return change(await firstDraft(journey, { customer, matter: record }, trx));
  });
}

/**
 * Puts what was typed about a property into the draft of the matter about it that this customer had begun before, to be
 * looked over there. No one who was named for it is lost.
 */
export async function copyTypedToDraft<Matter extends AnyMatter, Draft extends AnyDraft>(
  trx: Db,
  journey: PropertyJourney<Matter, Draft>,
  { id, customer }: { id: string; customer: { id: ReaderId } },
  typed: Draft,
): Promise<void> {
  const { version } = await journey.read(trx, { id, customer_id: customer.id });
  const change = (now: Draft): Draft => {
    const named = journey.lists.filter(({ name }) => typed[name]?.length);
    const people = Object.fromEntries(named.map(({ name }) => [name, typed[name]]));
    return { ...now, ...people, version: String(version), answers: typed.answers };
  };
  await keepDraft(journey, { customer, matter: { id } }, change, trx);
}

/** Null while none is named: then no banner is shown (AMB-C20). */
function currencyPartner(): Partner | null {
  const { CURRENCY_PARTNER_NAME, CURRENCY_PARTNER_URL, CURRENCY_PARTNER_TEXT } = env;
  if (!CURRENCY_PARTNER_NAME) return null;
  return { name: CURRENCY_PARTNER_NAME, url: CURRENCY_PARTNER_URL, text: CURRENCY_PARTNER_TEXT };
}
