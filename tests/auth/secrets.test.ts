import { expect, test, vi } from "vitest";
import { cookieOf } from "#tests/support/cookies.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** SESSION_SECRET is a list during a rotation: the newest secret signs, all are accepted. */

const { db } = useTestDatabase();
const OLD = "the secret that is given up because somebody saw it";
const NEW = "the secret that takes its place from this day on";

const all = [true, true, true, true];
const none = [false, false, false, false];

test("a signature made with the old secret is accepted only while the list has that secret (A-021)", async () => {
  expectError(/bad decrypt/);
  const old = await (await withSecrets(OLD)).made();
  expect(await (await withSecrets(NEW, OLD)).accepts(old)).toEqual(all);
  expect(await (await withSecrets(NEW)).accepts(old)).toEqual(none);
});

test("the first secret of the list signs (A-021)", async () => {
  expectError(/bad decrypt/);
  const made = await (await withSecrets(NEW, OLD)).made();
  expect(await (await withSecrets(NEW)).accepts(made)).toEqual(all);
  expect(await (await withSecrets(OLD)).accepts(made)).toEqual(none);
});

async function withSecrets(...secrets: string[]) {
  vi.resetModules();
  vi.stubEnv("SESSION_SECRET", secrets.join(","));
  const keys = await import("#app/forms/form-key.server.ts");
  const sessions = await import("#app/auth/session.server.ts");
  const links = await import("#app/auth/email-link.server.ts");
  const flash = await import("#app/forms/flash.server.ts");
  const { closeDatabase } = await import("#db/connection.ts");
  const readCookie = async () => {
    const { id } = await signIn(db);
    const set = await sessions.startSession(db, {
      user: { id, type: "customer" },
      before: null,
      onboarding: {},
      counted_invitations: [],
    });
    return cookieOf(set);
  };
  const made = async () => {
    let link = "";
    await links.sendSealedLink("a-token", (url) => {
      link = url.searchParams.get("token") ?? "";
      return Promise.resolve();
    });
    const told = await flash.redirectWithFlash("/", { kind: "info", title: "Hello" });
    return {
      key: keys.newIdempotencyKey("sale"),
      cookie: await readCookie(),
      link,
      told: cookieOf(told.headers.get("Set-Cookie")),
    };
  };
  const accepts = async (things: Awaited<ReturnType<typeof made>>) => {
    const request = (cookie: string) =>
      new Request("http://localhost:3000/", { headers: { Cookie: cookie } });
    const accepted = [
      keys.readIdempotencyKey("sale", things.key) !== null,
      (await sessions.readSession(request(things.cookie))) !== null,
      (await links.openSealedLink(things.link, (token) => Promise.resolve(token))) === "a-token",
      (await flash.readFlash(request(things.told))).flash !== null,
    ];
    await closeDatabase();
    return accepted;
  };
  return { made, accepts };
}
