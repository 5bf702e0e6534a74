import { readCookieText, unsignedCookie } from "#app/platform/cookies.server.ts";

/** Whether the key "s" leads to the search box, which who speaks to the computer must be able to turn off (AMB-I05). */
const cookie = unsignedCookie("search-shortcut", 365 * 24 * 60 * 60);

/** @returns true until a person turns it off in this browser */
export async function hasShortcut(request: Request): Promise<boolean> {
  return (await readCookieText(request, cookie)) !== "off";
}

/** @returns the Set-Cookie header that remembers the choice for a year. */
export function rememberShortcut(on: boolean): Promise<string> {
  return cookie.serialize(on ? "on" : "off");
}
