import type { IncomingMessage } from "node:http";
import type { EntryContext } from "@remix-run/node";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { NotFoundError } from "#app/domain/errors.ts";
import { findCachedPage } from "#app/server/cached-pages.server.ts";
import { currentRequest, runInRequest } from "#app/observability/request-context.server.ts";

// Prevents the import of the app’s entry from starting a worker or the doubles.
Reflect.set(globalThis, Symbol.for("fanlight.begun"), true);

const report = vi.hoisted(() => vi.fn());
vi.mock("#app/server/render.server.tsx", () => ({
  renderDocument({ headers }: Request) {
    const html = Buffer.from(`for ${headers.get("Cookie") ?? "everyone"}`);
    return Promise.resolve(html);
  },
}));
vi.mock("#app/observability/report.server.ts", () => ({ report }));
const {
  default: handleRequest,
  handleDataRequest,
  handleError,
} = await import("#app/entry.server.tsx");

beforeEach(() => report.mockClear());

const request = new Request("http://localhost:3000/sell/about-you");
const data = new Request("http://localhost:3000/sell/about-the-property.data");
const sent = { request: data, params: {}, context: {} };
const inRequest = <T>(work: () => T) => runInRequest({ id: "1", socketAddress: "::1" }, work);
const databaseDown = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

describe("answers while the database is down", () => {
  test("a document request gets the error page with a 503 while the database is down", async () => {
    const response = await inRequest(() => {
      handleError(databaseDown, sent);
      return handleRequest(request, 500, new Headers(), {} as EntryContext);
    });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain("We're having trouble connecting to our servers.");
    expect(report).toHaveBeenCalledWith(databaseDown, { severity: "warning", what: "database" });
  });

  test("a data request gets a 503 while the database is down, and its answer is unchanged otherwise", async () => {
    const answer = () => new Response("data", { status: 500, headers: { "X-Own": "1" } });
    const down = await inRequest(() => {
      handleError(databaseDown, sent);
      return handleDataRequest(answer(), sent);
    });
    expect(down.status).toBe(503);
    expect(down.headers.get("Retry-After")).toBe("10");
    expect(down.headers.get("X-Own")).toBe("1");
    expect(await down.text()).toBe("data");
    const own = answer();
    expect(await inRequest(() => handleDataRequest(own, sent))).toBe(own);
  });
});

describe("data requests of the router", () => {
  const ask = (address: string, status = 200, method = "GET") => {
    const request = new Request(`http://localhost:3000${address}`, { method });
    return inRequest(() =>
      handleDataRequest(new Response("data", { status }), { ...sent, request }),
    );
  };

  test.each([
    ["of a plain page", "/sell/terms-and-conditions.data?sale=1&_routes=root", 200],
    ["of a page that leads elsewhere", "/sell/about-the-property.data?sale=1", 202],
  ])(
    "the data request %s gets the address of the document, which the router then loads",
    async (_of, address, status) => {
      const { headers } = await ask(address, status);
      expect(headers.get("Location")).toBe(
        address.replace(".data", "").replace("&_routes=root", ""),
      );
      expect(headers.get("X-Remix-Reload-Document")).toBe("true");
    },
  );

  test("the data request of the landing page gets the address “/”", async () => {
    expect((await ask("/_root.data")).headers.get("Location")).toBe("/");
  });

  test.each([
    ["of an app page", "/admin/transactions.data?count=40", 200, "GET"],
    ["that answers a form", "/sell/terms-and-conditions.data", 202, "POST"],
    ["that a limit refuses", "/authenticate.data?token=x", 429, "GET"],
  ])("the data response %s is unchanged", async (_of, address, status, method) => {
    const answer = await ask(address, status, method);
    expect([answer.status, await answer.text()]).toEqual([status, "data"]);
  });
});

describe("requests rejected by a rate limit", () => {
  const refuse = () => Object.assign(currentRequest() ?? {}, { retryAfterSeconds: 42 });
  const answered = (status: number) =>
    inRequest(() => {
      refuse();
      return handleDataRequest(new Response("data", { status }), sent);
    });

  test("a data response has Retry-After only if a rate limit rejected the request (B-030)", async () => {
    expect((await answered(429)).headers.get("Retry-After")).toBe("42");
    expect((await answered(200)).headers.get("Retry-After")).toBeNull();
    const unlimited = inRequest(() => handleDataRequest(new Response("", { status: 429 }), sent));
    expect((await unlimited).headers.get("Retry-After")).toBeNull();
  });
});

describe("uncaught errors (V-015, V-016)", () => {
  test("an uncaught error is reported as an error, and does not mark the database as down", () => {
    const defect = new Error("x");
    inRequest(() => {
      handleError(defect, sent);
      expect(currentRequest()?.databaseDown).toBe(false);
    });
    expect(report).toHaveBeenCalledWith(defect, { severity: "error" });
  });

  test("a DomainError is reported as information", () => {
    const refusal = new NotFoundError("Transaction not found");
    handleError(refusal, sent);
    expect(report).toHaveBeenCalledWith(refusal, { severity: "info" });
  });

  test.each([
    ["from a visitor who has left", new Error("x"), AbortSignal.abort()],
    [
      "about a page that does not exist",
      { status: 404, statusText: "", internal: true, data: "" },
      undefined,
    ],
  ])("an error that is %s is not reported", (_what, error, signal) => {
    handleError(error, { ...sent, request: new Request(request, signal && { signal }) });
    expect(report).not.toHaveBeenCalled();
  });
});

test("a request whose visitor has left gets a 499", async () => {
  const left = new Request(request, { signal: AbortSignal.abort() });
  const response = await handleRequest(left, 200, new Headers(), {} as EntryContext);
  expect(response.status).toBe(499);
});

describe("pages that are the same for everyone", () => {
  beforeEach(() => {
    vi.stubEnv("DEV", false);
    return () => vi.unstubAllEnvs();
  });

  const contextOf = (path: string) => {
    const routeModules = { page: { handle: { cached: true } } };
    const matches = [{ route: { id: "page", path: path.slice(1) } }];
    const manifest = { url: "/assets/manifest.js", routes: {} };
    const staticHandlerContext = { matches, loaderData: {} };
    return { manifest, routeModules, staticHandlerContext } as unknown as EntryContext;
  };
  const cachedAt = (url: string) =>
    findCachedPage({ url, headers: {} } as IncomingMessage)?.bodies.identity.toString();

  test.each([
    ["carried a cookie", "/for-cookie", { headers: { Cookie: "sid=1" } }, ""],
    ["had a query", "/for-query", {}, "?utm=1"],
    ["was a post", "/for-post", { method: "POST" }, ""],
    ["used a different spelling of the address", "/for-letters", {}, "/"],
  ])("a page is not cached if its request %s (SE-8)", async (_what, path, init, more) => {
    const asked = new Request(`http://localhost:3000${path}${more}`, init);
    const response = await handleRequest(asked, 200, new Headers(), contextOf(path));
    expect(response.status).toBe(200);
    const plain = new Request(`http://localhost:3000${path}`);
    await handleRequest(plain, 200, new Headers(), contextOf(path));
    // The page is in the cache only after it has been compressed.
    await expect.poll(() => cachedAt(path)).toBe("for everyone");
    if (more) expect(cachedAt(path + more)).toBeUndefined();
  });
});
