import { describe, expect, test } from "vitest";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { postAction, runLoader, open } from "./pages.ts";

const { db } = useTestDatabase();

describe("visitors of the back office who are not staff (A-026 A-027 AMB-A03 WF-07.1)", () => {
  const page = "/admin/transactions";

  test("the back office redirects a visitor without a session to sign in, and back afterwards", async () => {
    const asked = "/sign-in?redirectTo=%2Fadmin%2Ftransactions";
    expect((await runLoader(page)).location).toBe(asked);
    expect((await open(page)).location).toBe(asked);
  });

  test("the back office redirects a customer to /sell/get-started", async () => {
    const customer = await signIn(db);
    expect((await runLoader(page, customer)).location).toBe("/sell/get-started");
    expect((await open(page, customer)).location).toBe("/sell/get-started");
  });

  test("a visitor without a session and a customer cannot call an action of the back office", async () => {
    const action = "/admin/law-firms/add";
    const stranger = await postAction(action, { cookie: "" }, { opened: "{}" });
    expect(stranger.status).toBe(401);
    const customer = await postAction(action, await signIn(db), { opened: "{}" });
    expect(customer.location).toBe("/sell/get-started");
  });

  test("the back office redirects a customer who came to buy to /buy/get-started", async () => {
    const customer = await signIn(db, { onboarding: { intent: "buy" } });
    expect((await open("/admin/transactions", customer)).location).toBe("/buy/get-started");
  });

  test("the back office redirects an inactive member of staff to sign in", async () => {
    const admin = await signIn(db, { type: "admin" });
    await db.updateTable("users").set({ active: false }).where("id", "=", admin.id).execute();
    expect((await open("/admin/transactions", admin)).location).toMatch(/^\/sign-in/);
  });
});

describe("a member of staff in the back office (A-028 I-001 I-054 I-055)", () => {
  test("/admin redirects staff to the list of matters", async () => {
    const admin = await signIn(db, { type: "admin" });
    expect((await open("/admin", admin)).location).toBe("/admin/transactions");
  });

  test("staff see the top bar, menu and breadcrumbs (I-040 I-041 I-043 I-044 I-045 I-048 I-051 I-052 I-061)", async () => {
    const admin = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
    const { html, text } = await open("/admin/transactions", admin);
    expect(text).toContain("Ada Marsh");
    expect(html).toMatch(/<a [^>]*href="\/admin"[^>]*><svg.*?Home<\/a>/);
    expect(html).toMatch(/<details class="menu"><summary>/);
    for (const label of ["Transaction Feed", "Ask Charlie", "Config"]) {
      expect(html).toContain(`<span aria-disabled="true">${label}</span>`);
    }
    for (const [label, path] of [
      ["Transactions", "transactions"],
      ["Law Firms", "law-firms"],
      ["Estate Agents", "estate-agents"],
      ["Users", "users"],
    ]) {
      expect(html).toMatch(new RegExp(`<a [^>]*href="/admin/${path}"[^>]*>${label}</a>`));
    }
    const [, trail] = (await open("/admin/users", admin)).html.split('aria-label="Breadcrumb"');
    expect(trail).toMatch(/^[^>]*><ol><li><a [^>]*href="\/admin">Home<\/a><\/li>/);
  });
});
