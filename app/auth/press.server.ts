import { createHmac, randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { env } from "#app/env.server.ts";
import { LINK_MINUTES } from "./magic-links.server.ts";

/**
 * The press of "Continue" on the page of a link. It may arrive twice, since the first answer may get lost; then the copy
 * gets the same session. It is known by the browser and by the showing of the page, so that nobody else's is taken for it.
 */

const secure = env.APP_URL.startsWith("https:");

/** A random name for the browser, which the page of a link gives it. */
const cookie = createCookie(secure ? "__Host-browser" : "browser", {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  secure,
  secrets: env.SESSION_SECRET,
  maxAge: LINK_MINUTES * 60,
});

/** One press of one showing of the page in one browser. */
export type Press = {
  /** What the used token remembers. */
  name: string;
  /** The id of the session that it starts: the same for each copy, and to be guessed by nobody. */
  session_id: string;
};

/** @returns the Set-Cookie header that names the browser; null when it has a name. */
export async function nameBrowser(request: Request): Promise<string | null> {
  if (await readBrowserId(request)) return null;
  return cookie.serialize(randomBytes(32).toString("base64url"));
}

async function readBrowserId(request: Request): Promise<string | null> {
  const name: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof name === "string" ? name : null;
}

/** @returns null where copies cannot be told: the browser has no name, or the page's key is none of ours. */
export async function readPress(
  request: Request,
  { token, formKey }: { token: string; formKey: string | null },
): Promise<Press | null> {
  const browser = await readBrowserId(request);
  if (!browser || !formKey) return null;
  const derive = (what: string) =>
    createHmac("sha256", env.SESSION_SECRET[0])
      .update([what, browser, formKey, token].join("\0"))
      .digest("base64url");
  return { name: derive("press"), session_id: derive("session") };
}
