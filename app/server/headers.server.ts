import type { ServerResponse } from "node:http";
import { currentRequest } from "#app/observability/request-context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { isDraining } from "./drain.server.ts";
import { RETRY_AFTER_SECONDS } from "./plain-page.server.ts";
import { visitorCaching } from "./restorable-pages.server.ts";

/** Headers of every response. Remix's adapter appends headers, so that no route may set one of these. */
const ALWAYS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  // Not no-referrer: with that, browsers send `Origin: null` with every plain form.
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
  ...(env.APP_URL.startsWith("https:") && { "Strict-Transport-Security": "max-age=31536000" }),
};

/** Headers of a response that lacks them: a redirect, a resource, data, a failure of Remix. */
const DEFAULTS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Frame-Options": "DENY",
  "Cache-Control": "no-store",
};

/** Sets the headers that no route sets. */
export function setCommonHeaders(response: ServerResponse, id: string, path: string): void {
  for (const [name, value] of Object.entries(ALWAYS)) response.setHeader(name, value);
  response.setHeader("X-Request-Id", id);
  if (isUnlisted(path)) response.setHeader("X-Robots-Tag", "noindex, nofollow");
}

/** Sets what a response still lacks when its head is about to be sent. */
export function completeHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(DEFAULTS)) {
    if (!response.hasHeader(name)) response.setHeader(name, value);
  }
  if (isDraining()) response.setHeader("Connection", "close");
  // With 500 a vendor or a search engine would take an outage that ends for a fault (SE-10). The
  // body stays, since it may contain what was typed.
  if (response.statusCode === 500 && currentRequest()?.failedForNow) {
    response.statusCode = 503;
    response.statusMessage = "";
    if (!response.hasHeader("Retry-After")) response.setHeader("Retry-After", RETRY_AFTER_SECONDS);
  }
}

/** Sets how a page or its data may be stored: of what a session shows, only the pages with a form. */
export function setCaching(request: Request, status: number, headers: Headers): void {
  if (!request.headers.has("Cookie") && !headers.has("Set-Cookie")) {
    if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-cache");
    return;
  }
  const { pathname: path } = new URL(request.url);
  const caching = visitorCaching({ method: request.method, path, status });
  for (const [name, value] of Object.entries(caching)) headers.set(name, value);
}

/** Pages that belong to one person, serve no visitor, or are legal texts (H-006). */
const unlisted =
  /^\/(?:(?:admin|authenticate|mocks|dashboard|account|calendar|your-calendar|welcome-back|sign-out|leads|webhooks|privacy|cookie-policy)\b|(?:sell|buy)\/(?!get-started)|(?:seller|buyer)\/terms\/)/;

/** Returns whether search engines must not list a page. */
export function isUnlisted(path: string): boolean {
  return unlisted.test(path);
}
