import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import { fillPattern, readBuiltRoutes } from "#tests/support/built-routes.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { sellerAtPayment } from "#tests/support/payments.ts";
import { recordFigure, sampleSize } from "#tests/support/proof.ts";
import { weakHeaders } from "#tests/support/security-headers.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { startDraft } from "#tests/support/create-matter.ts";
import { readText, Visitor } from "#tests/support/http-visitor.ts";

const { db } = useTestDatabase();
const UNKNOWN = "0123456789abcdef01234567";

let service: BuiltService;
let customer: Visitor;
let admin: Visitor;
let othersSale: string;
let actions: string[];
let sale: string;

beforeAll(async () => {
  service = new BuiltService(await freePort(), {
    DOUBLES: "true",
    TRUST_PROXY_HOPS: "0",
  });
  await service.start();
  const seller = await signIn(db);
  sale = await startDraft(db, "sell", seller.id);
  customer = new Visitor(service.base, seller.cookie);
  admin = new Visitor(service.base, (await signIn(db, { type: "admin" })).cookie);
  othersSale = (await sellerAtPayment(db)).sale.transaction_id;
  actions = await pathsWithActions();
});

afterAll(() => service.stop());

describe("security headers", () => {
  const asset = () => `/assets/${readdirSync("build/client/assets")[0] ?? ""}`;
  test.each([
    ["a document", 200, () => customer.get(paths.sell.aboutYou({ sale }))],
    ["a document for a visitor", 200, () => new Visitor(service.base).get(paths.signIn())],
    ["a missing page", 404, () => customer.get("/nowhere")],
    ["a form with mistakes", 400, () => customer.post(paths.sell.aboutYou({ sale }), {})],
    ["a page's data", 200, () => admin.get(`${paths.admin.transactions()}.data`)],
    ["a resource", 200, () => customer.get(`${paths.addresses.search()}?query=YO1`)],
    ["a redirect", 302, () => new Visitor(service.base).get(paths.admin.home())],
    ["a built file", 200, () => customer.get(asset())],
    ["a public file", 200, () => customer.get("/favicon.svg")],
    ["the icon that browsers ask for", 200, () => customer.get("/favicon.ico")],
    ["an unsupported method", 405, () => customer.send("/", { method: "DELETE" })],
    ["another site’s form", 403, () => customer.send("/", foreign())],
    [
      "a form that is too large",
      413,
      () => customer.post("/sign-in", { email: "a".repeat(1_100_000) }),
    ],
    ["a webhook that is not signed", 400, () => customer.post(paths.webhooks.stripe(), {})],
    ["a health check", 200, () => customer.get("/healthz")],
  ])("the response for %s has the security headers", async (what, status, visit) => {
    const { headers, ...page } = await visit();
    expect(page.status).toBe(status);
    expect(weakHeaders({ status, headers })).toEqual([]);
    const isFile = /\b(?:file|icon)\b/.test(what);
    expect(headers.get("Cache-Control")).toMatch(
      isFile ? /^public, / : /^(no-store|no-cache|private, no-cache)$/,
    );
  });

  test("a cached page has no nonce, and its policy allows only our scripts", async () => {
    const visitor = new Visitor(service.base);
    for (const page of [await visitor.get("/?rendered"), await visitor.get(paths.home())]) {
      expect(page.headers.get("Content-Security-Policy")).toContain("script-src 'self';");
      expect(page.html).not.toContain("nonce=");
    }
  });

  test("a page is cached only under its canonical address, not under its many variants", async () => {
    const etagOf = async (path: string) =>
      (await new Visitor(service.base).get(path)).headers.get("ETag");
    const policy = paths.legal.privacy();
    const others = [policy.toUpperCase(), `${policy}/`, `${policy}//`];
    await Promise.all(others.map(etagOf));
    await expect.poll(() => etagOf(policy)).toMatch(/^".{22}-\w+"$/);
    expect(await Promise.all(others.map(etagOf))).toEqual([null, null, null]);
  });

  test("each response has a different nonce", async () => {
    const policies = await Promise.all(
      Array.from({ length: 20 }, async () =>
        (await new Visitor(service.base).get(paths.signUp())).headers.get(
          "Content-Security-Policy",
        ),
      ),
    );
    expect(new Set(policies).size).toBe(20);
  });
});

function inParts(parts: number) {
  const part = new TextEncoder().encode("a".repeat(100_000));
  return new ReadableStream({
    start(controller) {
      for (let sent = 0; sent < parts; sent++) controller.enqueue(part);
      controller.close();
    },
  });
}

function foreign(headers: Record<string, string> = {}): RequestInit {
  return {
    method: "POST",
    body: new URLSearchParams({ email: "sam@customers.test" }),
    headers: { Origin: "https://elsewhere.example", ...headers },
  };
}

describe("posts from another origin (AMB-A12)", () => {
  // One origin is tested with every route, and the other origins with a sample of the routes.
  const some = sampleSize(20, 1);
  test.each([
    ["another origin", {}, 1],
    ["a null origin", { Origin: "null" }, some],
    ["a different port", { Origin: "http://localhost:1" }, some],
    [
      "another origin with a forged host",
      { Origin: "https://elsewhere.example", "X-Forwarded-Host": "elsewhere.example" },
      some,
    ],
  ])("a post from %s gets a 403 from every route with an action", async (_what, headers, oneOf) => {
    const guarded = actions.filter((path) => !path.startsWith("/webhooks/"));
    expect(guarded.length).toBeGreaterThan(100);
    const all = guarded
      .flatMap((path) => [path, `${path}.data`])
      .filter((_path, index) => index % oneOf === 0);
    const statuses = await Promise.all(
      all.map(async (path) => [path, (await customer.send(path, foreign(headers))).status]),
    );
    recordFigure(
      `${all.length} addresses, from elsewhere: ${statuses.filter(([, status]) => status === 403).length} refused`,
    );
    expect(statuses).toEqual(all.map((path) => [path, 403]));
  });
});

/**
 * Webhooks that accept larger bodies than forms do. They answer 401 here, because this test sends
 * no password.
 */
const PASSWORD_FIRST: string[] = [
  paths.webhooks.postmarkInbound(),
  paths.webhooks.searches(UNKNOWN),
];

describe("request bodies that are too large", () => {
  test("routes with an action answer 413 for a body that is too large", async () => {
    const body = `email=${"a".repeat(1_048_577)}`;
    const some = actions.filter(
      (path, index) => PASSWORD_FIRST.includes(path) || index % sampleSize(20, 1) === 0,
    );
    const statuses = await Promise.all(
      some.map(async (path) => [
        path,
        (await customer.send(path, { method: "POST", body })).status,
      ]),
    );
    expect(statuses).toEqual(some.map((path) => [path, PASSWORD_FIRST.includes(path) ? 401 : 413]));
  });

  test("a chunked body that is too large is rejected even if its length was not declared", async () => {
    const init = { method: "POST", body: inParts(12), duplex: "half" } as const;
    expect((await new Visitor(service.base).send(paths.signIn(), init)).status).toBe(413);
  });

  test.each([
    ["in parts", (): RequestInit => ({ body: inParts(3), duplex: "half" })],
    ["as a whole", (): RequestInit => ({ body: "a".repeat(300_000) })],
  ])("the next request is answered after an unread body that was sent %s", async (_how, init) => {
    for (let round = 0; round < 3; round++) {
      const page = await customer.send(paths.signIn(), { method: "POST", ...init() });
      expect(page.status).toBe(302);
      const next = await customer.get("/healthz");
      expect(next.status).toBe(200);
    }
  });

  test("a form with too many fields is rejected", async () => {
    const fields = Object.fromEntries(Array.from({ length: 1_500 }, (_none, n) => [`f${n}`, "x"]));
    const page = await new Visitor(service.base).post(paths.signIn(), fields);
    expect(page.status).toBe(413);
  });
});

describe("missing pages and other customers’ pages (A-041, A-042)", () => {
  test.each(["undefined", "0", UNKNOWN, "%00", "..%2f..%2fetc", "a".repeat(1_500)])(
    "the unknown id %s gets a 404 on customer and staff pages",
    async (id) => {
      for (const path of [
        paths.dashboard.sell(id),
        paths.admin.transaction(id),
        paths.admin.transactionTab.events(id),
        paths.admin.transactionTab.property(id),
      ]) {
        const visitor = path.startsWith("/admin") ? admin : customer;
        for (const asked of [path, `${path}.data`]) {
          const page = await visitor.get(asked);
          expect(page.status, asked).toBe(404);
        }
      }
    },
  );

  test("an unknown path shows the 404 page", async () => {
    const page = await customer.get("/nowhere/at/all");
    expect(page.status).toBe(404);
    expect(readText(page)).toContain("404! Page not found");
    expect(readText(page)).toContain("Go to homepage");
  });

  test("another seller’s sale gets the same 404 page as an unknown sale", async () => {
    const theirs = await customer.get(paths.dashboard.sell(othersSale));
    const nobodys = await customer.get(paths.dashboard.sell(UNKNOWN));
    expect([theirs.status, nobodys.status]).toEqual([404, 404]);
    expect(readText(theirs)).toBe(readText(nobodys));
  });
});

async function pathsWithActions() {
  const routes = await readBuiltRoutes();
  return routes
    .filter(({ acts }) => acts)
    .map(({ pattern }) => fillPattern(pattern, () => UNKNOWN));
}
