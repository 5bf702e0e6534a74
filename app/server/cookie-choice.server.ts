import { z } from "zod";
import { unsignedCookie } from "#app/platform/cookies.server.ts";

/**
 * Visitor's choice about services with cookies that are not strictly necessary: reCAPTCHA and the
 * partner form (AMB-H04). Neither is loaded before.
 */
const cookie = unsignedCookie("cookie-choice", 180 * 24 * 60 * 60);

export const COOKIE_CHOICE_COOKIE = cookie.name;

export const COOKIE_SERVICES = ["bot_check", "partner_form"] as const;

const Choice = z.object({
  bot_check: z.boolean().optional(),
  partner_form: z.boolean().optional(),
});

/** A missing service has not been chosen yet. */
export type CookieChoice = z.output<typeof Choice>;

/** Returns an empty choice if the cookie is missing or invalid. */
export async function readCookieChoice(request: Request): Promise<CookieChoice> {
  return Choice.catch({}).parse(await cookie.parse(request.headers.get("Cookie")));
}

/** Returns the Set-Cookie header that stores the choice for half a year. */
export function rememberCookieChoice(choice: CookieChoice): Promise<string> {
  return cookie.serialize(choice);
}
