import { z } from "zod";
import { unsignedCookie } from "#app/platform/cookies.server.ts";

/**
 * Cookie with the visitor's choice about services whose cookies are not strictly necessary:
 * reCAPTCHA and the form for partners (AMB-H04). Pages load neither of them before the visitor has
 * accepted it.
 */
const cookie = unsignedCookie("cookie-choice", 180 * 24 * 60 * 60);

export const COOKIE_CHOICE_COOKIE = cookie.name;

export const COOKIE_SERVICES = ["bot_check", "partner_form"] as const;

const Choice = z.object({
  bot_check: z.boolean().optional(),
  partner_form: z.boolean().optional(),
});

/** Choice for each service. If a service is missing, the visitor has not chosen yet. */
export type CookieChoice = z.output<typeof Choice>;

/** Returns the visitor's choice. It is empty if the cookie is missing or invalid. */
export async function readCookieChoice(request: Request): Promise<CookieChoice> {
  return Choice.catch({}).parse(await cookie.parse(request.headers.get("Cookie")));
}

/** Returns the Set-Cookie header that saves the choice for half a year. */
export function rememberCookieChoice(choice: CookieChoice): Promise<string> {
  return cookie.serialize(choice);
}
