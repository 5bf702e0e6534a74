import { beforeEach, describe, expect, test, vi } from "vitest";
import { startServer } from "#tests/server/test-server.ts";

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
  ])("the response of %s has the security headers", async (_what, path, status, method = "GET") => {
    const { send } = await startServer((request, response) => {
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
    // A rejected method gets an HTML page. The policy of that page allows only its inline style.
    expect(answer.headers["content-security-policy"]).toMatch(
      method === "DELETE"
        ? /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/
        : /^default-src 'none'; frame-ancestors 'none'$/,
    );
    expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f]{16}$/);
    expect(answer.headers).not.toHaveProperty("strict-transport-security");
  });

  test("a response keeps the policy, framing and caching headers that the app has set", async () => {
    const own = {
      "content-security-policy": "default-src 'self'",
      "x-frame-options": "SAMEORIGIN",
      "cache-control": "public, max-age=3600",
    };
    const { send } = await startServer((_request, response) => {
      for (const [name, value] of Object.entries(own)) response.setHeader(name, value);
      response.end("implicit head");
    });
    expect((await send()).headers).toMatchObject(own);
  });

  test("the response tells browsers to use only https if the site’s address is https", async () => {
    vi.stubEnv("APP_URL", "https://fanlight.example");
    const { send } = await startServer((_request, response) => response.end());
    const { headers } = await send({ headers: { Host: "fanlight.example" } });
    expect(headers["strict-transport-security"]).toBe("max-age=31536000");
  });
});

test("a response without a caching header from the app gets Cache-Control: no-store", async () => {
  const { send } = await startServer((_request, response) => response.end());
  expect((await send()).headers["cache-control"]).toBe("no-store");
});

describe("caching", () => {
  const SOMEBODY = { Cookie: "sid=1" };
  const ID = "0123456789abcdef01234567";

  const cachingOf = async (
    path: string,
    { sent = SOMEBODY, own = {}, method = "GET", status = 200 }: Caching = {},
  ) => {
    const { setCaching } = await import("#app/server/headers.server.ts");
    const headers = new Headers(own);
    const url = `http://localhost:3000${path}`;
    setCaching(new Request(url, { method, headers: sent }), status, headers);
    return headers;
  };
  type Caching = { sent?: HeadersInit; own?: HeadersInit; method?: string; status?: number };

  test("the response of a form page varies by the cookie (AX-2)", async () => {
    expect((await cachingOf("/sell/about-you")).get("vary")).toBe("Cookie");
  });

  test.each([
    ["a form that answers a post", { method: "POST" }],
    ["an error in place of a form", { status: 404 }],
  ])("%s gets Cache-Control: no-store and no Vary header (AX-2)", async (_what, answer) => {
    const headers = await cachingOf("/sell/about-you", answer);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.has("vary")).toBe(false);
  });

  test.each([
    ["a page for a visitor", { sent: {} }, "no-cache"],
    [
      "a page that must not be stored at all",
      { sent: {}, own: { "Cache-Control": "no-store" } },
      "no-store",
    ],
    ["a page for a known visitor", {}, "no-store"],
    ["a page that starts a session", { sent: {}, own: { "Set-Cookie": "sid=1" } }, "no-store"],
    [
      "a page that allows caching, for a known visitor",
      { own: { "Cache-Control": "public" } },
      "no-store",
    ],
  ])(
    "setCaching sets the Cache-Control header to $2 for this response: %s",
    async (_what, answer, expected) => {
      expect((await cachingOf("/", answer)).get("cache-control")).toBe(expected);
    },
  );

  test.each([
    ["a form of a known visitor", "/sell/about-you", "private, no-cache"],
    [
      "a form of an additional person",
      `/buy/about-the-property/giftors/${ID}?purchase=1`,
      "private, no-cache",
    ],
    ["a record that staff add", "/admin/law-firms/add", "private, no-cache"],
    ["leads", "/leads/ada%40example.test", "private, no-cache"],
    ["the data of a form", "/sell/about-the-property.data", "no-store"],
    ["the property, which its draft brings back", "/sell/about-the-property", "no-store"],
    ["a dashboard", `/dashboard/sell/${ID}`, "no-store"],
    ["a form over a record", `/admin/transactions/${ID}/sellers/add`, "no-store"],
    ["a person's data", "/your-data/details", "no-store"],
    ["sign-in", "/sign-in", "no-store"],
    ["the payment", "/sell/payment", "no-store"],
  ])(
    "setCaching sets the Cache-Control header to $2 for this response: %s",
    async (_what, path, expected) => {
      expect((await cachingOf(path)).get("cache-control")).toBe(expected);
    },
  );
});

test.each([
  ["/", "is open to", false],
  ["/sell/get-started", "is open to", false],
  ["/privately", "is open to", false],
  ["/seller/terms/v1", "is kept out of", true],
  ["/buyer/terms/v1", "is kept out of", true],
  ["/privacy-policy", "is kept out of", true],
  ["/privacy", "is kept out of", true],
  ["/cookie-policy", "is kept out of", true],
  ["/administration", "is open to", false],
  ["/admin", "is kept out of", true],
  ["/admin/transactions.data", "is kept out of", true],
  ["/authenticate?token=a", "is kept out of", true],
  ["/authenticate.data", "is kept out of", true],
  ["/sell/payment", "is kept out of", true],
  ["/welcome-back", "is kept out of", true],
  ["/dashboard/sell/0123456789abcdef01234567", "is kept out of", true],
  ["/mocks", "is kept out of", true],
])("the path %s %s search engines", async (path, _state, unlisted) => {
  const { send } = await startServer((_request, response) => response.end());
  const { headers } = await send({ path });
  expect(headers["x-robots-tag"]).toBe(unlisted ? "noindex, nofollow" : undefined);
});
