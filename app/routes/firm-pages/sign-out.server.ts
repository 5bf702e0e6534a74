import { endFirmSession, type PagePlace } from "#app/auth/firm-sessions.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { db } from "#db/connection.ts";

/**
 * Ends the session of a private page, and clears the browser’s caches, as when a customer signs
 * out.
 */
export async function signOutOfPage(
  request: Request,
  { place, to }: { place: PagePlace; to: string },
) {
  const setCookie = await endFirmSession(db, request, place);
  const headers = new Headers({ "Clear-Site-Data": '"cache"' });
  headers.append("Set-Cookie", setCookie);
  return redirectWithFlash(to, { kind: "success", title: "You’ve signed out" }, { headers });
}
