import "#tests/ui/router.ts";
import { beforeEach, describe, expect, test } from "vitest";
import * as adminLayout from "#app/routes/admin/layout.tsx";
import * as adminNotFound from "#app/routes/admin/not-found.tsx";
import * as layout from "#app/routes/layouts/signed-in.tsx";
import * as notFound from "#app/routes/site/not-found.tsx";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { openPage, page } from "#tests/support/open-page.tsx";
import { signIn } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));

const failing = {
  loader: () => {
    throw new Error("a defect");
  },
  default: () => null,
};
const routes = [
  page(layout, { id: "routes/layouts/signed-in" }, [page(failing, { path: "failing" })]),
  page(adminLayout, { path: "admin", id: "routes/admin/layout" }, [
    page(adminNotFound, { path: "*" }),
  ]),
  page(notFound, { path: "*" }),
];
const open = (path: string, cookie = "") => openPage(routes, path, { cookie });
const TITLE = "404! Page not found - Fanlight";

describe("an unknown path (A-041, A-042)", () => {
  test("an unknown path shows a visitor links and our contact details", async () => {
    const { status, title, text, html } = await open("/nope");
    expect([status, title]).toEqual([404, TITLE]);
    expect(html).toContain('<h1 tabindex="-1">404! Page not found</h1>');
    expect(html).toMatch(/<footer[\s\S]*mailto:support@fanlight.example/);
    expect(text).toContain("Go to homepage");
    expect(text).toContain("Sign In");
  });

  test("an unknown path shows a signed-in customer their usual header", async () => {
    const { cookie } = await signIn(db, { first_name: "Ada" });
    const { status, text, html } = await open("/nope", cookie);
    expect(status).toBe(404);
    expect(text).toContain("Ada Seller");
    expect(text).toContain("Sign Out");
    expect(html).toContain('href="/welcome-back"');
  });

  test("an unknown path under /admin shows staff their usual header, and redirects others to sign in", async () => {
    const { cookie } = await signIn(db, { type: "admin" });
    const { status, title, html } = await open("/admin/nope", cookie);
    expect([status, title]).toEqual([404, TITLE]);
    expect(html).toContain("staff-bar");
    expect((await open("/admin/nope")).location).toContain("/sign-in");
  });

  test("a form that is posted to an unknown path gets a 404", async () => {
    const { status } = await openPage(routes, "/nope", { fields: { a: "1" } });
    expect(status).toBe(404);
  });
});

test("a customer page that fails shows the customer’s usual header (V-012)", async () => {
  const { cookie } = await signIn(db, { first_name: "Ada" });
  const { status, title, text } = await open("/failing", cookie);
  expect([status, title]).toEqual([500, "Something went wrong. - Fanlight"]);
  expect(text).toContain("Ada Seller");
  expect(text).toContain("Go to your properties");
});
