import { createCookie, type Cookie } from "@remix-run/node";
import { env } from "./env.server.ts";
import { sha256 } from "./secrets.server.ts";

/** Options of our cookies: not readable by scripts, and not sent with cross-site POSTs. */

const secure = env.APP_URL.startsWith("https:");
const options = { httpOnly: true, sameSite: "lax", path: "/", secure } as const;

/** Creates a cookie for a value that users may change without harm. */
export function unsignedCookie(name: string, seconds: number): Cookie {
  return createCookie(name, { ...options, maxAge: seconds });
}

/** Creates a signed cookie. Over https, its name binds it to this host. */
export function signedCookie(name: string, seconds: number): Cookie {
  const secrets = env.SESSION_SECRET;
  return createCookie(secure ? `__Host-${name}` : name, { ...options, secrets, maxAge: seconds });
}

/** Message for the next page. The server skips cached pages if it is set (SE-9). */
export const flashCookie = signedCookie("flash", 5 * 60);

/** Returns the hash of a cookie's secret id, as stored in the database; null without a cookie. */
export async function readCookieHash(request: Request, cookie: Cookie): Promise<string | null> {
  const id = await readCookieText(request, cookie);
  return id && sha256(id);
}

/** Returns a cookie's text; null without a cookie or with an invalid signature. */
export async function readCookieText(request: Request, cookie: Cookie): Promise<string | null> {
  const text: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof text === "string" && text !== "" ? text : null;
}
