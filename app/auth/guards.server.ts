import { data, redirect } from "@remix-run/node";
import { findCalendarOwner } from "#app/domain/calendar/addresses.server.ts";
import { readUnsubscribeToken } from "#app/domain/news/choices.server.ts";
import type { LinkReader, Reader, StaffReader } from "#app/domain/readers/reader.ts";
import { type Permission, PERMISSIONS, type RolePermission } from "#app/domain/staff/roles.ts";
import { env } from "#app/platform/env.server.ts";
import { pagePath } from "#app/platform/page-path.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { asLinkHolder, asReader, asStaff, requireFactor } from "./readers.server.ts";
import { readSession, type SignedIn } from "./session.server.ts";

/**
 * Every loader and every action calls one of these first. A layout's loader protects nothing: Remix runs loaders
 * side by side and actions alone.
 */

/**
 * Anyone signed in and active, for what is their own alone: their name, and how they sign in. It reads no data of
 * customers.
 *
 * @throws a redirect to /sign-in that remembers where the visitor was going; for a POST, a 401 in place.
 */
export async function requireSignedIn(request: Request): Promise<SignedIn> {
  const user = await readSignedIn(request);
  if (user) return user;
  throw await signInAgain(request);
}

/**
 * A customer, or a member of staff who may look at customers' pages (A-023, SE-2).
 *
 * @throws as requireSignedIn does, and for staff as requireAdmin does
 */
export async function requireCustomer(request: Request): Promise<SignedIn & Reader> {
  return asReader(request, await requireSignedIn(request));
}

/**
 * As requireCustomer, for a person who has signed in by a link a moment ago: for what whoever finds a signed-in browser must
 * not get. Others are asked to sign in again.
 *
 * @param page where they come back to
 */
export async function requireFreshSignIn(
  request: Request,
  page: string,
): Promise<SignedIn & Reader> {
  const user = await requireCustomer(request);
  if (user.signed_in_freshly) return user;
  throw redirect(paths.signIn({ again: true, redirectTo: page }), 303);
}

/** As requireCustomer; null for a stranger. */
export async function readCustomer(request: Request): Promise<(SignedIn & Reader) | null> {
  const user = await readSignedIn(request);
  return user && asReader(request, user);
}

/** Returns the reader of a calendar’s link; null for a link that opens no calendar, or no longer does. */
export async function readCalendarLink(token: string): Promise<LinkReader<"calendar"> | null> {
  const owner = await findCalendarOwner(db, token);
  return owner === null ? null : asLinkHolder("calendar", owner);
}

/** Returns the reader of the link at the end of an email, with the kinds that it is about. @throws a 404 for what we have not given out */
export function requireEmailsLink(token: string) {
  const found = readUnsubscribeToken(token);
  if (!found) throw data(null, { status: 404 });
  return { reader: asLinkHolder("emails", found.user_id), kinds: found.kinds };
}

/** Returns the reader of a valuer's page, whose address opens nothing but the form for leads (AMB-G06). */
export function asLeadsVisitor(email: string): LinkReader<"leads"> {
  return asLinkHolder("leads", email);
}

async function readSignedIn(request: Request): Promise<SignedIn | null> {
  return (await readSession(request))?.user ?? null;
}

/**
 * Answers a visitor without a session: a GET leads to sign-in, and from there back to the page. A POST is refused in place,
 * because the browser still has what was typed and sends it again when the page is reloaded (docs/decisions/sessions.md).
 */
export async function signInAgain(request: Request): Promise<Response> {
  if ((await readSession(request))?.awaiting) return askForSecondFactor(request);
  if (request.method !== "POST") return redirect(paths.signIn({ redirectTo: ownPath(request) }));
  return refuseInPlace({
    title: "Your session has ended",
    message:
      "Your session has ended. Sign in in a new tab, then reload this page to send your answers.",
    way: { label: "Sign in", to: paths.signIn() },
  });
}

/** Redirects staff to the page for their second factor, which leads back here. Refuses a POST in place. */
function askForSecondFactor(request: Request, query: { again?: true } = {}): Response {
  if (request.method !== "POST") {
    return redirect(paths.secondFactor({ ...query, redirectTo: ownPath(request) }));
  }
  return refuseInPlace({
    title: "Confirm it’s you",
    message: "Confirm it’s you in a new tab, then reload this page to send your answers.",
    way: { label: "Confirm it’s you", to: paths.secondFactor(query) },
  });
}

/** Refuses with what the sender can do, and the page that they do it on; ui/error-page.tsx shows both. */
function refuseInPlace(refusal: {
  title: string;
  message: string;
  way: { label: string; to: string };
}) {
  return Response.json(refusal, { status: 401 });
}

/**
 * An active member of staff whose roles let them do this (A-026, A-027, AMB-A03). Who only enters is no reader.
 *
 * @throws a redirect: to /sign-in for a stranger (a 401 for a POST), to /{role}/get-started for a customer, to where a second factor is set up
 *   or asked for; a 403 that says who may, for whoever may not.
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

/**
 * Asks whoever has a second factor for it again, unless they have shown it in the last ten minutes.
 *
 * @throws a redirect to where it is asked for.
 */
export function requireFreshFactor(request: Request, user: SignedIn): void {
  if (!user.has_second_factor || user.second_factor_is_fresh) return;
  throw askForSecondFactor(request, { again: true });
}

/**
 * For adding a factor. Asks a person who has one for it again; without one, the mailbox is the only proof, so a sign-in of the
 * last quarter of an hour is needed: a browser that was left open could otherwise become its finder's (SE-7).
 *
 * @param page where they come back to
 * @throws a redirect to where the factor is asked for, or to sign-in
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
 * Whoever is to show their second factor: after the link, or once more.
 *
 * @throws a redirect to /sign-in for a stranger, and to the back office for whoever has none
 */
export async function requireFactorHolder(request: Request): Promise<SignedIn> {
  const session = await readSession(request);
  const user = session?.awaiting ?? session?.user;
  if (!user) throw redirect(paths.signIn());
  if (user.has_second_factor) return user;
  throw redirect(paths.admin.home());
}

/** A member of staff, about how they themselves sign in. @throws a 404 for a customer, and as requireSignedIn does */
export async function requireStaffSelf(request: Request): Promise<SignedIn> {
  const user = await requireSignedIn(request);
  if (user.type === "admin") return user;
  throw data(null, { status: 404 });
}

/** Whether the sign-in page is asked for by a person who is to sign in once more. */
export function isSigningInAgain(request: Request): boolean {
  return new URL(request.url).searchParams.get("again") === "true";
}

/**
 * For visitors who are not signed in, or are to sign in again: the sign-in and sign-up pages (A-024, A-025, AMB-A04).
 *
 * @throws a redirect to /welcome-back.
 */
export async function requireVisitor(request: Request): Promise<void> {
  const session = await readSession(request);
  if (session?.user && !isSigningInAgain(request)) throw redirect(paths.welcomeBack());
}

/** The page that was asked for, or posted to. */
export function ownPath(request: Request) {
  const { pathname, searchParams } = new URL(request.url);
  // How Remix tells an index route from its layout in a post.
  if (searchParams.get("index") === "") searchParams.delete("index");
  const query = searchParams.size > 0 ? `?${searchParams}` : "";
  return pagePath(pathname) + query;
}

/** Longer than any of our paths with its query; a Location header has to hold it. */
const MAX_PATH_LENGTH = 2_000;

/**
 * A path of this site, for sending a visitor on; anything else is refused. Two slashes or a backslash would name
 * another host.
 *
 * @returns the path as a browser would ask for it: no dots to resolve, and only what a header can hold.
 */
export function safePath(path: string | null | undefined): string | undefined {
  if (!path || !path.startsWith("/") || /[\\\p{Cc}]/u.test(path)) return undefined;
  if (path.startsWith("//") || !URL.canParse(path, env.APP_URL)) return undefined;
  const { pathname, search, hash } = new URL(path, env.APP_URL);
  const resolved = pathname + search + hash;
  // "/.//host" becomes "//host" only now.
  return resolved.startsWith("//") || resolved.length > MAX_PATH_LENGTH ? undefined : resolved;
}
