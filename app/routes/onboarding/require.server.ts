import { redirect } from "@remix-run/node";
import { readSession, type SignedIn } from "#app/auth/session.server.ts";
import { paths, type Role } from "#app/paths.ts";

/** Anyone signed in and active sells or buys: customers are what they do. Throws a redirect (AMB-C14). */
export function requireSeller(request: Request): Promise<SignedIn> {
  return requireRole(request, "sell");
}

/** As requireSeller, for those who buy. */
export function requireBuyer(request: Request): Promise<SignedIn> {
  return requireRole(request, "buy");
}

/** @throws a redirect to /sell/get-started or /buy/get-started. */
async function requireRole(request: Request, role: Role) {
  const session = await readSession(request);
  if (!session?.user) throw redirect(paths.getStarted(role));
  return session.user;
}
