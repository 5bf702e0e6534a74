import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/observability/log.server.ts";
import { LONGEST_PATH } from "#app/observability/redact.ts";
import { isWebhook, maxBodyBytes } from "./body-limits.server.ts";

export type RequestRejection = {
  status: number;
  title: string;
  text: string;
  headers?: Record<string, string>;
};

const METHODS = "GET, HEAD, POST";
const app = new URL(env.APP_URL);
const BAD_REQUEST: RequestRejection = {
  status: 400,
  title: "We can’t read this web address",
  text: "Check the web address, or start again from the homepage.",
};
const PATH_TOO_LONG: RequestRejection = {
  status: 414,
  title: "This web address is too long",
  text: BAD_REQUEST.text,
};
export const TOO_LARGE: RequestRejection = {
  status: 413,
  title: "That was too large to send.",
  text: "Go back, make it smaller and try again.",
};
const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Returns the reason to reject a request, judged by its first line and its headers; null if it is
 * acceptable.
 */
export function rejectionOf(request: IncomingMessage): RequestRejection | null {
  const { method = "", headers } = request;
  if (!METHODS.split(", ").includes(method)) {
    return {
      status: 405,
      title: "Method not allowed",
      text: "This kind of request isn’t supported.",
      headers: { Allow: METHODS },
    };
  }
  const path = requestPath(request);
  if (path.length > LONGEST_PATH) return PATH_TOO_LONG;
  if (!isDecodable(path)) return BAD_REQUEST;
  const host = refusalOfHost(headers.host);
  if (host) return host;
  if (method !== "POST") return null;
  // Vendors send no Origin header. Their signature or password is checked later.
  if (!isWebhook(path) && !isSameOrigin(headers)) {
    return {
      status: 403,
      title: "You don't have permission to perform this action.",
      text: "We couldn’t accept this form because it wasn’t sent from our site.",
    };
  }
  return Number(headers["content-length"] ?? 0) > maxBodyBytes(path, headers) ? TOO_LARGE : null;
}

export function requestPath({ url = "/" }: IncomingMessage): string {
  return url.split("?", 1)[0] ?? "/";
}

/**
 * Normalises the URL of a request, so that all code sees the same path. Resolves dot segments and
 * backslashes. Splits a full URL, which some proxies send ("GET http://host/path"), into path and
 * host.
 */
export function normaliseTarget(request: IncomingMessage): void {
  const { url = "/", headers } = request;
  const isWhole = /^https?:\/\//i.test(url);
  const whole = isWhole ? url : `http://localhost${url}`;
  if (!(isWhole || url.startsWith("/")) || !URL.canParse(whole)) return;
  const { host, pathname, search } = new URL(whole);
  if (isWhole) headers.host = host;
  request.url = pathname + search;
}

/**
 * Returns true if a path can be decoded. For one that can't, Express would show its own error page.
 */
function isDecodable(path: string) {
  try {
    return path.startsWith("/") && Boolean(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/**
 * Rejects a request whose Host is not ours: the load balancer is configured wrongly, or someone is
 * trying to get a false host into our links and caches. If APP_URL is local, accepts every local
 * name.
 */
function refusalOfHost(host: string | undefined): RequestRejection | null {
  const asked = host?.toLowerCase() ?? "";
  if (asked === app.host) return null;
  const url = `http://${asked}`;
  if (!/^[a-z0-9.:[\]-]+$/.test(asked) || !URL.canParse(url)) {
    return BAD_REQUEST;
  }
  if (loopback.has(app.hostname) && loopback.has(new URL(url).hostname)) return null;
  return {
    status: 421,
    title: "Page not found",
    text: "This page doesn’t exist.",
  };
}

/**
 * Returns true if a request that changes data comes from one of our own pages (AMB-A12). Browsers
 * send Origin or Sec-Fetch-Site with every POST. A client that sends neither must not send a cookie
 * either.
 */
function isSameOrigin(headers: IncomingHttpHeaders): boolean {
  const { origin, host = "", cookie } = headers;
  if (origin !== undefined) return origin === `${app.protocol}//${host.toLowerCase()}`;
  const relation = headers["sec-fetch-site"];
  if (relation !== undefined) return relation === "same-origin" || relation === "none";
  return cookie === undefined;
}

/**
 * Sets the Host header to the name that the visitor used. Uses X-Forwarded-Host only behind our own
 * proxy. Then removes it, because Remix would always trust it.
 */
export function trustForwardedHost(headers: IncomingHttpHeaders): void {
  const forwarded = headers["x-forwarded-host"];
  delete headers["x-forwarded-host"];
  if (env.TRUST_PROXY_HOPS > 0 && typeof forwarded === "string") {
    headers.host = forwarded.split(",").at(-1)?.trim();
  }
}

let hasWarned = false;

/**
 * Logs a warning, once, if a proxy is used but not configured, because all visitors then share one
 * IP address and its rate limits.
 */
export function warnOfUnknownProxy(headers: IncomingHttpHeaders): void {
  if (hasWarned || env.TRUST_PROXY_HOPS > 0 || !headers["x-forwarded-for"]) return;
  hasWarned = true;
  log.warn(
    { what: "proxy" },
    "TRUST_PROXY_HOPS is 0 but X-Forwarded-For is present: all visitors share one rate limit. Set it to the exact number of proxies in front of the server.",
  );
}
