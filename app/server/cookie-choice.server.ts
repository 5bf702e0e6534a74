import { z } from "zod";
import { unsignedCookie } from "#app/platform/cookies.server.ts";

/**
 * What the visitor has chosen about the services that place cookies which are not strictly necessary: reCAPTCHA and the
 * partner form, each by itself (AMB-H04). Nothing of theirs is loaded before. The choice itself is a necessary cookie.
 */
const cookie = unsignedCookie("cookie-choice", 180 * 24 * 60 * 60);

export const COOKIE_CHOICE_COOKIE = cookie.name;

export const COOKIE_SERVICES = ["bot_check", "partner_form"] as const;

const Choice = z.object({
  bot_check: z.boolean().optional(),
  partner_form: z.boolean().optional(),
});

/** A service that is not named has not been chosen about yet. */
export type CookieChoice = z.output<typeof Choice>;

/** @returns nothing chosen when the cookie is missing or makes no sense. */
export async function readCookieChoice(request: Request): Promise<CookieChoice> {
  return Choice.catch({}).parse(await cookie.parse(request.headers.get("Cookie")));
}

/** @returns the Set-Cookie header that remembers the choice for half a year. */
export function rememberCookieChoice(choice: CookieChoice): Promise<string> {
  return cookie.serialize(choice);
}
