import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "#app/platform/env.server.ts";
import { currentRequest } from "#app/observability/request-context.server.ts";
import { NOTHING_ALLOWED } from "./content-security-policy.server.ts";
import { RETRY_AFTER_SECONDS } from "./plain-page.server.ts";
import { requestPath } from "./request-check.server.ts";
import { visitorCaching } from "./restorable-pages.server.ts";

/** The event of a response whose headers have been sent: the work is done, and the rest is for the visitor to fetch. */
export const HEADERS_SENT = "headers sent";

const always = {
  "X-Content-Type-Options": "nosniff",
  // Not no-referrer: with that, browsers send `Origin: null` with every plain form.
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
  "X-Frame-Options": "DENY",
  // A document brings its own; for everything else there is nothing to load.
  "Content-Security-Policy": NOTHING_ALLOWED,
  ...(env.APP_URL.startsWith("https:") && { "Strict-Transport-Security": "max-age=31536000" }),
};

/**
 * Sees to it that every response, whoever makes it, leaves with the house's headers: pages, data, redirects, files
 * and refusals. What a response sets itself is left as it is, since two policies would both be enforced.
 */
export function addHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  { requestId, isLast }: { requestId: string; isLast: () => boolean },
): void {
  const path = requestPath(request);
  const context = currentRequest();
  const writeHead = response.writeHead.bind(response);
  // Called by every way of answering, with the headers that are set by then.
  response.writeHead = (...args: unknown[]) => {
    for (const [name, value] of Object.entries(always)) setIfAbsent(response, name, value);
    response.setHeader("X-Request-Id", requestId);
    if (isUnlisted(path)) response.setHeader("X-Robots-Tag", "noindex, nofollow");
    if (isLast()) response.setHeader("Connection", "close");
    if (context?.failedForNow) sayThatItEnds(response, args);
    limitCaching(request, response, args[0]);
    Reflect.apply(writeHead, response, args);
    response.emit(HEADERS_SENT);
    return response;
  };
}

/**
 * A failure that ends by itself is answered with 503, whichever route caught it: with 500 a vendor, a search engine or a
 * script would take it for a fault (SE-10). The body stays, since it may contain what was typed.
 */
function sayThatItEnds(response: ServerResponse, args: unknown[]) {
  if (args[0] !== 500) return;
  setIfAbsent(response, "Retry-After", RETRY_AFTER_SECONDS);
  response.statusMessage = "";
  response.statusCode = 503;
  args[0] = 503;
}

/** Files and kept pages say theirs themselves. */
function limitCaching(request: IncomingMessage, response: ServerResponse, status: unknown) {
  const isVisitors = request.headers.cookie !== undefined || response.hasHeader("Set-Cookie");
  if (!isVisitors) {
    setIfAbsent(response, "Cache-Control", "no-cache");
    return;
  }
  const page = { method: request.method, path: requestPath(request), status: Number(status) };
  for (const [name, value] of Object.entries(visitorCaching(page))) response.setHeader(name, value);
}

function setIfAbsent(response: ServerResponse, name: string, value: string) {
  if (!response.hasHeader(name)) response.setHeader(name, value);
}

/** Pages that belong to one person, serve no visitor, or are legal texts (H-006): no search engine should list them. */
const unlisted =
  /^\/(?:(?:admin|authenticate|mocks|dashboard|account|calendar|your-calendar|welcome-back|sign-out|leads|webhooks|privacy|cookie-policy)\b|(?:sell|buy)\/(?!get-started)|(?:seller|buyer)\/terms\/)/;

export function isUnlisted(path: string): boolean {
  return unlisted.test(path);
}
