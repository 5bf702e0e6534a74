import { data, redirect } from "@remix-run/node";
import { readCustomer, signInAgain } from "#app/auth/guards.server.ts";
import type { SignedIn } from "#app/auth/session.server.ts";
import { draftName, readRedirect, readDraft } from "#app/domain/drafts/drafts.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { findUnfinished, hasRecords } from "#app/domain/onboarding/unfinished-matters.server.ts";
import type { Reader, ReaderId } from "#app/domain/readers/reader.ts";
import { env } from "#app/platform/env.server.ts";
import {
  asPlainText,
  contactSupport,
  GENERIC_ERROR,
  shownMessage,
  tryAgainOrContactSupport,
} from "#app/observability/errors.ts";
import { paths, type Role } from "#app/paths.ts";
import { db } from "#db/connection.ts";

/**
 * Returns the signed-in customer. Any customer may sell, so this checks no role. Throws a redirect
 * if no one is signed in (AMB-C14).
 */
export function requireSeller(request: Request): Promise<SignedIn & Reader> {
  return requireRole(request, "sell");
}

export function requireBuyer(request: Request): Promise<SignedIn & Reader> {
  return requireRole(request, "buy");
}

async function requireRole(request: Request, role: Role): Promise<SignedIn & Reader> {
  const user = await readCustomer(request);
  if (user) return user;
  throw request.method === "POST" ? await signInAgain(request) : redirect(paths.getStarted(role));
}

const NOUNS = { sell: "sale", buy: "purchase" } as const satisfies Record<Role, string>;

/** Value in place of an id on pages from an older version, which may still be open. */
const LEGACY_PLACEHOLDER_ID = "new";

export function matterIdInUrl(request: Request, role: Role): string | null {
  const id = new URL(request.url).searchParams.get(NOUNS[role]);
  return id === null || id === "" || id === LEGACY_PLACEHOLDER_ID ? null : id;
}

/** Redirects a page whose URL has no matter id to the same URL with the id. */
export function nameMatterInUrl(request: Request, role: Role, id: string): void {
  if (request.method !== "GET" || matterIdInUrl(request, role) !== null) return;
  throw redirect(pathOf(request, role, id));
}

function pathOf(request: Request, role: Role, id: string): string {
  const url = new URL(request.url);
  url.searchParams.set(NOUNS[role], id);
  return url.pathname + url.search;
}

/**
 * Returns the id of a step’s matter, and the matter’s draft, which has not been validated. The
 * matter is the one named in the form, else the one in the URL, else the one edited last (AMB-A07).
 * @throws A redirect to the start, to /welcome-back if all the person’s matters are finished, or to
 * the matter that the draft has become; a 404 for an invalid id.
 */
export async function findMatter(
  request: Request,
  { role, user_id, named }: { role: Role; user_id: ReaderId; named: string | undefined },
): Promise<{ id: string; stored: unknown }> {
  const id =
    named ??
    matterIdInUrl(request, role) ??
    (await findUnfinished(db, { role, user_id }))?.id ??
    null;
  if (id === null) {
    const isFinished = await hasRecords(db, { role, user_id });
    throw redirect(isFinished ? paths.welcomeBack() : paths.welcome(role));
  }
  if (!isObjectId(id)) throw notFound();
  const stored = await readDraft(db, user_id, draftName(role, id));
  const moved = readRedirect(stored);
  if (moved) throw redirect(pathOf(request, role, moved), { status: 303 });
  return { id, stored };
}

/**
 * Returns the 404 for a record that does not exist. A record that belongs to someone else gets the
 * same response (AMB-A10).
 */
export function notFound() {
  return data({ message: "Page not found" }, { status: 404 });
}

/** Returns "{message}. Please try again or contact support at {email}" (C-018, C-077, C-095). */
export function tryAgainText(error: unknown): string {
  const message = shownMessage(error, GENERIC_ERROR);
  return asPlainText(tryAgainOrContactSupport(env.SUPPORT_EMAIL, message));
}

/** Returns "{message}. Please contact support at {email}" (C-089). */
export function contactSupportText(error: unknown): string {
  return asPlainText(contactSupport(env.SUPPORT_EMAIL, shownMessage(error, GENERIC_ERROR)));
}
