import { describe, expect, test } from "vitest";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { get, post } from "#tests/support/visit.ts";
import { loadAll, open } from "./pages.ts";

const { db } = useTestDatabase();
const modules = await loadAll();
const loaders = modules.flatMap(({ file, loader }) => (loader ? [[file, loader] as const] : []));
const actions = modules.flatMap(({ file, action }) => (action ? [[file, action] as const] : []));
const id = "a".repeat(24);
const at = { path: "/admin/transactions", params: { id, valuerId: id, negotiatorId: id } };

describe("A-026 A-027 AMB-A03 WF-07.1 each loader of /admin guards itself", () => {
  test.each(loaders)("%s: a stranger is asked to sign in", async (_file, loader) => {
    expect((await get(loader, at)).location).toBe("/sign-in?redirectTo=%2Fadmin%2Ftransactions");
  });

  test.each(loaders)("%s: a customer goes to /sell/get-started", async (_file, loader) => {
    const customer = await signIn(db);
    expect((await get(loader, { ...at, ...customer })).location).toBe("/sell/get-started");
  });

  test.each(actions)("%s: nobody but staff reaches the action", async (_file, action) => {
    const stranger = await post(action, { opened: "{}" }, at);
    expect(stranger.location).toMatch(/^\/sign-in/);
    const customer = await post(action, { opened: "{}" }, { ...at, ...(await signIn(db)) });
    expect(customer.location).toBe("/sell/get-started");
  });

  test("a customer who came to buy goes to /buy/get-started", async () => {
    const customer = await signIn(db, { onboarding: { intent: "buy" } });
    expect((await open("/admin/transactions", customer)).location).toBe("/buy/get-started");
  });

  test("an admin who is not active is nobody", async () => {
    const admin = await signIn(db, { type: "admin" });
    await db.updateTable("users").set({ active: false }).where("id", "=", admin.id).execute();
    expect((await open("/admin/transactions", admin)).location).toMatch(/^\/sign-in/);
  });
});

describe("A-028 I-001 I-054 I-055 an admin", () => {
  test("/admin leads to the transactions", async () => {
    const admin = await signIn(db, { type: "admin" });
    expect((await open("/admin", admin)).location).toBe("/admin/transactions");
  });

  test("I-040 I-041 I-043 I-044 I-045 I-048 I-051 I-052 I-061 the top bar, the menu and the breadcrumbs", async () => {
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
