import type { RequestListener } from "node:http";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { invalidIn } from "#tests/journeys/support/validity.ts";
import { startServer } from "./test-server.ts";
import { logged } from "#tests/support/log-guard.ts";

beforeEach(() => {
  vi.resetModules();
});

const ok: RequestListener = (_request, response) => response.end("the app");
const origin = "http://localhost:3000";
const host = "localhost:3000";

describe("the Host header", () => {
  test.each([
    ["http://localhost:3000", "localhost:3000", 200],
    ["http://localhost:3000", "127.0.0.1:4567", 200],
    ["http://localhost:3000", "[::1]:3000", 200],
    ["http://localhost:3000", "evil.example", 421],
    ["http://localhost:3000", "x:99999", 400],
    ["http://localhost:3000", "user@localhost", 400],
    ["https://fanlight.example", "fanlight.example", 200],
    ["https://fanlight.example", "FANLIGHT.example", 200],
    ["https://fanlight.example", "fanlight.example.evil.example", 421],
    ["https://fanlight.example", "localhost:3000", 421],
  ])(
    "the service at %s answers a request for the host %s with %i",
    async (appUrl, asked, status) => {
      vi.stubEnv("APP_URL", appUrl);
      const { send } = await startServer(ok);
      expect((await send({ headers: { Host: asked } })).status).toBe(status);
    },
  );

  test.each([
    ["0", "fanlight.example", 200],
    ["1", "evil.example", 421],
  ])(
    "the app does not receive X-Forwarded-Host behind %s proxies",
    async (hops, forwarded, status) => {
      vi.stubEnv("TRUST_PROXY_HOPS", hops);
      const { send } = await startServer((request, response) =>
        response.end(String(request.headers["x-forwarded-host"])),
      );
      const answer = await send({ headers: { Host: host, "X-Forwarded-Host": forwarded } });
      expect(answer.status).toBe(status);
      if (status === 200) expect(answer.body).toBe("undefined");
    },
  );

  test("a health check is answered although its Host is an IP address", async () => {
    vi.stubEnv("APP_URL", "https://fanlight.example");
    const { send } = await startServer(ok);
    expect(await send({ path: "/healthz", headers: { Host: "10.0.0.7:3000" } })).toMatchObject({
      status: 200,
      body: "alive\n",
    });
  });
});

test.each(["PUT", "PATCH", "DELETE", "OPTIONS"])("the method %s gets a 405", async (method) => {
  const { send } = await startServer(ok);
  const answer = await send({ method });
  expect(answer.status).toBe(405);
  expect(answer.headers.allow).toBe("GET, HEAD, POST");
});

describe("pages for rejected requests", () => {
  const browser = { Host: host, Accept: "text/html,application/xhtml+xml" };
  const foreign = { ...browser, Origin: "https://evil.example" };
  const large = { Origin: origin, "Content-Length": String(2 * 1024 * 1024) };
  test.each([
    [403, "/", "POST", foreign, "You don't have permission to perform this action."],
    [413, "/sign-in", "POST", { ...browser, ...large }, "That was too large to send."],
    [400, "/%E0%A4%A", "GET", browser, "We can’t read this web address"],
    [405, "/", "DELETE", browser, "Method not allowed"],
  ])(
    "the page for the status %i is valid, with a title, a link home and contacts",
    async (status, path, method, headers, title) => {
      const { send } = await startServer(ok);
      const answer = await send({ method, path, headers });
      expect(answer.status).toBe(status);
      expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(answer.headers["content-security-policy"]).toMatch(
        /^default-src 'none'; style-src 'sha/,
      );
      expect(answer.body).toContain(`<h1>${title}</h1>`);
      expect(answer.body).toContain('<a class="button" href="/">Go to homepage</a>');
      expect(answer.body).toContain('href="mailto:support@fanlight.example"');
      expect(answer.body).toContain("a service of Demonstration Conveyancing Limited");
      expect(await invalidIn(answer.body)).toEqual([]);
      // The page loads no stylesheet, so it must style every class itself.
      for (const [, name] of answer.body.matchAll(/class="([^"]+)"/g)) {
        expect(answer.body).toContain(`.${name}{`);
      }
    },
  );

  test("a chunked body that becomes too large gets the page for 413", async () => {
    const { send } = await startServer((request, response) => {
      request.on("error", () => response.end());
      request.resume();
    });
    const headers = { ...browser, Origin: origin, "Transfer-Encoding": "chunked" };
    const body = ["a".repeat(700_000), "a".repeat(700_000)];
    const answer = await send({ method: "POST", headers, body });
    expect(answer.status).toBe(413);
    expect(answer.body).toContain("<h1>That was too large to send.</h1>");
  });
});

describe("posts from other origins (AMB-A12)", () => {
  const cookie = { Cookie: "sid=1" };
  test.each([
    ["our origin", { Origin: origin }, 200],
    ["our origin and a cookie", { Origin: origin, ...cookie }, 200],
    ["a foreign origin", { Origin: "https://evil.example" }, 403],
    ["our host with a different scheme", { Origin: "https://localhost:3000" }, 403],
    ["our host with a different port", { Origin: "http://localhost:3001" }, 403],
    ["an origin that starts like ours", { Origin: "http://localhost:3000.evil.example" }, 403],
    ["the origin null", { Origin: "null" }, 403],
    ["no origin, cross-site", { "Sec-Fetch-Site": "cross-site" }, 403],
    ["no origin, a sibling's site", { "Sec-Fetch-Site": "same-site" }, 403],
    ["no origin, same-origin", { "Sec-Fetch-Site": "same-origin", ...cookie }, 200],
    ["neither, with a cookie", cookie, 403],
    ["neither, and no cookie", {}, 200],
  ])(
    "a post gets the status $2, because only posts from our site are accepted (headers: %s)",
    async (_what, headers, status) => {
      const { send } = await startServer(ok);
      const answer = await send({ method: "POST", headers: { Host: host, ...headers } });
      expect(answer.status).toBe(status);
    },
  );

  test("a foreign origin is accepted for webhooks, which have signatures, and for GET requests", async () => {
    const { send } = await startServer(ok);
    const headers = { Host: host, Origin: "https://evil.example" };
    expect((await send({ method: "POST", path: "/webhooks/stripe", headers })).status).toBe(200);
    expect((await send({ method: "GET", headers })).status).toBe(200);
  });

  test.each([
    "/webhooksx",
    "/webhooks/",
    "/webhooks/stripe/../../sign-out",
    "/webhooks/../sign-out",
    "/webhooks/%2e%2e/sign-out",
    "/webhooks\\..\\sign-out",
    "/webhooks/stripe.data",
    "http://localhost:3000/webhooks/../sign-out",
  ])("the path %s does not count as a webhook, so a foreign origin gets a 403", async (path) => {
    const { send } = await startServer(ok);
    const headers = { Host: host, Origin: "https://evil.example" };
    expect((await send({ method: "POST", path, headers })).status).toBe(403);
  });
});

describe("the path that the app receives", () => {
  test.each([
    ["http://localhost:3000/sell?a=1", 200, "/sell?a=1 localhost:3000"],
    ["HTTP://localhost:3000", 200, "/ localhost:3000"],
    ["http://evil.example/sell", 421, null],
    ["/webhooks/../sign-out?a=%20b", 200, "/sign-out?a=%20b localhost:3000"],
    ["//evil.example/a", 200, "//evil.example/a localhost:3000"],
    ["/caf%C3%A9", 200, "/caf%C3%A9 localhost:3000"],
    ["/%E0%A4%A", 400, null],
    ["ftp://localhost/sell", 400, null],
    ["*", 400, null],
  ])("the path %s is normalised as in a browser, and gets a %i", async (path, status, seen) => {
    const { send } = await startServer((request, response) =>
      response.end(`${request.url} ${request.headers.host}`),
    );
    const answer = await send({ path, headers: { Host: host } });
    expect(answer.status).toBe(status);
    if (seen) expect(answer.body).toBe(seen);
  });
});

test("rejected requests get a page with a link home even if they send no Accept header", async () => {
  const { send } = await startServer(ok);
  const headers = { Host: host };
  const answers = [
    [await send({ path: "/%E0%A4%A", headers }), 400, "We can’t read this web address"],
    [
      await send({ method: "POST", headers: { ...headers, Origin: "null" } }),
      403,
      "We couldn’t accept this form because it wasn’t sent from our site.",
    ],
    [
      await send({ method: "POST", headers, body: "x".repeat(1024 * 1024 + 1) }),
      413,
      "That was too large to send.",
    ],
  ] as const;
  for (const [answer, status, text] of answers) {
    expect(answer.status).toBe(status);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(answer.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(answer.body).toContain(`<title>`);
    expect(answer.body).toContain(text);
    expect(answer.body).toContain('<a class="button" href="/">Go to homepage</a>');
  }
});

describe("X-Forwarded-For without a configured proxy (AMB-A12)", () => {
  test.each([
    ["0", ["203.0.113.7", "203.0.113.8", undefined], 1],
    ["0", [undefined, undefined], 0],
    ["1", ["203.0.113.7"], 0],
  ])(
    "the setting TRUST_PROXY_HOPS=%s with senders %j causes this many warnings: %i",
    async (hops, senders, warnings) => {
      vi.stubEnv("TRUST_PROXY_HOPS", hops);
      const { send } = await startServer(ok);
      for (const sender of senders) {
        await send({ headers: { Host: host, ...(sender && { "X-Forwarded-For": sender }) } });
      }
      const told = {
        what: "proxy",
        msg: expect.stringContaining(
          "X-Forwarded-For is present: all visitors share one rate limit",
        ),
      };
      expect(logged("warn")).toEqual(Array(warnings).fill(expect.objectContaining(told)));
    },
  );
});

test("each request has a separate context with its id, its memos and the socket’s address", async () => {
  const { currentRequest, memo, requestId } =
    await import("#app/observability/request-context.server.ts");
  let made = 0;
  const { send } = await startServer((_request, response) => {
    const make = () => Promise.resolve(++made);
    void Promise.all([memo("n", make), memo("n", make)]).then((both) =>
      response.end(JSON.stringify([...both, requestId(), currentRequest()?.socketAddress])),
    );
  });
  const answers = await Promise.all([send(), send()]);
  const values = answers.map(({ body }): unknown => JSON.parse(body));
  expect(values).toEqual(
    expect.arrayContaining([
      [1, 1, expect.any(String), "127.0.0.1"],
      [2, 2, expect.any(String), "127.0.0.1"],
    ]),
  );
  answers.forEach(({ headers, body }) => expect(body).toContain(headers["x-request-id"]));
  expect(requestId()).toBe("");
  expect(
    await Promise.all([memo("n", () => Promise.resolve(1)), memo("n", () => Promise.resolve(2))]),
  ).toEqual([1, 2]);
});
