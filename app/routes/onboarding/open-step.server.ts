import { data, redirect } from "@remix-run/node";
import { readCustomer, signInAgain } from "#app/auth/guards.server.ts";
import type { SignedIn } from "#app/auth/session.server.ts";
import { draftName, movedTo, readDraft } from "#app/domain/drafts/drafts.server.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
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

/** Guards and addresses that the steps of selling and of buying share. */

/** Any customer who is signed in may sell or buy: there is no separate role. Throws a redirect (AMB-C14). */
export function requireSeller(request: Request): Promise<SignedIn & Reader> {
  return requireRole(request, "sell");
}

/** As requireSeller, for those who buy. */
export function requireBuyer(request: Request): Promise<SignedIn & Reader> {
  return requireRole(request, "buy");
}

async function requireRole(request: Request, role: Role): Promise<SignedIn & Reader> {
  const user = await readCustomer(request);
  if (user) return user;
  throw request.method === "POST" ? await signInAgain(request) : redirect(paths.getStarted(role));
}

/** How the address of a page names its sale or purchase. */
const NOUNS = { sell: "sale", buy: "purchase" } as const satisfies Record<Role, string>;

/** The name in addresses from before a matter had its id from the start. Such pages may still be open. */
const NAMELESS = "new";

/** Returns the id that the address of a step names; null where it names none. */
export function matterIdInUrl(request: Request, role: Role): string | null {
  const id = new URL(request.url).searchParams.get(NOUNS[role]);
  return id === null || id === "" || id === NAMELESS ? null : id;
}

/**
 * Makes a page name its matter, so that it stays with it: an address without a name leads to the same one with it.
 *
 * @throws a redirect
 */
export function nameMatterInUrl(request: Request, role: Role, id: string): void {
  if (request.method !== "GET" || matterIdInUrl(request, role) !== null) return;
  throw redirect(pathOf(request, role, id));
}

/** The page of the request, for this sale or purchase. */
function pathOf(request: Request, role: Role, id: string): string {
  const url = new URL(request.url);
  url.searchParams.set(NOUNS[role], id);
  return url.pathname + url.search;
}

/**
 * Returns the id of the sale or purchase that a step is about, and its draft: the one that a form names, or else the
 * page's address, or else the unfinished one that the customer worked on last (AMB-A07).
 *
 * @returns `stored`: null when nothing is typed that is not saved. It is untrusted.
 * @throws a redirect: without an unfinished one to where it is started, or to /welcome-back when others are finished;
 *   from a draft that leads to another matter to that one. A 404 for what is no id.
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
  const moved = movedTo(stored);
  if (moved) throw redirect(pathOf(request, role, moved), { status: 303 });
  return { id, stored };
}

/** The page for a missing record and for another person's: they must look alike (AMB-A10). */
export function notFound() {
  return data({ message: "Page not found" }, { status: 404 });
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
