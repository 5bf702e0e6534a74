import { redirect } from "@remix-run/node";
import { readUser, signInAgain } from "#app/auth/guards.server.ts";
import type { SignedIn } from "#app/auth/session.server.ts";
import { paths, type Role } from "#app/paths.ts";

/** Any customer who is signed in may sell or buy: there is no separate role. Throws a redirect (AMB-C14). */
export function requireSeller(request: Request): Promise<SignedIn> {
  return requireRole(request, "sell");
}

/** As requireSeller, for those who buy. */
export function requireBuyer(request: Request): Promise<SignedIn> {
  return requireRole(request, "buy");
}

/** @throws a redirect to /sell/get-started or /buy/get-started; to /sign-in for who was in the middle of a form. */
export async function requireRole(request: Request, role: Role): Promise<SignedIn> {
  const user = await readUser(request);
  if (user) return user;
  throw request.method === "POST" ? await signInAgain(request) : redirect(paths.getStarted(role));
}
