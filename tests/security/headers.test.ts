import { beforeEach, describe, expect, test, vi } from "vitest";
import { startEdge } from "#tests/edge/edge-server.ts";

beforeEach(() => {
  vi.resetModules();
});

describe("security headers", () => {
  test.each([
    ["a page", "/", 200],
    ["a redirect", "/redirect", 302],
    ["a failure", "/broken", 500],
    ["a refusal", "/", 405, "DELETE"],
    ["a health check", "/healthz", 200],
  ])("are on %s", async (_what, path, status, method = "GET") => {
    const { send } = await startEdge((request, response) => {
      response.writeHead(request.url === "/redirect" ? 302 : request.url === "/broken" ? 500 : 200);
      response.end();
    });
    const answer = await send({ path, method });
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "permissions-policy": "camera=(), microphone=(), geolocation=()",
      "x-frame-options": "DENY",
    });
    // A refusal is a page for people: it has its own style, and nothing else.
    expect(answer.headers["content-security-policy"]).toMatch(
      method === "DELETE"
        ? /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/
        : /^default-src 'none'; frame-ancestors 'none'$/,
    );
    expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f]{16}$/);
    expect(answer.headers).not.toHaveProperty("strict-transport-security");
  });

  test("leave a response's own policy alone, since a browser enforces both of two", async () => {
    const { send } = await startEdge((_request, response) => {
      response.setHeader("Content-Security-Policy", "default-src 'self'");
      response.end("implicit head");
    });
    const { headers } = await send();
    expect(headers["content-security-policy"]).toBe("default-src 'self'");
  });

  test("pin the browser to https where the site is served so", async () => {
    vi.stubEnv("APP_URL", "https://fanlight.example");
    const { send } = await startEdge((_request, response) => response.end());
    const { headers } = await send({ headers: { Host: "fanlight.example" } });
    expect(headers["strict-transport-security"]).toBe("max-age=31536000");
  });
});

describe("caching", () => {
  const SOMEBODY = { Cookie: "sid=1" };
  const ID = "0123456789abcdef01234567";

  test("of a form depends on the cookie, and its answer to a post is not kept (AX-2)", async () => {
    const { send } = await startEdge((_request, response) => response.end());
    const form = { path: "/sell/about-you", headers: SOMEBODY };
    expect((await send(form)).headers.vary).toContain("Cookie");
    const origin = { Origin: "http://localhost:3000" };
    const posted = await send({ ...form, method: "POST", headers: { ...SOMEBODY, ...origin } });
    expect(posted.headers["cache-control"]).toBe("no-store");
  });

  test.each([
    ["a page for a stranger", "/", {}, {}, "no-cache"],
    ["a page for somebody we know", "/", { Cookie: "sid=1" }, {}, "no-store"],
    ["a page that starts a session", "/", {}, { "Set-Cookie": "sid=1" }, "no-store"],
    [
      "even one that thinks otherwise",
      "/",
      { Cookie: "sid=1" },
      { "Cache-Control": "public" },
      "no-store",
    ],
    ["a form of somebody we know", "/sell/about-you", SOMEBODY, {}, "private, no-cache"],
    [
      "a form of a person beside it",
      `/buy/about-the-property/giftors/${ID}?purchase=1`,
      SOMEBODY,
      {},
      "private, no-cache",
    ],
    ["a record that staff add", "/admin/law-firms/add", SOMEBODY, {}, "private, no-cache"],
    ["leads", "/leads/ada%40example.test", SOMEBODY, {}, "private, no-cache"],
    ["the data of a form", "/sell/about-the-property.data", SOMEBODY, {}, "no-store"],
    ["a dashboard", `/dashboard/sell/${ID}`, SOMEBODY, {}, "no-store"],
    ["a form over a record", `/admin/transactions/${ID}/sellers/add`, SOMEBODY, {}, "no-store"],
    ["a person's data", "/your-data/details", SOMEBODY, {}, "no-store"],
    ["sign-in", "/sign-in", SOMEBODY, {}, "no-store"],
    ["the payment", "/sell/payment", SOMEBODY, {}, "no-store"],
  ])("of %s", async (_what, path, sent, own, expected) => {
    const { send } = await startEdge((_request, response) => {
      for (const [name, value] of Object.entries(own)) response.setHeader(name, value);
      response.end();
    });
    const { headers } = await send({ path, headers: sent });
    expect(headers["cache-control"]).toBe(expected);
  });
});

test.each([
  ["/", false],
  ["/sell/get-started", false],
  ["/privately", false],
  ["/seller/terms/v1", true],
  ["/buyer/terms/v1", true],
  ["/privacy-policy", true],
  ["/privacy", true],
  ["/cookie-policy", true],
  ["/administration", false],
  ["/admin", true],
  ["/admin/transactions.data", true],
  ["/authenticate?token=a", true],
  ["/authenticate.data", true],
  ["/sell/payment", true],
  ["/welcome-back", true],
  ["/dashboard/sell/0123456789abcdef01234567", true],
  ["/mocks", true],
])("search engines and %s: kept out %s", async (path, unlisted) => {
  const { send } = await startEdge((_request, response) => response.end());
  const { headers } = await send({ path });
  expect(headers["x-robots-tag"]).toBe(unlisted ? "noindex, nofollow" : undefined);
});
