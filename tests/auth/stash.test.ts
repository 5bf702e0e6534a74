import { sql } from "kysely";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { forgetStash, readStash, writeStash } from "#app/auth/stash.server.ts";
import { cookieOf } from "#tests/support/cookies.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** What is stored of a form that was sent without scripts for one step of an address (C16). */

const { db } = useTestDatabase();
let sam = { id: "", cookie: "" };
beforeEach(async () => {
  sam = await signIn(db);
});

const PAGE = "/sell/about-you";
const shown = (cookie: string, path = PAGE) =>
  new Request(`http://localhost:3000${path}`, { headers: { Cookie: cookie } });
function write(fields: [string, string | Blob][], user_id = sam.id) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return writeStash(db, { user_id, path: PAGE, form });
}
const keep = async (first_name = "Samantha") => cookieOf(await write([["first_name", first_name]]));
const fieldsOf = (form: FormData | null) => form && [...form];

describe("a stashed form", () => {
  test("has its answers in their order, and no keys, tokens, cards, buttons or files (C16)", async () => {
    const cookie = cookieOf(
      await write([
        ["b", "2"],
        ["form_key", "x"],
        ["a", "1"],
        ["intent", "save"],
        ["b", "3"],
        ["recaptcha_token", "x"],
        ["photo", new File(["x"], "x.png")],
        ["Card", "x"],
        ["empty", ""],
      ]),
    );
    expect(fieldsOf(await readStash(db, shown(cookie), sam.id))).toEqual([
      ["b", "2"],
      ["a", "1"],
      ["b", "3"],
      ["empty", ""],
    ]);
  });

  test("has fifty thousand characters at most (SE-4)", async () => {
    const around = JSON.stringify([["a", ""]]).length;
    expect(await write([["a", "x".repeat(50_000 - around)]])).not.toBeNull();
    expect(await write([["a", "x".repeat(50_001 - around)]])).toBeNull();
  });

  test("replaces the oldest of five of one person (SE-4)", async () => {
    const cookies = [];
    for (let form = 1; form <= 7; form++) cookies.push(await keep(String(form)));
    const kept = await Promise.all(cookies.map((cookie) => readStash(db, shown(cookie), sam.id)));
    expect(kept.map((form) => form?.get("first_name") ?? null)).toEqual([
      null,
      null,
      ...["3", "4", "5", "6", "7"],
    ]);
  });

  test("is not stored for a person who is not active (SE-4)", async () => {
    await db.updateTable("users").set({ active: false }).where("id", "=", sam.id).execute();
    expect(await write([["a", "1"]])).toBeNull();
    expect(await write([["a", "1"]], "0".repeat(24))).toBeNull();
  });

  test("is shown to the same person in the same browser, on its page, for an hour (C16)", async () => {
    const cookie = await keep();
    const eve = await signIn(db);
    expect(await readStash(db, shown(cookie), sam.id)).not.toBeNull();
    expect(await readStash(db, shown(cookie), eve.id)).toBeNull();
    expect(await readStash(db, shown(cookie, "/buy/about-you"), sam.id)).toBeNull();
    expect(await readStash(db, shown(""), sam.id)).toBeNull();
    expect(await readStash(db, shown("stash=forged"), sam.id)).toBeNull();
    const pass = (time: string) =>
      sql`update stashed_forms set expires_at = expires_at - ${time}::interval`.execute(db);
    await pass("3590 seconds");
    expect(await readStash(db, shown(cookie), sam.id)).not.toBeNull();
    await pass("10 seconds");
    expect(await readStash(db, shown(cookie), sam.id)).toBeNull();
  });

  test("is deleted by its own sender on its page alone, with .data or without (C16)", async () => {
    const cookie = await keep();
    const eve = await signIn(db);
    const other = await keep("another");
    await forgetStash(db, shown(cookie), eve.id);
    await forgetStash(db, shown(cookie, "/buy/about-you"), sam.id);
    await forgetStash(db, shown(""), sam.id);
    expect(await readStash(db, shown(cookie), sam.id)).not.toBeNull();
    await forgetStash(db, shown(cookie, `${PAGE}.data`), sam.id);
    expect(await readStash(db, shown(cookie), sam.id)).toBeNull();
    expect(await readStash(db, shown(other), sam.id)).not.toBeNull();
  });
});

test("the cookie of a stash is out of reach of scripts, and over https for this host alone (C16)", async () => {
  expect(await write([["a", "1"]])).toMatch(
    /^stash=[^;]{60,}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  vi.resetModules();
  vi.stubEnv("APP_URL", "https://fanlight.example");
  const stash = await import("#app/auth/stash.server.ts");
  expect(await stash.writeStash(db, { user_id: sam.id, path: PAGE, form: new FormData() })).toMatch(
    /^__Host-stash=[^;]{60,}; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});
