import { createCookie } from "@remix-run/node";
import { env } from "#app/env.server.ts";

/**
 * The visitor's choice about cookies that are not strictly necessary: those of reCAPTCHA and of the partner form
 * (AMB-H04). Nothing of theirs is loaded before it is made. The choice itself is a necessary cookie.
 */
const cookie = createCookie("cookie-choice", {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  secure: env.APP_URL.startsWith("https:"),
  maxAge: 180 * 24 * 60 * 60,
});

export type CookieChoice = "all" | "necessary";

/** @returns null when the visitor has not chosen yet. */
export async function readCookieChoice(request: Request): Promise<CookieChoice | null> {
  const choice: unknown = await cookie.parse(request.headers.get("Cookie"));
  return choice === "all" || choice === "necessary" ? choice : null;
}

/** @returns the Set-Cookie header that remembers the choice for half a year. */
export function rememberCookieChoice(choice: CookieChoice): Promise<string> {
  return cookie.serialize(choice);
}
