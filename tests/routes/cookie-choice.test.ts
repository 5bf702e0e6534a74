import { expect, test, vi } from "vitest";
import { readCookieChoice } from "#app/server/cookie-choice.server.ts";
import { action } from "#app/routes/site/cookie-choice.ts";
import { cookieOf } from "#tests/support/cookies.ts";
import { post } from "#tests/support/call-route.ts";

const chosen = (cookie: string) =>
  readCookieChoice(new Request("http://localhost:3000/", { headers: { Cookie: cookie } }));

test.each([
  [{ bot_check: "yes" }, { bot_check: true }],
  [{ bot_check: "no" }, { bot_check: false }],
  [{ partner_form: "yes" }, { partner_form: true }],
  [
    { bot_check: "anything else", partner_form: "yes" },
    { bot_check: false, partner_form: true },
  ],
  [{ another: "yes" }, {}],
])("the cookie choice %j is stored as %j for half a year (AMB-H04 B-059)", async (choice, kept) => {
  const answer = await post(action, { ...choice, from: "/sign-in?role=buy" });
  expect(answer).toMatchObject({ status: 303, location: "/sign-in?role=buy" });
  const set = answer.headers.get("Set-Cookie") ?? "";
  expect(set).toMatch(/; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(await chosen(cookieOf(set))).toEqual(kept);
});

test("the cookie choice is stored in a secure cookie over HTTPS (AMB-H04)", async () => {
  vi.resetModules();
  vi.stubEnv("APP_URL", "https://fanlight.example");
  const { rememberCookieChoice } = await import("#app/server/cookie-choice.server.ts");
  expect(await rememberCookieChoice({})).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
});

test("a choice about one optional service leaves the choice about the other one unchanged (AMB-H04)", async () => {
  const first = await post(action, { partner_form: "yes" });
  const cookie = cookieOf(first.headers.get("Set-Cookie"));
  const second = await post(action, { bot_check: "no" }, { cookie });
  const kept = cookieOf(second.headers.get("Set-Cookie"));
  expect(await chosen(kept)).toEqual({ bot_check: false, partner_form: true });
});

test("a missing or broken cookie counts as no choice (AMB-H04)", async () => {
  for (const cookie of ["", "cookie-choice=", "cookie-choice=IngiCg", "cookie-choice=ImFsbCI%3D"]) {
    expect(await chosen(cookie)).toEqual({});
  }
});

test.each(["https://evil.example", "//evil.example", ""])(
  "the cookie choice redirects to the home page instead of the return path %j",
  async (from) => {
    expect((await post(action, { bot_check: "yes", from })).location).toBe("/");
  },
);

test("the return path of the cookie choice is percent-encoded in the Location header (AMB-A03)", async () => {
  const answer = await post(action, { choice: "all", from: "/／x" });
  expect(answer).toMatchObject({ status: 303, location: "/%EF%BC%8Fx" });
});
