import { redirect } from "@remix-run/node";
import { readCustomer, signInAgain } from "#app/auth/guards.server.ts";
import { type Onboarding, type SignedIn, updateOnboarding } from "#app/auth/session.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
import {
  type MatterProgress,
  requiredStep,
  resumeStep,
  type Steps,
} from "#app/domain/onboarding/steps.ts";
import { type Person, readPerson } from "#app/domain/people/person.server.ts";
import type { Reader, ReaderId } from "#app/domain/readers/reader.ts";
import { env } from "#app/platform/env.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import {
  asPlainText,
  contactSupport,
  GENERIC_ERROR,
  shownMessage,
  tryAgainOrContactSupport,
} from "#app/observability/errors.ts";
import { report } from "#app/observability/report.server.ts";
import { paths, type Role } from "#app/paths.ts";
import { type Db, db } from "#db/connection.ts";

/** Who may open which step of a journey (C-090, C-091, AMB-C14, AMB-C15), for sellers and buyers alike. */

export type Target = { id: string; customer_id: ReaderId };

/** A sale or a purchase, as far as the pages of both need it. */
export type AnyMatter = MatterProgress & { id: string; property_id: string; version: number };

type Url = (query: MatterQuery) => string;

/** How the address of a page names its matter: `{ sale: id }`. */
export type MatterQuery = Record<string, string>;

/** What an address names that is not saved yet. */
export const NEW_MATTER = "new";

/** What selling and buying differ in. */
export type Journey<Last extends string, Found extends MatterProgress> = {
  role: Role;
  /** What is worked on. A page's address names it so: `?sale=`. */
  noun: "sale" | "purchase";
  /** What its id is called in a session and in a form. */
  field: "transaction_id" | "purchase_intent_id";
  /** What to say of an id that is none (C-087, C-096, D-062). */
  invalidId: string;
  steps: Steps<Last>;
  urls: Record<Steps<Last>[number], Url>;
  /** Throws NotFoundError for another customer's. */
  read: (db: Db, target: Target) => Promise<Found>;
  /**
   * Whether terms were ticked that could not be saved: the last step tries again to write them down, and there they
   * count (AMB-C10).
   */
  hasPendingTerms: (db: Db, target: Target) => Promise<boolean>;
};

export type OpenStep<Found> = {
  customer: SignedIn & Reader;
  person: Person;
  matter: Found | null;
  /** For the addresses of the steps of the same matter. */
  query: MatterQuery;
};

/** Any customer who is signed in may sell or buy: there is no separate role. Throws a redirect (AMB-C14). */
export function requireSeller(request: Request): Promise<SignedIn & Reader> {
  return requireRole(request, "sell");
}

/** As requireSeller, for those who buy. */
export function requireBuyer(request: Request): Promise<SignedIn & Reader> {
  return requireRole(request, "buy");
}

/** @throws a redirect to /sell/get-started or /buy/get-started; to /sign-in for who was in the middle of a form. */
export async function requireRole(request: Request, role: Role): Promise<SignedIn & Reader> {
  const user = await readCustomer(request);
  if (user) return user;
  throw request.method === "POST" ? await signInAgain(request) : redirect(paths.getStarted(role));
}

/**
 * Opens a step for the matter that a form names, or else the page's address, or else the session. Two tabs share a
 * session, so that the session's only counts where nothing is named (AMB-A07).
 *
 * @param named the id of the form's record. Another person's is treated as missing.
 * @throws a redirect: to the role's entry without a session, to /welcome-back when the matter is complete, to the first
 *   unfinished step when this one comes later, to about-you when the matter cannot be loaded.
 */
export async function openStep<Last extends string, Found extends MatterProgress>(
  journey: Journey<Last, Found>,
  request: Request,
  step: Steps<Last>[number],
  named?: string,
): Promise<OpenStep<Found>> {
  const { role, noun, field, steps, urls } = journey;
  const customer = await requireRole(request, role);
  const inAddress = new URL(request.url).searchParams.get(noun);
  const id = named ?? inAddress ?? customer.onboarding[field];
  const target = id && isObjectId(id) ? { id, customer_id: customer.id } : null;
  const address = (id = NEW_MATTER): MatterQuery => ({ [noun]: id });
  const [person, matter] = await Promise.all([
    readPerson(db, customer.id),
    target && load(journey, step, target, address(target.id)),
  ]);
  const instead = requiredStep(steps, step, {
    person_complete: person.correspondence_address !== null,
    matter: target && matter && (await readProgress(journey, step, target, matter)),
  });
  const isMissing = step === "about-the-property" && !matter;
  const query = address(isMissing ? NEW_MATTER : target?.id);
  if (instead === "done") throw redirect(paths.welcomeBack());
  if (instead) throw redirect(urls[instead](query));
  return { customer, person, matter, query };
}

/** As openStep, for the steps that come after the matter. */
export async function openStepWithMatter<Last extends string, Found extends MatterProgress>(
  journey: Journey<Last, Found>,
  request: Request,
  step: "terms-and-conditions" | Last,
  named?: string,
): Promise<OpenStep<Found> & { matter: Found }> {
  const { matter, ...rest } = await openStep(journey, request, step, named);
  // Without one the step before is unfinished, and openStep has said so.
  if (!matter) throw redirect(journey.urls["about-the-property"](rest.query));
  return { ...rest, matter };
}

/** Where a matter that is saved continues; one that is complete at its last step. */
export function resumePath<Last extends string, Found extends MatterProgress>(
  { noun, steps, urls }: Journey<Last, Found>,
  { id, ...progress }: MatterProgress & { id: string },
): string {
  return urls[resumeStep(steps, progress) ?? steps[4]]({ [noun]: id });
}

/**
 * Makes a page stay with its matter, whatever another tab works on: an address that names none leads to the same one
 * that does.
 *
 * @throws a redirect
 */
export function nameMatterInUrl(request: Request, query: MatterQuery): void {
  const url = new URL(request.url);
  for (const [noun, id] of Object.entries(query)) {
    if (url.searchParams.has(noun)) continue;
    url.searchParams.set(noun, id);
    throw redirect(url.pathname + url.search);
  }
}

/**
 * Makes a sale or a purchase the one that the session works on (A-038 to A-040, AMB-A07). The caller has checked whose
 * it is.
 *
 * @param within the transaction that saves the matter, if one does: a copy of the form that comes next finds the
 *   session ready for it
 * @param matter null for one that is not saved yet
 * @param besides what the session keeps; without it all that it knew
 */
export async function setSessionMatter(
  within: Db,
  { session_id, onboarding }: SignedIn,
  { role, field }: Pick<Journey<string, MatterProgress>, "role" | "field">,
  matter: { id: string; property_id: string } | null,
  besides: Onboarding = onboarding,
): Promise<void> {
  await updateOnboarding(within, session_id, {
    ...besides,
    [field]: matter?.id,
    intent: role,
    property_id: matter?.property_id,
  });
}

/** A new matter, whatever was being worked on (F-016, A-040, AMB-A07). */
export async function startNewMatter<Last extends string, Found extends MatterProgress>(
  journey: Journey<Last, Found>,
  request: Request,
): Promise<Response> {
  const customer = await requireRole(request, journey.role);
  const { invitation_id } = customer.onboarding;
  await setSessionMatter(db, customer, journey, null, { invitation_id });
  return redirect(journey.urls.welcome({ [journey.noun]: NEW_MATTER }), { status: 303 });
}

async function readProgress<Last extends string, Found extends MatterProgress>(
  { steps, hasPendingTerms }: Journey<Last, Found>,
  step: Steps<Last>[number],
  target: Target,
  { complete, terms_accepted }: Found,
): Promise<MatterProgress> {
  if (terms_accepted || step !== steps[4]) return { complete, terms_accepted };
  return { complete, terms_accepted: await hasPendingTerms(db, target) };
}

async function load<Last extends string, Found extends MatterProgress>(
  { noun, urls, read }: Journey<Last, Found>,
  step: Steps<Last>[number],
  target: Target,
  query: MatterQuery,
): Promise<Found | null> {
  try {
    return await read(db, target);
  } catch (error) {
    const gone = error instanceof NotFoundError;
    if (!gone) report(error, { what: `loading a ${noun}` });
    // The pages before the matter do without it.
    if (step === "welcome" || step === "about-you") return null;
    if (step === "about-the-property" && gone) return null;
    throw await redirectWithFlash(urls["about-you"](query), {
      kind: "error",
      title: `We couldn’t load your ${noun}`,
      description: tryAgainText(error),
    });
  }
}

/** "{message}. Please try again or contact support at {email}" (C-018, C-077, C-095). */
export function tryAgainText(error: unknown): string {
  const message = shownMessage(error, GENERIC_ERROR);
  return asPlainText(tryAgainOrContactSupport(env.SUPPORT_EMAIL, message));
}

/** "{message}. Please contact support at {email}" (C-089). */
export function contactSupportText(error: unknown): string {
  return asPlainText(contactSupport(env.SUPPORT_EMAIL, shownMessage(error, GENERIC_ERROR)));
}
