/**
 * Guards of routes. Every loader and every action calls a guard first. A guard in a layout's loader
 * would protect nothing, because Remix runs a page's loaders in parallel, and runs an action
 * without the loaders.
 */

import { data, redirect } from "@remix-run/node";
import { findCalendarOwner } from "#app/domain/calendar/feed-urls.server.ts";
import { findChase } from "#app/domain/chases/answer.server.ts";
import { findReadyMatter, type ReadyLink } from "#app/domain/ready-links/ready-links.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { readUnsubscribeToken } from "#app/domain/notifications/email-opt-outs.server.ts";
import { agentFullName } from "#app/domain/estate-agents/labels.ts";
import { type AgentPlace, readAgentPlace } from "#app/domain/estate-agents/office-people.server.ts";
import { type FirmPlace, readFirmPlace } from "#app/domain/firm-pages/acting-firm.server.ts";
import type {
  AgentReader,
  FirmReader,
  LinkReader,
  Reader,
  StaffReader,
} from "#app/domain/readers/reader.ts";
import { type Permission, PERMISSIONS, type RolePermission } from "#app/domain/staff/roles.ts";
import { env } from "#app/platform/env.server.ts";
import { pagePath } from "#app/platform/page-path.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { readAgentSession, readFirmSession } from "./firm-sessions.server.ts";
import {
  asAgent,
  asFirm,
  asLinkHolder,
  asReader,
  asStaff,
  requireFactor,
} from "./readers.server.ts";
import { readSession, type SignedIn } from "./session.server.ts";

/**
 * Returns the signed-in user, for pages about the user's own name and sign-in only.
 * @throws a redirect to /sign-in that then returns to the page; for a POST, a 401 instead
 */
export async function requireSignedIn(request: Request): Promise<SignedIn> {
  const user = await readSignedIn(request);
  if (user) return user;
  throw await signInAgain(request);
}

/**
 * Returns the customer, or a member of staff with permission to view customers' pages (A-023,
 * SE-2).
 */
export async function requireCustomer(request: Request): Promise<SignedIn & Reader> {
  return asReader(request, await requireSignedIn(request));
}

/**
 * Returns a user who signed in with a link within the last 15 minutes. Redirects everyone else to
 * sign-in and then back to `page`, because someone else may be using a browser that was left signed
 * in.
 */
export async function requireFreshSignIn(
  request: Request,
  page: string,
): Promise<SignedIn & Reader> {
  const user = await requireCustomer(request);
  if (user.signed_in_freshly) return user;
  throw redirect(paths.signIn({ again: true, redirectTo: page }), 303);
}

/** Returns the signed-in reader of a page; null for a visitor. */
export async function readCustomer(request: Request): Promise<(SignedIn & Reader) | null> {
  const user = await readSignedIn(request);
  return user && asReader(request, user);
}

/** Returns the person whose calendar a calendar link shows; null if the link is invalid. */
export async function readCalendarLink(token: string): Promise<LinkReader<"calendar"> | null> {
  const owner = await findCalendarOwner(db, token);
  return owner === null ? null : asLinkHolder("calendar", owner);
}

/**
 * Returns the matter whose readiness a link or its cookie shows, and when the link expires; null if
 * the link does not work.
 */
export async function readReadyLink(link: ReadyLink) {
  if (!isObjectId(link.id)) return null;
  const found = await findReadyMatter(db, link);
  return (
    found && { reader: asLinkHolder("ready", found.transaction_id), expires_at: found.expires_at }
  );
}

/** Returns the question to a firm that a link or its cookie opens; null if the link is wrong. */
export async function readChaseLink(link: {
  id: string;
  token: string;
}): Promise<LinkReader<"chase"> | null> {
  const found = await findChase(db, link);
  return found === null ? null : asLinkHolder("chase", found);
}

type FirmParams = { id?: string | undefined; side?: string | undefined };

/** Returns the side of a matter whose law firm has a page. @throws a 404 for any other URL */
export function requireFirmPlace(params: FirmParams): FirmPlace {
  const place = readFirmPlace(params);
  if (place) return place;
  throw data(null, { status: 404 });
}

/** Returns the person of a law firm who is signed in to its page; null for everyone else. */
export async function readFirm(request: Request, place: FirmPlace): Promise<FirmReader | null> {
  const session = await readFirmSession(db, request, place);
  if (!session) return null;
  const { id, lawyer_group_id, firm, email, person_name, active_purchase_id } = session;
  const purchase_intent_id = place.side === "buyer" ? active_purchase_id : null;
  return asFirm({ ...place, id, lawyer_group_id, purchase_intent_id, firm, email, person_name });
}

/**
 * Returns the person of the law firm that acts for a side of a matter.
 * @throws a redirect to the sign-in of that page, also for a matter that does not exist; for a
 *   POST, a 401 instead
 */
export async function requireFirm(request: Request, params: FirmParams): Promise<FirmReader> {
  const place = requireFirmPlace(params);
  const reader = await readFirm(request, place);
  if (reader) return reader;
  throw signInToPage(request, paths.firm.signIn(place.side, place.transaction_id));
}

type AgentParams = { id?: string | undefined };

/** Returns the office that has a page. @throws a 404 for any other URL */
export function requireAgentPlace(params: AgentParams): AgentPlace {
  const place = readAgentPlace(params);
  if (place) return place;
  throw data(null, { status: 404 });
}

/** Returns the person of an office who is signed in to its page; null for everyone else. */
export async function readAgent(request: Request, place: AgentPlace): Promise<AgentReader | null> {
  const session = await readAgentSession(db, request, place);
  if (!session) return null;
  const { id, email, person_name, ...names } = session;
  return asAgent({ ...place, id, office: agentFullName(names), email, person_name });
}

/**
 * Returns the person of an estate agent’s office.
 * @throws a redirect to the sign-in of that page, also for an office that does not exist; for a
 *   POST, a 401 instead
 */
export async function requireAgent(request: Request, params: AgentParams): Promise<AgentReader> {
  const place = requireAgentPlace(params);
  const reader = await readAgent(request, place);
  if (reader) return reader;
  throw signInToPage(request, paths.agent.signIn(place.estate_agent_id));
}

/** Answers a visitor of a firm’s or an office’s page without a session. */
function signInToPage(request: Request, to: string): Response {
  if (request.method !== "POST") return redirect(to);
  return unauthorizedResponse({
    title: "You’re no longer signed in",
    message:
      "You’re no longer signed in. Sign in in a new tab, then reload this page to send your answers.",
    way: { label: "Sign in", to },
  });
}

/**
 * Returns the owner of an unsubscribe link, and the kinds of email that the link is for.
 * @throws a 404 if the link is invalid
 */
export function requireEmailsLink(token: string) {
  const found = readUnsubscribeToken(token);
  if (!found) throw data(null, { status: 404 });
  return { reader: asLinkHolder("emails", found.user_id), kinds: found.kinds };
}

/**
 * Returns the reader for a visitor to a valuer's page, who can only see the lead form (AMB-G06).
 */
export function asLeadsVisitor(email: string): LinkReader<"leads"> {
  return asLinkHolder("leads", email);
}

async function readSignedIn(request: Request): Promise<SignedIn | null> {
  return (await readSession(request))?.user ?? null;
}

/**
 * Answers a visitor without a session. Redirects a GET to sign-in and then back to the page.
 * Answers a POST with a 401 instead of a redirect, because the browser then submits the typed
 * values again when the visitor reloads the page (docs/decisions/sessions-are-in-the-database.md).
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

/**
 * Redirects a member of staff to the second-factor page, and from there back to the requested page.
 * For a POST, returns a 401 instead of a redirect.
 */
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

/**
 * Returns a 401 with a message and a link to the page that the user needs next, for
 * ui/error-page.tsx.
 */
function unauthorizedResponse(refusal: {
  title: string;
  message: string;
  way: { label: string; to: string };
}) {
  return Response.json(refusal, { status: 401 });
}

/**
 * Returns an active member of staff with the permission `needs` (A-026, A-027, AMB-A03). The
 * permission "enter" gives no access to data.
 * @throws a redirect to /sign-in for a visitor (for a POST, a 401), to /{role}/get-started for a
 *   customer, or to the second-factor page; a 403 that names colleagues with the permission
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
 * Redirects a user who has a second factor to the second-factor page, unless the user passed it in
 * the last 10 minutes.
 */
export function requireFreshFactor(request: Request, user: SignedIn): void {
  if (!user.has_second_factor || user.second_factor_is_fresh) return;
  throw redirectToSecondFactor(request, { again: true });
}

/**
 * Requires proof of identity before a second factor is added: a factor that the user already has
 * or, without one, a sign-in within the last 15 minutes. Otherwise someone who finds a browser
 * signed in could take over the account (SE-7).
 * @throws a redirect to the second-factor page or to sign-in, which then leads to `page`
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
 * Returns the user of the second-factor page. Redirects visitors, and users without a second
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

/** Returns true if the URL says that the user must sign in again, even if already signed in. */
export function isSigningInAgain(request: Request): boolean {
  return new URL(request.url).searchParams.get("again") === "true";
}

/**
 * Redirects a signed-in user to /welcome-back, unless the user is signing in again (A-024, A-025,
 * AMB-A04).
 */
export async function requireVisitor(request: Request): Promise<void> {
  const session = await readSession(request);
  if (session?.user && !isSigningInAgain(request)) throw redirect(paths.welcomeBack());
}

export function requestedPath(request: Request) {
  const { pathname, searchParams } = new URL(request.url);
  // Remix adds `?index` to the URL of a POST to an index route, to distinguish it from the layout.
  if (searchParams.get("index") === "") searchParams.delete("index");
  const query = searchParams.size > 0 ? `?${searchParams}` : "";
  return pagePath(pathname) + query;
}

/**
 * Maximum length of a path that we redirect to. It fits in a Location header, and all our paths and
 * queries are shorter.
 */
const MAX_PATH_LENGTH = 2_000;

/**
 * Returns a path of this site that is safe to redirect to, with its dot segments resolved;
 * undefined for anything else. A path that starts with two slashes or contains a backslash could
 * lead to a different host.
 */
export function safePath(path: string | null | undefined): string | undefined {
  if (!path || !path.startsWith("/") || /[\\\p{Cc}]/u.test(path)) return undefined;
  if (path.startsWith("//") || !URL.canParse(path, env.APP_URL)) return undefined;
  const { pathname, search, hash } = new URL(path, env.APP_URL);
  const resolved = pathname + search + hash;
  // Check this after resolving the dots, because "/.//host" only then becomes "//host".
  return resolved.startsWith("//") || resolved.length > MAX_PATH_LENGTH ? undefined : resolved;
}
