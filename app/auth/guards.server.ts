import { data, redirect } from "@remix-run/node";
import { findCalendarOwner } from "#app/domain/calendar/feed-urls.server.ts";
import { readUnsubscribeToken } from "#app/domain/notifications/email-opt-outs.server.ts";
import type { LinkReader, Reader, StaffReader } from "#app/domain/readers/reader.ts";
import { type Permission, PERMISSIONS, type RolePermission } from "#app/domain/staff/roles.ts";
import { env } from "#app/platform/env.server.ts";
import { pagePath } from "#app/platform/page-path.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { asLinkHolder, asReader, asStaff, requireFactor } from "./readers.server.ts";
import { readSession, type SignedIn } from "./session.server.ts";

/**
 * Guards of routes. Every loader and every action calls one first: Remix runs a page's loaders in
 * parallel and actions alone, so a layout's loader protects nothing.
 */

/**
 * Returns the active user, for pages about their own name and sign-in only.
 * @throws a redirect to /sign-in that remembers the page; a 401 in place for a POST
 */
export async function requireSignedIn(request: Request): Promise<SignedIn> {
  const user = await readSignedIn(request);
  if (user) return user;
  throw await signInAgain(request);
}

/** Returns the customer, or staff who may view customer pages (A-023, SE-2). */
export async function requireCustomer(request: Request): Promise<SignedIn & Reader> {
  return asReader(request, await requireSignedIn(request));
}

/**
 * Returns a customer who signed in by link within the last 15 minutes. Redirects others to sign-in
 * and back to `page`, so that someone who finds a signed-in browser gets nothing.
 */
export async function requireFreshSignIn(
  request: Request,
  page: string,
): Promise<SignedIn & Reader> {
  const user = await requireCustomer(request);
  if (user.signed_in_freshly) return user;
  throw redirect(paths.signIn({ again: true, redirectTo: page }), 303);
}

/** Returns the customer; null for a visitor. */
export async function readCustomer(request: Request): Promise<(SignedIn & Reader) | null> {
  const user = await readSignedIn(request);
  return user && asReader(request, user);
}

/** Returns the reader of a calendar link; null if the link does not work. */
export async function readCalendarLink(token: string): Promise<LinkReader<"calendar"> | null> {
  const owner = await findCalendarOwner(db, token);
  return owner === null ? null : asLinkHolder("calendar", owner);
}

/** Returns the reader of an unsubscribe link and its kinds of email. @throws a 404 if unknown */
export function requireEmailsLink(token: string) {
  const found = readUnsubscribeToken(token);
  if (!found) throw data(null, { status: 404 });
  return { reader: asLinkHolder("emails", found.user_id), kinds: found.kinds };
}

/** Returns the reader of a valuer's page, who sees only the lead form (AMB-G06). */
export function asLeadsVisitor(email: string): LinkReader<"leads"> {
  return asLinkHolder("leads", email);
}

async function readSignedIn(request: Request): Promise<SignedIn | null> {
  return (await readSession(request))?.user ?? null;
}

/**
 * Answers a visitor without a session: redirects a GET to sign-in and back. Refuses a POST in
 * place, because the browser resubmits the typed values when the page is reloaded
 * (docs/decisions/sessions-are-in-the-database.md).
 */
export async function signInAgain(request: Request): Promise<Response> {
  if ((await readSession(request))?.awaitingSecondFactor) return redirectToSecondFactor(request);
  if (request.method !== "POST")
    return redirect(paths.signIn({ redirectTo: requestedPath(request) }));
  return unauthorizedResponse({
    title: "Your session has ended",
    message:
      "Your session has ended. Sign in in a new tab, then reload this page to send your answers.",
    way: { label: "Sign in", to: paths.signIn() },
  });
}

/** Redirects staff to the second-factor page and back. Refuses a POST in place. */
function redirectToSecondFactor(request: Request, query: { again?: true } = {}): Response {
  if (request.method !== "POST") {
    return redirect(paths.secondFactor({ ...query, redirectTo: requestedPath(request) }));
  }
  return unauthorizedResponse({
    title: "Confirm it’s you",
    message: "Confirm it’s you in a new tab, then reload this page to send your answers.",
    way: { label: "Confirm it’s you", to: paths.secondFactor(query) },
  });
}

/** Returns a 401 with a message and a link to the next step, for ui/error-page.tsx. */
function unauthorizedResponse(refusal: {
  title: string;
  message: string;
  way: { label: string; to: string };
}) {
  return Response.json(refusal, { status: 401 });
}

/**
 * Returns an active member of staff with the permission (A-026, A-027, AMB-A03). "enter" gives no
 * data.
 * @throws a redirect to /sign-in for a visitor (a POST: 401), to /{role}/get-started for a
 *   customer, or to the second factor; a 403 that names colleagues with the permission
 */
export async function requireAdmin(request: Request, needs: "enter"): Promise<SignedIn>;
export async function requireAdmin<Needs extends RolePermission>(
  request: Request,
  needs: Needs,
): Promise<SignedIn & StaffReader<Needs>>;
export async function requireAdmin(request: Request, needs: Permission): Promise<SignedIn> {
  const user = await requireSignedIn(request);
  if (user.type !== "admin") throw redirect(paths.getStarted(user.onboarding.intent ?? "sell"));
  if (needs === "enter") {
    requireFactor(user);
    return user;
  }
  const staff = await asStaff(request, user, needs);
  if (PERMISSIONS[needs].asks_again) requireFreshFactor(request, user);
  return staff;
}

/** Redirects a user with a second factor to it, unless they passed it in the last 10 minutes. */
export function requireFreshFactor(request: Request, user: SignedIn): void {
  if (!user.has_second_factor || user.second_factor_is_fresh) return;
  throw redirectToSecondFactor(request, { again: true });
}

/**
 * Requires proof of identity before a factor is added: the existing factor, or a sign-in at most 15
 * minutes old. Otherwise someone who finds an open browser could take over the account (SE-7).
 * @throws a redirect to the second factor or sign-in, and from there to `page`
 */
export async function requireProofToEnrol(
  request: Request,
  user: SignedIn,
  page: string,
): Promise<void> {
  if (user.has_second_factor) requireFreshFactor(request, user);
  else await requireFreshSignIn(request, page);
}

/**
 * Returns the user who must pass a second factor. Redirects visitors, and users who have no second
 * factor.
 */
export async function requireFactorHolder(request: Request): Promise<SignedIn> {
  const session = await readSession(request);
  const user = session?.awaitingSecondFactor ?? session?.user;
  if (!user) throw redirect(paths.signIn());
  if (user.has_second_factor) return user;
  throw redirect(paths.admin.home());
}

/** Returns a member of staff, for pages about their own sign-in. Throws a 404 for a customer. */
export async function requireStaffOwnPage(request: Request): Promise<SignedIn> {
  const user = await requireSignedIn(request);
  if (user.type === "admin") return user;
  throw data(null, { status: 404 });
}

/** Returns true if a signed-in user must sign in again. */
export function isSigningInAgain(request: Request): boolean {
  return new URL(request.url).searchParams.get("again") === "true";
}

/** Redirects a signed-in user to /welcome-back (A-024, A-025, AMB-A04), except to sign in again. */
export async function requireVisitor(request: Request): Promise<void> {
  const session = await readSession(request);
  if (session?.user && !isSigningInAgain(request)) throw redirect(paths.welcomeBack());
}

export function requestedPath(request: Request) {
  const { pathname, searchParams } = new URL(request.url);
  // Remix adds `?index` to tell an index route from its layout in a POST.
  if (searchParams.get("index") === "") searchParams.delete("index");
  const query = searchParams.size > 0 ? `?${searchParams}` : "";
  return pagePath(pathname) + query;
}

/** Limit that fits a Location header and exceeds any of our paths with its query. */
const MAX_PATH_LENGTH = 2_000;

/**
 * Returns a path of this site that is safe to redirect to, with dots resolved; undefined for
 * anything else. Two slashes or a backslash would name a different host.
 */
export function safePath(path: string | null | undefined): string | undefined {
  if (!path || !path.startsWith("/") || /[\\\p{Cc}]/u.test(path)) return undefined;
  if (path.startsWith("//") || !URL.canParse(path, env.APP_URL)) return undefined;
  const { pathname, search, hash } = new URL(path, env.APP_URL);
  const resolved = pathname + search + hash;
  // Check after resolving: only then does "/.//host" become "//host".
  return resolved.startsWith("//") || resolved.length > MAX_PATH_LENGTH ? undefined : resolved;
}
