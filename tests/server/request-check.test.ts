import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { paths } from "#app/paths.ts";
import { logged } from "#tests/support/log-guard.ts";

/**
 * Tests the checks of a request’s method, URL and headers. middleware.test.ts tests them on a
 * server.
 */

beforeEach(() => void vi.resetModules());

const check = () => import("#app/server/refusals.server.ts");
const host = "localhost:3000";
const origin = "http://localhost:3000";

function asked(method: string, url: string | undefined, headers: IncomingMessage["headers"]) {
  return Object.assign(new IncomingMessage(new Socket()), { method, url, headers });
}

const CANNOT_BE_READ = {
  status: 400,
  title: "We can’t read this web address",
  text: "Check the web address, or start again from the homepage.",
};
const TOO_LONG = { ...CANNOT_BE_READ, status: 414, title: "This web address is too long" };
const METHOD = {
  status: 405,
  title: "Method not allowed",
  text: "This kind of request isn’t supported.",
  headers: { Allow: "GET, HEAD, POST" },
};
const NOT_SERVED = {
  status: 421,
  title: "Page not found",
  text: "This page doesn’t exist.",
};
const FOREIGN = {
  status: 403,
  title: "You don't have permission to perform this action.",
  text: "We couldn’t accept this form because it wasn’t sent from our site.",
};
const TOO_LARGE = {
  status: 413,
  title: "That was too large to send.",
  text: "Go back, make it smaller and try again.",
};
const MEGABYTE = 1024 * 1024;

describe("reasons for rejecting a request (AMB-A12)", () => {
  test.each([
    ["GET", "/", { host }, null],
    ["HEAD", "/", { host }, null],
    ["POST", "/", { host, origin }, null],
    ["get", "/", { host }, METHOD],
    ["", "/", { host }, METHOD],
    ["GET, HEAD", "/", { host }, METHOD],
    ["GET", "", { host }, CANNOT_BE_READ],
    ["GET", "sell", { host }, CANNOT_BE_READ],
    ["GET", "/%", { host }, CANNOT_BE_READ],
    ["GET", "/?%", { host }, null],
    ["GET", `/${"a".repeat(1_999)}?${"b".repeat(9_000)}`, { host }, null],
    ["GET", `/${"a".repeat(2_000)}`, { host }, TOO_LONG],
    ["POST", `/${"a".repeat(2_000)}`, { host, origin }, TOO_LONG],
    ["GET", "/", {}, CANNOT_BE_READ],
    ["GET", "/", { host: "evil.example" }, NOT_SERVED],
    ["GET", "/", { host: "localhost" }, null],
    ["GET", "/", { host: "LOCALHOST:1" }, null],
    ["GET", "/", { host: "[::1]" }, null],
    ["GET", "/", { host: "localhost.evil.example" }, NOT_SERVED],
    ["GET", "/", { host: "evil.example/localhost" }, CANNOT_BE_READ],
    ["GET", "/", { host: "localhost/" }, CANNOT_BE_READ],
    ["GET", "/", { host: " localhost" }, CANNOT_BE_READ],
    ["GET", "/", { host: "a:b" }, CANNOT_BE_READ],
    ["POST", "/", { host, origin: "https://evil.example" }, FOREIGN],
    ["POST", "/", { host, origin: "" }, FOREIGN],
    ["POST", "/", { host: "LOCALHOST:3000", origin }, null],
    ["POST", "/", { host: "127.0.0.1:1", origin: "http://127.0.0.1:1" }, null],
    ["POST", "/", { host: "127.0.0.1:1", origin }, FOREIGN],
    ["POST", "/", { host, origin: "null", "sec-fetch-site": "same-origin" }, FOREIGN],
    ["POST", "/", { host, "sec-fetch-site": "none", cookie: "a" }, null],
    ["POST", "/", { host, "sec-fetch-site": "same-origin", cookie: "a" }, null],
    ["POST", "/", { host, "sec-fetch-site": "cross-site" }, FOREIGN],
    ["POST", "/", { host, "sec-fetch-site": "" }, FOREIGN],
    ["POST", "/", { host, cookie: "" }, FOREIGN],
    ["POST", "/", { host }, null],
    ["POST", "/", { host, origin, "content-length": String(MEGABYTE) }, null],
    ["POST", "/", { host, origin, "content-length": String(MEGABYTE + 1) }, TOO_LARGE],
    ["GET", "/", { host, "content-length": String(MEGABYTE + 1) }, null],
    ["POST", "/webhooks/stripe?a=1", { host, origin: "null" }, null],
    ["POST", "/webhooks/stripe", { host, "content-length": String(MEGABYTE / 4) }, null],
    ["POST", "/webhooks/stripe", { host, "content-length": String(MEGABYTE / 4 + 1) }, TOO_LARGE],
    ["POST", "/webhooks/postmark/inbound", { host, origin: "null" }, null],
    ["POST", "/webhooks/postmark/inbound/x", { host, origin: "null" }, FOREIGN],
    ["POST", "/webhooks/searches", { host, "content-length": String(32 * MEGABYTE) }, null],
    ["POST", "/webhooks/searches", { host, "content-length": String(200 * MEGABYTE) }, TOO_LARGE],
    ["POST", "/a?/webhooks/stripe", { host, origin: "null" }, FOREIGN],
  ])("the rejection of the request %s %s with %j is %j", async (method, url, headers, expected) => {
    const { rejectionOf } = await check();
    expect(rejectionOf(asked(method, url, headers))).toEqual(expected);
  });

  test.each(Object.values(paths.webhooks).map((webhook) => webhook()))(
    "a vendor’s post to %s is accepted although its origin is null",
    async (url) => {
      const { rejectionOf } = await check();
      expect(rejectionOf(asked("POST", url, { host, origin: "null" }))).toBeNull();
    },
  );

  test("only the host of APP_URL is accepted if APP_URL is not a developer’s machine", async () => {
    vi.stubEnv("APP_URL", "https://fanlight.example:8443");
    const { rejectionOf } = await check();
    const at = (host: string) => rejectionOf(asked("GET", "/", { host }));
    expect(at("fanlight.example:8443")).toBeNull();
    for (const other of [
      "fanlight.example",
      "localhost:8443",
      "127.0.0.1",
      "www.fanlight.example",
    ]) {
      expect(at(other)).toEqual(NOT_SERVED);
    }
    const post = (origin: string) =>
      rejectionOf(asked("POST", "/", { host: "fanlight.example:8443", origin }));
    expect(post("https://fanlight.example:8443")).toBeNull();
    expect(post("http://fanlight.example:8443")).toEqual(FOREIGN);
    expect(post("https://fanlight.example")).toEqual(FOREIGN);
  });
});

describe("the normalised path (AMB-A12)", () => {
  test.each([
    ["/a/../b?c=../d", "/b?c=../d", host],
    ["/a\\b", "/a/b", host],
    ["//evil.example/a", "//evil.example/a", host],
    ["http://other.example/a?b", "/a?b", "other.example"],
    ["https://Other.example:81/", "/", "other.example:81"],
    ["ftp://other.example/a", "ftp://other.example/a", host],
    ["xhttp://other.example/a", "xhttp://other.example/a", host],
    ["http://", "http://", host],
    ["*", "*", host],
    ["a/../b", "a/../b", host],
  ])("the path %s becomes %s on the host %s", async (url, expected, of) => {
    const { normaliseTarget, requestPath } = await check();
    const request = asked("GET", url, { host });
    normaliseTarget(request);
    expect([request.url, request.headers.host]).toEqual([expected, of]);
    expect(requestPath(request)).toBe(expected.split("?")[0]);
  });

  test("a request without a path is for the homepage", async () => {
    const { normaliseTarget, requestPath, rejectionOf } = await check();
    const request = asked("GET", undefined, { host });
    expect(requestPath(request)).toBe("/");
    expect(rejectionOf(request)).toBeNull();
    normaliseTarget(request);
    expect(request.url).toBe("/");
  });
});

describe("the host name that the visitor used (AMB-A12)", () => {
  test.each([
    ["0", "evil.example", host],
    ["1", "fanlight.example", "fanlight.example"],
    ["1", "evil.example,  fanlight.example ", "fanlight.example"],
    ["1", undefined, host],
    ["2", "fanlight.example", "fanlight.example"],
  ])(
    "the host behind %s proxies with X-Forwarded-Host %s is %s",
    async (hops, forwarded, expected) => {
      vi.stubEnv("TRUST_PROXY_HOPS", hops);
      const { trustForwardedHost } = await check();
      const headers: IncomingMessage["headers"] = {
        host,
        ...(forwarded !== undefined && { "x-forwarded-host": forwarded }),
      };
      trustForwardedHost(headers);
      expect(headers).toEqual({ host: expected });
    },
  );
});

describe("warning about a proxy that is not configured (AMB-A12)", () => {
  test.each([
    ["0", ["203.0.113.7", "203.0.113.8"], 1],
    ["0", [undefined, "203.0.113.7"], 1],
    ["0", [undefined], 0],
    ["1", ["203.0.113.7"], 0],
  ])(
    "a service with %s configured proxies logs this many warnings for X-Forwarded-For %j: %i",
    async (hops, seen, times) => {
      vi.stubEnv("TRUST_PROXY_HOPS", hops);
      const { warnOfUnknownProxy } = await check();
      for (const sender of seen) warnOfUnknownProxy(sender ? { "x-forwarded-for": sender } : {});
      const told = {
        what: "proxy",
        msg: "TRUST_PROXY_HOPS is 0 but X-Forwarded-For is present: all visitors share one rate limit. Set it to the exact number of proxies in front of the server.",
      };
      expect(logged("warn")).toEqual(Array(times).fill(told));
    },
  );
});
