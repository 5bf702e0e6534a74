import { describe, expect, test, vi } from "vitest";
import { setBrowserId, readSubmitId } from "#app/auth/press.server.ts";
import { cookieOf } from "#tests/support/cookies.ts";

/** B-063 AMB-A06: a press is known by the browser, the showing of the page and the token, all three. */

const visit = (cookie = "") =>
  new Request("http://localhost:3000/authenticate", { headers: { Cookie: cookie } });
const named = async () => cookieOf(await setBrowserId(visit()));
const page = { token: "a token", formKey: "a key" };

test("AMB-A06 the same press is the same each time, and nothing of it tells anything of the rest", async () => {
  const cookie = await named();
  const press = await readSubmitId(visit(cookie), page);
  expect(await readSubmitId(visit(cookie), page)).toEqual(press);
  expect(press?.name).toMatch(/^[\w-]{43}$/);
  expect(press?.session_id).toMatch(/^[\w-]{43}$/);
  expect(press?.session_id).not.toBe(press?.name);
});

test.each([
  ["the same token and page in another browser", async () => visit(await named()), page],
  ["another showing of the page", visit, { ...page, formKey: "another key" }],
  ["another token", visit, { ...page, token: "another token" }],
  ["one whose key ends as the other's token begins", visit, { token: "oken", formKey: "a keya t" }],
  ["the two swapped", visit, { token: page.formKey, formKey: page.token }],
])("AMB-A06 %s is another press, with another session", async (_what, request, at) => {
  const cookie = await named();
  const [one, other] = [
    await readSubmitId(visit(cookie), page),
    await readSubmitId(await request(cookie), at),
  ];
  expect(other?.name).toMatch(/^[\w-]{43}$/);
  expect(other?.name).not.toBe(one?.name);
  expect(other?.session_id).not.toBe(one?.session_id);
});

describe("AMB-A06 no press can be told from another", () => {
  test.each([
    ["in a browser without a name", () => "", page],
    ["in one that named itself", () => `browser=${btoa('"me"')}`, page],
    ["in one whose name is empty", () => "browser=", page],
    ["without the page's key", named, { ...page, formKey: null }],
    ["with an empty key", named, { ...page, formKey: "" }],
  ])("%s", async (_what, cookie, at) => {
    expect(await readSubmitId(visit(await cookie()), at)).toBeNull();
  });
});

describe("the name of a browser", () => {
  test("is random, given once, and lives as long as a link", async () => {
    const set = await setBrowserId(visit());
    expect(set).toMatch(/^browser=[^;]{60,}; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await setBrowserId(visit())).not.toBe(set);
    expect(await setBrowserId(visit(cookieOf(set)))).toBeNull();
    expect(await setBrowserId(visit("browser=forged"))).not.toBeNull();
  });

  test("over https is for this host and for https alone", async () => {
    vi.resetModules();
    vi.stubEnv("APP_URL", "https://fanlight.example");
    const press = await import("#app/auth/press.server.ts");
    expect(await press.setBrowserId(visit())).toMatch(
      /^__Host-browser=[^;]+; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });
});
