import { expect, test, vi } from "vitest";
import { readFlash, redirectWithFlash } from "#app/forms/flash.server.ts";
import { cookieOf } from "#tests/support/cookies.ts";

const saved = { kind: "success", title: "Saved", description: "All of it", seconds: 6 } as const;

const withCookie = (cookie: string) =>
  new Request("http://localhost/", { headers: { Cookie: cookieOf(cookie) } });

test("a flash message is shown once, on the page after a redirect (V-018)", async () => {
  const response = await redirectWithFlash("/next", saved, { headers: { "X-Own": "kept" } });
  expect(response.status).toBe(303);
  expect(response.headers.get("Location")).toBe("/next");
  expect(response.headers.get("X-Own")).toBe("kept");
  const [cookie = ""] = response.headers.getSetCookie();
  expect(cookie).toMatch(/; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/);

  const { flash, clear } = await readFlash(withCookie(cookie));
  expect(flash).toEqual(saved);
  expect(await readFlash(withCookie(clear ?? ""))).toMatchObject({ flash: null });
  expect(clear).toMatch(/Max-Age=0/);
});

test.each([
  ["/admin/estate-agents/1?index#row", "/admin/estate-agents/1?index#row"],
  ["/admin/a%20b?x=%2F", "/admin/a%20b?x=%2F"],
  ["/admin/\u{1F3E0}\0x", "/admin/%F0%9F%8F%A0%00x"],
  ["/admin/a\r\nSet-Cookie: b=c", "/admin/aSet-Cookie:%20b=c"],
  ["//elsewhere.example/a", "/a"],
])("the redirect target %j is sent in the header as %j", async (address, expected) => {
  const response = await redirectWithFlash(address, saved);
  expect(response.headers.get("Location")).toBe(expected);
});

test.each(["success", "error", "info", "warning"] as const)(
  "a flash message of the kind %s is sent and cleared completely (AMB-V01)",
  async (kind) => {
    const response = await redirectWithFlash("/", { kind, title: "Told" });
    const cookie = response.headers.get("Set-Cookie") ?? "";
    expect(await readFlash(withCookie(cookie))).toEqual({
      flash: { kind, title: "Told" },
      clear: "flash=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
    });
  },
);

test("a forged flash message is rejected", async () => {
  const ours = (await redirectWithFlash("/", saved)).headers.get("Set-Cookie") ?? "";
  const [, signature = ""] = ours.split(/[.;]/);
  const words = btoa(JSON.stringify({ kind: "info", title: "Send money to" }));
  const forged = `flash=${encodeURIComponent(words)}`;
  for (const cookie of [forged, `${forged}.${signature}`]) {
    expect(await readFlash(withCookie(cookie))).toMatchObject({ flash: null });
  }
  expect(await readFlash(new Request("http://localhost/"))).toMatchObject({ flash: null });
});

test("the flash cookie is limited to this host, and to https if the site uses https", async () => {
  vi.resetModules();
  vi.stubEnv("APP_URL", "https://fanlight.example");
  const flash = await import("#app/forms/flash.server.ts");
  const [cookie = ""] = (await flash.redirectWithFlash("/", saved)).headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-flash=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
});
