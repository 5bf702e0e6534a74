import { expect, test } from "vitest";
import { readCookieChoice } from "#app/http/cookie-choice.server.ts";
import { action } from "#app/routes/site/cookie-choice.ts";
import { post } from "#tests/support/visit.ts";

const chosen = (cookie: string) =>
  readCookieChoice(new Request("http://localhost:3000/", { headers: { Cookie: cookie } }));

test.each([
  ["all", "all"],
  ["necessary", "necessary"],
  ["anything else", "necessary"],
])("AMB-H04 B-059 the choice %j is remembered for half a year as %s", async (choice, kept) => {
  const answer = await post(action, { choice, from: "/sign-in?role=buy" });
  expect(answer).toMatchObject({ status: 303, location: "/sign-in?role=buy" });
  const set = answer.headers.get("Set-Cookie") ?? "";
  expect(set).toContain("Max-Age=15552000");
  expect(set).toContain("HttpOnly");
  expect(await chosen(set.split(";")[0] ?? "")).toBe(kept);
});

test("AMB-H04 nothing is chosen at first, or by a broken cookie", async () => {
  for (const cookie of ["", "cookie-choice=", "cookie-choice=IngiCg"]) {
    expect(await chosen(cookie)).toBeNull();
  }
});

test.each(["https://evil.example", "//evil.example", ""])("from %j it goes home", async (from) => {
  expect((await post(action, { choice: "all", from })).location).toBe("/");
});

test("AMB-A03 back to a page whose address a header cannot hold as it is", async () => {
  const answer = await post(action, { choice: "all", from: "/／x" });
  expect(answer).toMatchObject({ status: 303, location: "/%EF%BC%8Fx" });
});
