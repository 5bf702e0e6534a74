import { describe, expect, test } from "vitest";
import {
  requireAdmin,
  requireCustomer,
  requireVisitor,
  safePath,
} from "#app/auth/guards.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();

const requireStaff = (request: Request) => requireAdmin(request, "look");

/** Returns a guard’s redirect target, its 401 body, or its result if it lets the request pass. */
async function sent(
  guard: (request: Request) => Promise<unknown>,
  { path = "/sell/about-you", cookie = "", method = "GET" } = {},
): Promise<unknown> {
  const headers = { Cookie: cookie };
  const request = new Request(`http://localhost:3000${path}`, { method, headers });
  try {
    return await guard(request);
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    if (thrown.status === 401) return thrown.json();
    expect(thrown.status).toBe(method === "POST" ? 303 : 302);
    return thrown.headers.get("Location");
  }
}

async function inactive() {
  const person = await signIn(db);
  await db.updateTable("users").set({ active: false }).where("id", "=", person.id).execute();
  return person;
}

describe("pages for signed-in users", () => {
  test.each([
    ["/sell/about-you", "/sign-in?redirectTo=%2Fsell%2Fabout-you"],
    [
      "/dashboard/sell/1?tab=2&a=b",
      "/sign-in?redirectTo=%2Fdashboard%2Fsell%2F1%3Ftab%3D2%26a%3Db",
    ],
    ["/sell/about-you.data", "/sign-in?redirectTo=%2Fsell%2Fabout-you"],
    ["/sell/about.database", "/sign-in?redirectTo=%2Fsell%2Fabout.database"],
    ["/sell?index=2", "/sign-in?redirectTo=%2Fsell%3Findex%3D2"],
  ])(
    "the session guard redirects a visitor without a session from %s to %s (A-023)",
    async (path, location) => {
      expect(await sent(requireCustomer, { path })).toBe(location);
    },
  );

  test.each([
    ["a customer's form", requireCustomer, "/sell/payment?sale=1"],
    ["a customer's form that scripts send", requireCustomer, "/sell/payment.data?index"],
    ["a form of staff", requireStaff, "/admin/law-firms/add"],
  ])(
    "a guard returns a 401, and not a redirect, for %s without a session (A-023)",
    async (_what, guard, path) => {
      expect(await sent(guard, { path, method: "POST" })).toEqual({
        title: "Your session has ended",
        message:
          "Your session has ended. Sign in in a new tab, then reload this page to send your answers.",
        way: { label: "Sign in", to: "/sign-in" },
      });
    },
  );

  test("the session guard redirects an inactive user to /sign-in (A-023)", async () => {
    const { cookie } = await inactive();
    expect(await sent(requireCustomer, { cookie })).toMatch(/^\/sign-in\?/);
  });

  test.each(["customer", "admin"] as const)(
    "the session guard lets an active %s pass (A-023)",
    async (type) => {
      const { cookie, id } = await signIn(db, { type });
      expect(await sent(requireCustomer, { cookie })).toMatchObject({ id, type });
    },
  );
});

describe("pages for staff", () => {
  test("the staff guard redirects a visitor without a session to /sign-in (A-026, AMB-A03)", async () => {
    expect(await sent(requireStaff, { path: "/admin" })).toBe("/sign-in?redirectTo=%2Fadmin");
  });

  test.each([
    [undefined, "/sell/get-started"],
    ["sell", "/sell/get-started"],
    ["buy", "/buy/get-started"],
  ] as const)(
    "the staff guard redirects a customer whose role is %s to %s (A-026, A-027)",
    async (intent, location) => {
      const { cookie } = await signIn(db, { onboarding: intent ? { intent } : {} });
      expect(await sent(requireStaff, { path: "/admin", cookie })).toBe(location);
    },
  );

  test("the staff guard redirects an inactive admin to /sign-in (A-026)", async () => {
    const { cookie, id } = await signIn(db, { type: "admin" });
    await db.updateTable("users").set({ active: false }).where("id", "=", id).execute();
    expect(await sent(requireStaff, { path: "/admin", cookie })).toMatch(/^\/sign-in\?/);
  });

  test("the staff guard lets an active admin pass (A-026)", async () => {
    const { cookie, id } = await signIn(db, { type: "admin" });
    expect(await sent(requireStaff, { path: "/admin", cookie })).toMatchObject({ id });
  });
});

describe("pages for visitors", () => {
  test("the visitor guard redirects a signed-in user to /welcome-back (A-024, A-025)", async () => {
    for (const type of ["customer", "admin"] as const) {
      const { cookie } = await signIn(db, { type });
      expect(await sent(requireVisitor, { path: "/sign-in", cookie })).toBe("/welcome-back");
    }
  });

  test("the visitor guard lets an inactive user stay, so that there is no redirect loop (AMB-A02)", async () => {
    const { cookie } = await inactive();
    expect(await sent(requireVisitor, { path: "/sign-in", cookie })).toBeUndefined();
    expect(await sent(requireVisitor, { path: "/sign-in" })).toBeUndefined();
  });
});

describe("redirect target of a form (AMB-A03)", () => {
  test.each([
    "/",
    "/admin",
    "/sell/payment?code=A%20B#top",
    "/dashboard/sell/0123456789abcdef01234567",
    "/a?next=https://x.example/",
  ])("a redirect to %s is accepted as a path of this site", (path) => {
    expect(safePath(path)).toBe(path);
  });

  test.each([
    undefined,
    null,
    "",
    "admin",
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/a\\b",
    "\\\\evil.example",
    " /admin",
    "/\tevil",
    "/\n/evil.example",
    "/a\r\nSet-Cookie: b=c",
    "javascript:alert(1)",
    "?a=b",
  ])("a redirect to %j is rejected", (path) => {
    expect(safePath(path)).toBeUndefined();
  });

  test.each([
    ["/／x", "/%EF%BC%8Fx"],
    ["/⧸x", "/%E2%A7%B8x"],
    ["/\u2215\u2215x", "/%E2%88%95%E2%88%95x"],
    ["/＼x", "/%EF%BC%BCx"],
    ["/%2f/x", "/%2f/x"],
    ["/%2F%2Fevil.example", "/%2F%2Fevil.example"],
    ["/%5Cevil.example", "/%5Cevil.example"],
    ["/a/../b", "/b"],
    ["/welcome?name=Zoë#früh", "/welcome?name=Zo%C3%AB#fr%C3%BCh"],
    ["/a\ud800", "/a%EF%BF%BD"],
    ["/a b", "/a%20b"],
    ["/a\u2028b", "/a%E2%80%A8b"],
    ["/@evil.example", "/@evil.example"],
    ["/.evil.example", "/.evil.example"],
  ])(
    "the redirect target %j becomes %s, which is valid in a header and leads to this site (AMB-A03)",
    (path, kept) => {
      expect(safePath(path)).toBe(kept);
      expect(new Headers({ Location: kept }).get("Location")).toBe(kept);
      expect(new URL(kept, "http://localhost:3000").host).toBe("localhost:3000");
      expect(safePath(kept)).toBe(kept);
    },
  );

  test.each([
    "/.//evil.example",
    "/..//evil.example",
    "/%2e//evil.example",
    "/a/..//evil.example",
    "/./\\evil.example",
    "/\u0000/evil.example",
    "/\u0085x",
    "http:/x",
    "http:x",
    "／／evil.example",
    "\u00a0/x",
  ])(
    "a redirect to %j is rejected because it does not lead to a page of this site (AMB-A03)",
    (path) => {
      expect(safePath(path)).toBeUndefined();
    },
  );

  test("a redirect to a path longer than 2,000 characters is rejected (AMB-A03)", () => {
    expect(safePath(`/${"a".repeat(1_999)}`)).toHaveLength(2_000);
    expect(safePath(`/${"a".repeat(2_000)}`)).toBeUndefined();
    expect(safePath(`/${"é".repeat(1_999)}`)).toBeUndefined();
  });
});
