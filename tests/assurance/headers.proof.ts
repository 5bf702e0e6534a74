import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import { fillPattern, readBuiltRoutes } from "#tests/support/built-routes.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { fullMatter } from "#tests/support/full-matter.ts";
import { recordFigure, sampleSize } from "#tests/support/proof.ts";
import { weakHeaders } from "#tests/support/security-headers.ts";
import { readCookie, signIn } from "#tests/support/sign-in.ts";
import { Visitor } from "#tests/support/http-visitor.ts";

const { db } = useTestDatabase();
const NONCES = sampleSize(20, 1_000);

let service: BuiltService;
let visitors: Record<"stranger" | "customer" | "staff", Visitor>;
let matter: string;

beforeAll(async () => {
  const { id, seller } = await fullMatter(db);
  matter = id;
  service = new BuiltService(await freePort(), { DOUBLES: "true", WORKER: "off" });
  await service.start();
  visitors = {
    stranger: new Visitor(service.base),
    customer: new Visitor(service.base, await readCookie(db, seller)),
    staff: new Visitor(service.base, (await signIn(db, { type: "admin" })).cookie),
  };
});
afterAll(() => service.stop());

test("every response has its security headers, and none has the status 500", async () => {
  const routes = await readBuiltRoutes();
  const patterns = [...new Set(routes.map(({ pattern }) => pattern))].filter(
    (pattern) => pattern !== paths.signOut() && !pattern.startsWith("/mocks"),
  );
  const addresses = patterns.flatMap((pattern) => {
    const path = fillPattern(pattern, () => matter);
    return [path, `${path === "/" ? "/_root" : path}.data`, `${path.replace(/\/$/, "")}/nowhere`];
  });
  const weak: string[] = [];
  const statuses = new Map<number, number>();
  for (const [who, visitor] of Object.entries(visitors)) {
    for (const address of addresses) {
      const page = await visitor.get(address);
      statuses.set(page.status, (statuses.get(page.status) ?? 0) + 1);
      const names = weakHeaders(page, true);
      // A cached page is the same for everyone and has no nonce. A page with a session is private.
      const policy = page.headers.get("Content-Security-Policy") ?? "";
      const isPrivate =
        !policy.includes("script-src 'self';") &&
        who !== "stranger" &&
        page.headers.get("Content-Type")?.startsWith("text/html");
      // Pages with a form may be restored by Back (app/server/restorable-pages.server.ts).
      const caching = page.headers.get("Cache-Control") ?? "";
      if (isPrivate && !["no-store", "private, no-cache"].includes(caching))
        names.push("Cache-Control");
      if (names.length > 0) weak.push(`${who} ${address} ${page.status}: ${names.join()}`);
    }
  }
  const all = addresses.length * Object.keys(visitors).length;
  recordFigure(
    `${all - weak.length} of ${all} answers whole (${[...statuses].map(([status, times]) => `${times} × ${status}`).join(", ")})`,
  );
  expect(weak).toEqual([]);
  expect(statuses.get(500)).toBe(undefined);
});

test("no nonce of the content security policy repeats", async () => {
  const nonces = new Set<string>();
  for (let asked = 0; asked < NONCES; asked++) {
    const { headers } = await visitors.stranger.get(`${paths.signUp()}?${asked}`);
    nonces.add(/'nonce-([^']+)'/.exec(headers.get("Content-Security-Policy") ?? "")?.[1] ?? "");
  }
  recordFigure(`${nonces.size} different nonces of ${NONCES}`);
  expect(nonces.size).toBe(NONCES);
  expect(nonces.has("")).toBe(false);
});
