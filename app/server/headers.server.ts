import type { ServerResponse } from "node:http";
import { currentRequest } from "#app/observability/request-context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { isDraining } from "./drain.server.ts";
import { RETRY_AFTER_SECONDS } from "./plain-page.server.ts";
import { visitorCaching } from "./restorable-pages.server.ts";

/**
 * Headers of every response. No route may set one of them, because Remix's adapter would add a
 * second value instead of replacing the first.
 */
const ALWAYS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  // Don't use no-referrer, with which browsers send `Origin: null` when a form is submitted.
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
  ...(env.APP_URL.startsWith("https:") && { "Strict-Transport-Security": "max-age=31536000" }),
};

/** Headers for responses that do not set them, such as redirects, data and errors from Remix. */
const DEFAULTS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Frame-Options": "DENY",
  "Cache-Control": "no-store",
};

export function setCommonHeaders(response: ServerResponse, id: string, path: string): void {
  for (const [name, value] of Object.entries(ALWAYS)) response.setHeader(name, value);
  response.setHeader("X-Request-Id", id);
  if (isUnlisted(path)) response.setHeader("X-Robots-Tag", "noindex, nofollow");
}

/** Adds the headers that a response lacks, just before its headers are sent. */
export function completeHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(DEFAULTS)) {
    if (!response.hasHeader(name)) response.setHeader(name, value);
  }
  if (isDraining()) response.setHeader("Connection", "close");
  // Answer 503 after a temporary error, because vendors and search engines would interpret a 500 as
  // our fault (SE-10). Leave the body unchanged, because it may contain values that the visitor
  // typed.
  if (response.statusCode === 500 && currentRequest()?.hadTemporaryError) {
    response.statusCode = 503;
    response.statusMessage = "";
    if (!response.hasHeader("Retry-After")) response.setHeader("Retry-After", RETRY_AFTER_SECONDS);
  }
}

/**
 * Sets the caching of a page or of its data. Of the pages that need a session, browsers may store
 * only those with a form.
 */
export function setCaching(request: Request, status: number, headers: Headers): void {
  if (!request.headers.has("Cookie") && !headers.has("Set-Cookie")) {
    if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-cache");
    return;
  }
  const { pathname: path } = new URL(request.url);
  const caching = visitorCaching({ method: request.method, path, status });
  for (const [name, value] of Object.entries(caching)) headers.set(name, value);
}

/**
 * Paths that search engines must not index: personal pages, internal pages and legal texts (H-006).
 */
const unlisted =
  /^\/(?:(?:admin|authenticate|mocks|dashboard|account|calendar|your-calendar|welcome-back|sign-out|leads|webhooks|privacy|cookie-policy)\b|(?:sell|buy)\/(?!get-started)|(?:seller|buyer)\/terms\/)/;

export function isUnlisted(path: string): boolean {
  return unlisted.test(path);
}
