import { readCookieText, signedCookie } from "#app/platform/cookies.server.ts";
import { LINK_MINUTES } from "#app/domain/shared/invitations.ts";
import { randomId } from "#app/platform/secrets.server.ts";
import { sign } from "#app/platform/signature.server.ts";

/**
 * Identity of a submit of "Continue" on a link's page. A duplicate, sent because the first response
 * got lost, gets the same session. The browser and the page view identify it, so that no other
 * visitor's submit matches.
 */

/** Random id of the browser, set by the page of a link. */
const cookie = signedCookie("browser", LINK_MINUTES * 60);

type SubmitId = {
  name: string;
  /**
   * Id of the session that the submit starts. It is equal for duplicates and impossible to guess.
   */
  session_id: string;
};

/** Returns the Set-Cookie header with a new browser id; null if the browser already has an id. */
export async function setBrowserId(request: Request): Promise<string | null> {
  if (await readCookieText(request, cookie)) return null;
  return cookie.serialize(randomId());
}

/**
 * Returns the identity of a submit. Null if the browser id or the form key is missing: duplicates
 * are then not detected.
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
