/**
 * Identity of one submit of the "Continue" button on a link's page. If the first response gets
 * lost, the browser may submit again, and this duplicate gets the same session. The identity
 * depends on the browser and the page view, so no other visitor's submit has the same identity.
 */

import { readCookieHash, readCookieText, signedCookie } from "#app/platform/cookies.server.ts";
import { LINK_MINUTES } from "#app/domain/shared/invitations.ts";
import { randomId } from "#app/platform/secrets.server.ts";
import { sign } from "#app/platform/signature.server.ts";

/** Random id of the browser. The page that a link opens sets it. */
const cookie = signedCookie("browser", LINK_MINUTES * 60);

type SubmitId = {
  name: string;
  /**
   * Id of the session that the submit starts. The id can't be guessed, and a duplicate submit gets
   * the same id.
   */
  session_id: string;
};

/** Returns the Set-Cookie header with a new browser id; null if the browser already has an id. */
export async function setBrowserId(request: Request): Promise<string | null> {
  if (await readCookieText(request, cookie)) return null;
  return cookie.serialize(randomId());
}

/** Returns the hash of the browser’s id, as the database stores it; null if it has none. */
export function readBrowserHash(request: Request): Promise<string | null> {
  return readCookieHash(request, cookie);
}

/**
 * Returns the identity of a submit. Returns null if the browser id or the form key is missing. A
 * duplicate of such a submit can't be detected.
 */
export async function readSubmitId(
  request: Request,
  { token, formKey }: { token: string; formKey: string | null },
): Promise<SubmitId | null> {
  const browser = await readCookieText(request, cookie);
  if (!browser || !formKey) return null;
  const derive = (what: string) => sign(what, browser, formKey, token);
  return { name: derive("press"), session_id: derive("session") };
}
