import { describe, expect, test, vi } from "vitest";
import { setBrowserId, readSubmitId } from "#app/auth/browser-id.server.ts";
import { cookieOf } from "#tests/support/cookies.ts";

/** The browser, the form key and the token together identify a submit (B-063, AMB-A06). */

const visit = (cookie = "") =>
  new Request("http://localhost:3000/authenticate", { headers: { Cookie: cookie } });
const named = async () => cookieOf(await setBrowserId(visit()));
const page = { token: "a token", formKey: "a key" };

test("a repeated submit gets the same submit id and session id, which differ from each other (AMB-A06)", async () => {
  const cookie = await named();
  const press = await readSubmitId(visit(cookie), page);
  expect(await readSubmitId(visit(cookie), page)).toEqual(press);
  expect(press?.name).toMatch(/^[\w-]{43}$/);
  expect(press?.session_id).toMatch(/^[\w-]{43}$/);
  expect(press?.session_id).not.toBe(press?.name);
});

test.each([
  ["the same token and page in another browser", async () => visit(await named()), page],
  ["the page with a different key", visit, { ...page, formKey: "another key" }],
  ["a different token", visit, { ...page, token: "another token" }],
  ["a key that ends as the other token begins", visit, { token: "oken", formKey: "a keya t" }],
  ["a swapped token and key", visit, { token: page.formKey, formKey: page.token }],
])("%s gives a different submit id and session id (AMB-A06)", async (_what, request, at) => {
  const cookie = await named();
  const [one, other] = [
    await readSubmitId(visit(cookie), page),
    await readSubmitId(await request(cookie), at),
  ];
  expect(other?.name).toMatch(/^[\w-]{43}$/);
  expect(other?.name).not.toBe(one?.name);
  expect(other?.session_id).not.toBe(one?.session_id);
});

describe("submit ids (AMB-A06)", () => {
  test.each([
    ["in a browser without a name", () => "", page],
    ["in a browser with a forged name", () => `browser=${btoa('"me"')}`, page],
    ["in a browser with an empty name", () => "browser=", page],
    ["without the page's key", named, { ...page, formKey: null }],
    ["with an empty key", named, { ...page, formKey: "" }],
  ])("a submit %s has no id", async (_what, cookie, at) => {
    expect(await readSubmitId(visit(await cookie()), at)).toBeNull();
  });
});

describe("the browser cookie", () => {
  test("the browser cookie has a random value, is set once, and lives as long as a link", async () => {
    const set = await setBrowserId(visit());
    expect(set).toMatch(/^browser=[^;]{60,}; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await setBrowserId(visit())).not.toBe(set);
    expect(await setBrowserId(visit(cookieOf(set)))).toBeNull();
    expect(await setBrowserId(visit("browser=forged"))).not.toBeNull();
  });

  test("the browser cookie is limited to this host, and to https if the site uses https", async () => {
    vi.resetModules();
    vi.stubEnv("APP_URL", "https://fanlight.example");
    const press = await import("#app/auth/browser-id.server.ts");
    expect(await press.setBrowserId(visit())).toMatch(
      /^__Host-browser=[^;]+; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });
});
