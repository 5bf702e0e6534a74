import { redirect } from "@remix-run/node";
import { env } from "#app/env.server.ts";
import { paths } from "#app/paths.ts";
import { readSession, type SignedIn } from "./session.server.ts";

/**
 * Every loader and every action calls one of these first. A layout's loader protects nothing: Remix runs loaders
 * side by side and actions alone.
 */

/**
 * Anyone signed in and active, customer or staff.
 *
 * @throws a redirect to /sign-in that remembers where the visitor was going.
 */
export async function requireCustomer(request: Request): Promise<SignedIn> {
  const session = await readSession(request);
  if (session?.user) return session.user;
  throw redirect(paths.signIn({ redirectTo: ownPath(request) }));
}

/**
 * An active member of staff (A-026, A-027, AMB-A03).
 *
 * @throws a redirect: to /sign-in for a stranger, to /{role}/get-started for a customer.
 */
export async function requireAdmin(request: Request): Promise<SignedIn> {
  const user = await requireCustomer(request);
  if (user.type === "admin") return user;
  throw redirect(paths.getStarted(user.onboarding.intent ?? "sell"));
}

/**
 * Somebody who is not signed in: the sign-in and sign-up pages (A-024, A-025, AMB-A04).
 *
 * @throws a redirect to /welcome-back.
 */
export async function requireVisitor(request: Request): Promise<void> {
  const session = await readSession(request);
  if (session?.user) throw redirect(paths.welcomeBack());
}

/** Only a page can be come back to: what was posted is gone. */
function ownPath(request: Request) {
  if (request.method !== "GET") return undefined;
  const url = new URL(request.url);
  return url.pathname.replace(/\.data$/, "") + url.search;
}

/** Longer than any path of ours with its query; a Location header has to hold it. */
const LONGEST_PATH = 2_000;

/**
 * A path of this site, for sending a visitor on; anything else is refused. Two slashes or a backslash would name another
 * host.
 *
 * @returns the path as a browser would ask for it: no dots to resolve, and only what a header can hold.
 */
export function safePath(path: string | null | undefined): string | undefined {
  if (!path || !path.startsWith("/") || /[\\\p{Cc}]/u.test(path)) return undefined;
  if (path.startsWith("//") || !URL.canParse(path, env.APP_URL)) return undefined;
  const { pathname, search, hash } = new URL(path, env.APP_URL);
  const resolved = pathname + search + hash;
  // "/.//host" becomes "//host" only now.
  return resolved.startsWith("//") || resolved.length > LONGEST_PATH ? undefined : resolved;
}
