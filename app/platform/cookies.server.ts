import { createCookie, type Cookie } from "@remix-run/node";
import { env } from "./env.server.ts";
import { sha256 } from "./secrets.server.ts";

const secure = env.APP_URL.startsWith("https:");
/**
 * Options of all our cookies. Scripts can't read the cookies, and browsers don't send them with
 * POSTs from other sites.
 */
const options = { httpOnly: true, sameSite: "lax", path: "/", secure } as const;

/** Creates a cookie for a value that is harmless if the visitor changes it. */
export function unsignedCookie(name: string, seconds: number): Cookie {
  return createCookie(name, { ...options, maxAge: seconds });
}

/**
 * Creates a signed cookie. Over https, its name has a prefix that makes browsers accept the cookie
 * from this host only.
 */
export function signedCookie(name: string, seconds: number): Cookie {
  const secrets = env.SESSION_SECRET;
  return createCookie(secure ? `__Host-${name}` : name, { ...options, secrets, maxAge: seconds });
}

/**
 * Creates a cookie that browsers send only with requests of one page. The server compares its value
 * with a hash, so it needs no signature.
 */
export function pageCookie(name: string, path: string, seconds: number): Cookie {
  return createCookie(secure ? `__Secure-${name}` : name, { ...options, path, maxAge: seconds });
}

/**
 * Message to show on the next page. While this cookie is set, the server sends no cached pages
 * (SE-9).
 */
export const flashCookie = signedCookie("flash", 5 * 60);

/**
 * Returns the hash of the secret id in a cookie, as the database stores it; null without a cookie.
 */
export async function readCookieHash(request: Request, cookie: Cookie): Promise<string | null> {
  const id = await readCookieText(request, cookie);
  return id && sha256(id);
}

/** Returns the text in a cookie; null if the cookie is missing or its signature is invalid. */
export async function readCookieText(request: Request, cookie: Cookie): Promise<string | null> {
  const text: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof text === "string" && text !== "" ? text : null;
}
