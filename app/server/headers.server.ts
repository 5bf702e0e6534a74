import type { ServerResponse } from "node:http";
import { currentRequest } from "#app/observability/request-context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { isDraining } from "./drain.server.ts";
import { RETRY_AFTER_SECONDS } from "./plain-page.server.ts";
import { visitorCaching } from "./restorable-pages.server.ts";

/** Headers of every response. Remix's adapter appends, so no route may set one of these. */
const ALWAYS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  // With no-referrer, browsers send `Origin: null` with every plain form.
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
  ...(env.APP_URL.startsWith("https:") && { "Strict-Transport-Security": "max-age=31536000" }),
};

/** Defaults for redirects, resources, data and Remix's errors. */
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

/** Adds missing headers just before the head is sent. */
export function completeHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(DEFAULTS)) {
    if (!response.hasHeader(name)) response.setHeader(name, value);
  }
  if (isDraining()) response.setHeader("Connection", "close");
  // A temporary outage is a 503: a 500 would mean a fault to vendors and search engines (SE-10).
  // The body stays: it may contain typed values.
  if (response.statusCode === 500 && currentRequest()?.hadTemporaryError) {
    response.statusCode = 503;
    response.statusMessage = "";
    if (!response.hasHeader("Retry-After")) response.setHeader("Retry-After", RETRY_AFTER_SECONDS);
  }
}

/** Sets the caching of a page or its data. Browsers store session pages only with a form. */
export function setCaching(request: Request, status: number, headers: Headers): void {
  if (!request.headers.has("Cookie") && !headers.has("Set-Cookie")) {
    if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-cache");
    return;
  }
  const { pathname: path } = new URL(request.url);
  const caching = visitorCaching({ method: request.method, path, status });
  for (const [name, value] of Object.entries(caching)) headers.set(name, value);
}

/** Paths that search engines must not index: personal, internal and legal pages (H-006). */
const unlisted =
  /^\/(?:(?:admin|authenticate|mocks|dashboard|account|calendar|your-calendar|welcome-back|sign-out|leads|webhooks|privacy|cookie-policy)\b|(?:sell|buy)\/(?!get-started)|(?:seller|buyer)\/terms\/)/;

export function isUnlisted(path: string): boolean {
  return unlisted.test(path);
}
