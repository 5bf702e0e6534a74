import { readCookieText, signedCookie } from "#app/platform/cookies.server.ts";
import { LINK_MINUTES } from "#app/domain/fields/invitations.ts";
import { randomId } from "#app/platform/secrets.server.ts";
import { sign } from "#app/platform/signature.server.ts";

/**
 * The press of "Continue" on the page of a link. It may arrive twice, since the first answer may get lost; then the
 * copy gets the same session. It is known by the browser and by the showing of the page, so that another visitor's is
 * not taken for it.
 */

/** A random name for the browser, which the page of a link gives it. */
const cookie = signedCookie("browser", LINK_MINUTES * 60);

/** One press of one showing of the page in one browser. */
type Press = {
  /** What the used token remembers. */
  name: string;
  /** The id of the session that it starts: the same for each copy, and impossible to guess. */
  session_id: string;
};

/** @returns the Set-Cookie header that names the browser; null when it has a name. */
export async function nameBrowser(request: Request): Promise<string | null> {
  if (await readCookieText(request, cookie)) return null;
  return cookie.serialize(randomId());
}

/** @returns null where copies cannot be told: the browser has no name, or the page's key is not one that we made. */
export async function readPress(
  request: Request,
  { token, formKey }: { token: string; formKey: string | null },
): Promise<Press | null> {
  const browser = await readCookieText(request, cookie);
  if (!browser || !formKey) return null;
  const derive = (what: string) => sign(what, browser, formKey, token);
  return { name: derive("press"), session_id: derive("session") };
}
