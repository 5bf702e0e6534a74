import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { deviceText } from "#app/auth/device.server.ts";
import { safePath } from "#app/auth/guards.server.ts";
import { toFrame } from "#app/clients/sentry/client.server.ts";
import { flashCookie } from "#app/platform/cookies.server.ts";
import { readCookieChoice } from "#app/server/cookie-choice.server.ts";
import { findCachedPage } from "#app/server/cached-pages.server.ts";
import { sendCached } from "#app/server/cached-response.server.ts";
import { rejectionOf, normaliseTarget } from "#app/server/refusals.server.ts";
import { clientIp } from "#app/limits/limits.server.ts";
import { loggedPath, redact } from "#app/observability/redact.ts";
import { filters, loadMore, readListQuery } from "#app/routes/admin/shared/list.server.ts";
import type { Parser } from "./parser.ts";

const head = (name: string, read: (request: IncomingMessage) => unknown, header = "url") => ({
  name: `request: ${name}`,
  read: (text: string) => read(requestWith(header, text)),
});

const cookie = (name: string, read: (request: Request) => unknown): Parser => ({
  name: `cookie: ${name}`,
  read: (text) => read(remixRequest("Cookie", `${flashCookie.name}=${text}`)),
  looksFor: ["a=b; ", "=", "%22", "flash=a; ", "eyJ"],
});

export const REQUEST_PARSERS: readonly Parser[] = [
  {
    name: "log: text",
    read: (text) => redact(text),
    looksFor: ["pi_a_secret_", "?token=", "A1 1A"],
  },
  { name: "log: path", read: (text) => loggedPath(`/${text}`), looksFor: ["leads/", "calendar/"] },
  { name: "log: line of a stack", read: (text) => toFrame(`at ${text}`), looksFor: [" ("] },
  head("target", normaliseTarget),
  head("path", rejectionOf),
  head("page from memory", findCachedPage, "cookie"),
  head("host", rejectionOf, "host"),
  head("origin", rejectionOf, "origin"),
  head("language", cachedAnswer, "accept-language"),
  head("encoding", cachedAnswer, "accept-encoding"),
  head("ETag", cachedAnswer, "if-none-match"),
  { name: "request: network", read: (text) => clientIp(remixRequest("X-Forwarded-For", text)) },
  { name: "request: browser", read: deviceText, looksFor: ["Chrome/ ", "Mac OS X "] },
  { name: "request: redirectTo", read: (text) => safePath(`/${text}`), looksFor: ["../", "/./"] },
  { name: "request: query", read: (text) => listQuery(text), looksFor: ["q=a&", "size=1&"] },
  { name: "request: searched for", read: (text) => listQuery(`q=${encodeURIComponent(text)}`) },
  cookie("choice", readCookieChoice),
  cookie("flash", (request) => flashCookie.parse(request.headers.get("Cookie"))),
];

/** Maximum size of a request's head. Node rejects a larger one. */
const MAX_HEAD = 16_384;

function requestWith(header: string, whole: string): IncomingMessage {
  const text = whole.slice(0, MAX_HEAD);
  const request = new IncomingMessage(new Socket());
  request.method = header === "origin" ? "POST" : "GET";
  request.url = header === "url" ? `/${text}` : "/";
  request.headers = { host: "localhost:3000", [header]: text };
  return request;
}

function cachedAnswer(request: IncomingMessage) {
  const bodies = { identity: Buffer.from("") };
  const response = new ServerResponse(request);
  sendCached({ headers: {}, etag: "a", bodies }, request, response);
}

/**
 * Builds a request with the text as a header, without line breaks and with ASCII characters only.
 */
function remixRequest(header: string, text: string) {
  return new Request("http://localhost/", {
    headers: { [header]: text.slice(0, MAX_HEAD).replaceAll(/[^ -~]/g, "x") },
  });
}

const ListQuery = loadMore.extend({ q: filters.search(), kind: filters.oneOf(["sell", "buy"]) });

const listQuery = (query: string) =>
  readListQuery(new Request(`http://localhost/admin?${query}`), ListQuery);
