import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { env } from "#app/env.server.ts";
import { maxBodyBytes } from "./body-limit.server.ts";

/** Why a request is turned away before the app sees it. */
export type Refusal = { status: number; text: string; headers?: Record<string, string> };

const METHODS = "GET, HEAD, POST";
const app = new URL(env.APP_URL);
const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** What is wrong with a request, judged by its first lines alone; null when nothing is. */
export function refusalOf(request: IncomingMessage): Refusal | null {
  const { method = "", url = "/", headers } = request;
  const path = url.split("?", 1)[0] ?? "";
  if (!METHODS.split(", ").includes(method)) {
    return { status: 405, text: "Method not allowed", headers: { Allow: METHODS } };
  }
  const host = refusalOfHost(headers.host);
  if (host) return host;
  // The server of the files would say so in a page of its own.
  if (!isDecodable(path)) return { status: 400, text: "This address is not complete." };
  if (method !== "POST") return null;
  // A vendor's server has no origin; its signature is checked instead.
  if (!path.startsWith("/webhooks/") && !comesFromUs(headers)) {
    return { status: 403, text: "This form was not sent from our site." };
  }
  if (Number(headers["content-length"] ?? 0) > maxBodyBytes(path)) {
    return { status: 413, text: "Too much was sent at once." };
  }
  return null;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * A foreign Host is a mistake of a balancer or a try at poisoning links and caches; a malformed one would end in a
 * 500. On a developer's machine every name of the machine, with any port, is ours.
 */
function refusalOfHost(host: string | undefined): Refusal | null {
  const asked = host?.toLowerCase() ?? "";
  if (asked === app.host) return null;
  const url = `http://${asked}`;
  if (!/^[a-z0-9.:[\]-]+$/.test(asked) || !URL.canParse(url)) {
    return { status: 400, text: "Bad request" };
  }
  if (loopback.has(app.hostname) && loopback.has(new URL(url).hostname)) return null;
  return { status: 421, text: "This address is not served here." };
}

/**
 * Whether an unsafe request was made by one of our pages (AMB-A12). Browsers name the origin of every POST, or at
 * least its relation to ours; what names neither is no browser, and must not carry a visitor's cookie.
 */
function comesFromUs(headers: IncomingHttpHeaders): boolean {
  const { origin, host = "", cookie } = headers;
  if (origin !== undefined) return origin === `${app.protocol}//${host.toLowerCase()}`;
  const relation = headers["sec-fetch-site"];
  if (relation !== undefined) return relation === "same-origin" || relation === "none";
  return cookie === undefined;
}

/**
 * Makes Host the name that the visitor used. X-Forwarded-Host is believed only behind a proxy of ours, and never
 * reaches Remix, which believes it always.
 */
export function settleHost(headers: IncomingHttpHeaders): void {
  const forwarded = headers["x-forwarded-host"];
  delete headers["x-forwarded-host"];
  if (env.TRUST_PROXY_HOPS > 0 && typeof forwarded === "string") {
    headers.host = forwarded.split(",").at(-1)?.trim();
  }
}
