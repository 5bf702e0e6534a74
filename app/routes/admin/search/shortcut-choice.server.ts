import { readCookieText, unsignedCookie } from "#app/platform/cookies.server.ts";

/**
 * Cookie that stores whether the "s" shortcut is on. People who use speech input must be able to
 * turn it off (AMB-I05).
 */
const cookie = unsignedCookie("search-shortcut", 365 * 24 * 60 * 60);

export async function hasShortcut(request: Request): Promise<boolean> {
  return (await readCookieText(request, cookie)) !== "off";
}

export function rememberShortcut(on: boolean): Promise<string> {
  return cookie.serialize(on ? "on" : "off");
}
