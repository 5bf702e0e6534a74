import { createCookie, type Cookie } from "@remix-run/node";
import { env } from "./env.server.ts";
import { sha256 } from "./secrets.server.ts";

/** How our cookies are made: out of reach of scripts, and not sent along when another site posts a form to us. */

const secure = env.APP_URL.startsWith("https:");
const options = { httpOnly: true, sameSite: "lax", path: "/", secure } as const;

/** A cookie that holds nothing which a browser could misuse by changing it. */
export function unsignedCookie(name: string, seconds: number): Cookie {
  return createCookie(name, { ...options, maxAge: seconds });
}

/** A cookie that only we can have written. Over https its name binds it to this very host. */
export function signedCookie(name: string, seconds: number): Cookie {
  const secrets = env.SESSION_SECRET;
  return createCookie(secure ? `__Host-${name}` : name, { ...options, secrets, maxAge: seconds });
}

/** Message for the next page. The server reads its name too, since a cached page has no message (SE-9). */
export const flashCookie = signedCookie("flash", 5 * 60);

/** @returns the hash of the secret id that a cookie holds, which is all that the database knows of it; null without one. */
export async function readCookieHash(request: Request, cookie: Cookie): Promise<string | null> {
  const id = await readCookieText(request, cookie);
  return id && sha256(id);
}

/** @returns the text that a cookie of the request holds; null without one, or when somebody else signed it. */
export async function readCookieText(request: Request, cookie: Cookie): Promise<string | null> {
  const text: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof text === "string" && text !== "" ? text : null;
}
