import { sql } from "kysely";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { forgetStash, markOwner, readStash, stashForm } from "#app/auth/stash.server.ts";
import { cookieOf } from "#tests/support/cookies.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { letPass } from "#tests/support/limits.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** what is kept of a form that was sent without a session, and for whom (the pages: routes/sign-in/session-gone). */

const { db } = useTestDatabase();
let sam = { id: "", cookie: "" };
beforeEach(async () => {
  await db.deleteFrom("rate_limits").execute();
  sam = await signIn(db);
});

const PAGE = "/sell/about-you";
const DAY_MS = 24 * 60 * 60 * 1000;
const posted = (fields: Record<string, string>, cookie = sam.cookie) =>
  new Request(`http://localhost:3000${PAGE}`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Cookie: cookie },
  });
const shown = (cookie: string, path = PAGE) =>
  new Request(`http://localhost:3000${path}`, { headers: { Cookie: cookie } });
const keep = async (fields: Record<string, string> = { first_name: "Samantha" }) =>
  cookieOf(await stashForm(db, posted(fields), PAGE));
const fieldsOf = (form: FormData | null) => form && [...form];

describe("A-023 pages whose forms are kept", () => {
  test.each([
    "/sell/about-you",
    "/buy/about-you",
    "/sell/about-you?sale=1",
    "/sell/about-you.data?sale=1",
    "/sell/about-the-property",
    "/sell/about-the-property/sellers/add",
    "/buy/about-the-property/buyers/0123456789abcdef01234567",
    "/buy/about-the-property/giftors/a_b-c",
  ])("%s", async (path) => {
    const cookie = cookieOf(await stashForm(db, posted({ a: "1" }), path));
    expect(cookie).toMatch(/^stash=/);
    const back = await readStash(db, shown(cookie, path.replace("?sale=1", "?other=1")), sam.id);
    expect(fieldsOf(back)).toEqual([["a", "1"]]);
  });

  test.each([
    "/sell/about-you/more",
    "/account/sell/about-you",
    "/rent/about-you",
    "/sell/payment",
    "/sell/about-the-property/others/add",
    "/sell/about-the-property/sellers",
    "/sell/about-the-property/sellers/",
    "/sell/about-the-property/sellers/a/b",
    "/sell/about-you.database",
    "/sell/.dataabout-you",
    "/?page=/sell/about-you",
  ])("and not %s", async (path) => {
    expect(await stashForm(db, posted({ a: "1" }), path)).toBeNull();
  });
});

describe("A-023 what is kept", () => {
  test("are answers in their order, those of one name too", async () => {
    const request = new Request(`http://localhost:3000${PAGE}`, {
      method: "POST",
      body: new URLSearchParams("b=2&a=1&b=3&empty="),
      headers: { Cookie: sam.cookie },
    });
    const cookie = cookieOf(await stashForm(db, request, PAGE));
    expect(fieldsOf(await readStash(db, shown(cookie), sam.id))).toEqual([
      ["b", "2"],
      ["a", "1"],
      ["b", "3"],
      ["empty", ""],
    ]);
    // Only a copy of it was read.
    expect(await request.text()).toBe("b=2&a=1&b=3&empty=");
  });

  test("are not keys, tokens, cards, buttons or marks, however they are spelt", async () => {
    const cookie = await keep({
      ...{ owner: "x", intent: "save", form_key: "x", FORM_KEY: "x", recaptcha_token: "x" },
      ...{ tokens: "x", Card: "x", discard_it: "x" },
      ...{ owner_name: "1", the_owner: "2", intention: "3", keys: "4", my_intent: "5", a__b: "6" },
    });
    expect(fieldsOf(await readStash(db, shown(cookie), sam.id))).toEqual([
      ["owner_name", "1"],
      ["the_owner", "2"],
      ["intention", "3"],
      ["keys", "4"],
      ["my_intent", "5"],
      ["a__b", "6"],
    ]);
  });

  test("are no files", async () => {
    const body = new FormData();
    body.set("a", "1");
    body.set("photo", new File(["x"], "x.png"));
    const request = new Request(`http://localhost:3000${PAGE}`, {
      method: "POST",
      body,
      headers: { Cookie: sam.cookie },
    });
    const cookie = cookieOf(await stashForm(db, request, PAGE));
    expect(fieldsOf(await readStash(db, shown(cookie), sam.id))).toEqual([["a", "1"]]);
  });

  test("are fifty thousand characters and no more", async () => {
    const around = JSON.stringify([["a", ""]]).length;
    expect(await keep({ a: "x".repeat(50_000 - around) })).not.toBe("");
    expect(await keep({ a: "x".repeat(50_001 - around) })).toBe("");
  });

  test("is nothing of a body that has been read, or is no form", async () => {
    const read = posted({ a: "1" });
    await read.text();
    expect(await stashForm(db, read, PAGE)).toBeNull();
    const headers = { Cookie: sam.cookie, "Content-Type": "application/json" };
    const json = new Request("http://localhost:3000/", { method: "POST", body: "{}", headers });
    expect(await stashForm(db, json, PAGE)).toBeNull();
  });
});

describe("A-023 for whom it is kept", () => {
  test("the session says it, and then no mark does", async () => {
    const eve = await signIn(db);
    const request = posted({ a: "1", owner: markOwner(eve.id) });
    const cookie = cookieOf(await stashForm(db, request, PAGE));
    expect(await readStash(db, shown(cookie), eve.id)).toBeNull();
    expect(fieldsOf(await readStash(db, shown(cookie), sam.id))).toEqual([["a", "1"]]);
  });

  test.each([
    ["its owner's mark", () => markOwner(sam.id), true],
    ["a mark without a signature", () => sam.id, false],
    ["a mark with an empty signature", () => `${sam.id}.`, false],
    ["another's signature", () => markOwner("0".repeat(24)).replace(/^0+/, sam.id), false],
    ["a mark with another time", () => markOwner(sam.id).replace(/\.\w+\./, ".zzzzzzzz."), false],
    ["a mark of a day ago (SE-4)", () => markOwner(sam.id, Date.now() - DAY_MS + 60_000), true],
    ["a mark of before (SE-4)", () => markOwner(sam.id, Date.now() - DAY_MS - 60_000), false],
    ["a signature that is longer", () => `${markOwner(sam.id)}x`, false],
    ["a signature of the same length", () => markOwner(sam.id).slice(0, -3) + "xxx", false],
  ])("without a session %s decides", async (_what, owner, kept) => {
    const setCookie = await stashForm(db, posted({ a: "1", owner: owner() }, ""), PAGE);
    expect(setCookie !== null).toBe(kept);
  });

  test("A-021 a mark that the old secret signed is good beside the new one", async () => {
    const old = markOwner(sam.id);
    const { env } = await import("#app/platform/env.server.ts");
    const secrets = env.SESSION_SECRET;
    env.SESSION_SECRET = ["a new secret that is long enough to be one", ...secrets];
    try {
      expect(await stashForm(db, posted({ a: "1", owner: old }, ""), PAGE)).not.toBeNull();
      expect(markOwner(sam.id)).not.toBe(old);
      env.SESSION_SECRET = ["a new secret that is long enough to be one"];
      expect(await stashForm(db, posted({ a: "1", owner: old }, ""), PAGE)).toBeNull();
    } finally {
      env.SESSION_SECRET = secrets;
    }
  });

  test("nobody who is not there any more, or not active", async () => {
    const gone = markOwner("0".repeat(24));
    const eve = await signIn(db);
    await db.updateTable("users").set({ active: false }).where("id", "=", eve.id).execute();
    for (const owner of [gone, markOwner(eve.id)]) {
      expect(await stashForm(db, posted({ a: "1", owner }, ""), PAGE)).toBeNull();
    }
  });
});

describe("A-023 who is shown it", () => {
  test("the same person, in the browser that sent it, on its page, for an hour", async () => {
    const cookie = await keep();
    const eve = await signIn(db);
    const kept = [["first_name", "Samantha"]];
    expect(fieldsOf(await readStash(db, shown(cookie), sam.id))).toEqual(kept);
    expect(await readStash(db, shown(cookie), eve.id)).toBeNull();
    expect(await readStash(db, shown(cookie, "/buy/about-you"), sam.id)).toBeNull();
    expect(await readStash(db, shown(""), sam.id)).toBeNull();
    expect(await readStash(db, shown("stash=forged"), sam.id)).toBeNull();
    await keep({ a: "another" });
    expect(fieldsOf(await readStash(db, shown(cookie), sam.id))).toEqual(kept);
    await sql`update stashed_forms set expires_at = expires_at - interval '3590 seconds'`.execute(
      db,
    );
    expect(fieldsOf(await readStash(db, shown(cookie), sam.id))).toEqual(kept);
    await sql`update stashed_forms set expires_at = expires_at - interval '10 seconds'`.execute(db);
    expect(await readStash(db, shown(cookie), sam.id)).toBeNull();
  });

  test("only its own sender makes it forgotten, on its page, with .data or without", async () => {
    const cookie = await keep();
    const eve = await signIn(db);
    const other = await keep({ a: "another" });
    await forgetStash(db, shown(cookie), eve.id);
    await forgetStash(db, shown(cookie, "/buy/about-you"), sam.id);
    await forgetStash(db, shown(""), sam.id);
    expect(await readStash(db, shown(cookie), sam.id)).not.toBeNull();
    await forgetStash(db, shown(cookie, `${PAGE}.data`), sam.id);
    expect(await readStash(db, shown(cookie), sam.id)).toBeNull();
    expect(await readStash(db, shown(other), sam.id)).not.toBeNull();
  });
});

describe("a stranger with the mark of an own form (SE-4)", () => {
  const rowsOf = (user_id: string) =>
    db
      .selectFrom("stashed_forms")
      .select("id_hash")
      .where("user_id", "=", user_id)
      .execute()
      .then((rows) => rows.length);
  const sendMarked = (a: string, user_id = sam.id) =>
    stashForm(db, posted({ a, owner: markOwner(user_id) }, ""), PAGE);
  test("fills no more than five rows, of which the newest replace the oldest", async () => {
    const cookies = [];
    for (let form = 1; form <= 7; form++) cookies.push(cookieOf(await sendMarked(String(form))));
    expect(await rowsOf(sam.id)).toBe(5);
    const kept = await Promise.all(cookies.map((cookie) => readStash(db, shown(cookie), sam.id)));
    expect(kept.map((form) => form?.get("a") ?? null)).toEqual([
      null,
      null,
      "3",
      "4",
      "5",
      "6",
      "7",
    ]);
  });

  test("has 30 turns an hour with one mark", async () => {
    const eve = await signIn(db);
    for (let form = 0; form < 30; form++) expect(await sendMarked("1")).not.toBeNull();
    expect(await sendMarked("1")).toBeNull();
    expect(await sendMarked("1", eve.id)).not.toBeNull();
    await letPass(db, 3_600);
    expect(await sendMarked("1")).not.toBeNull();
  });

  test("has 120 turns an hour at one network address", async () => {
    for (let person = 0; person < 4; person++) {
      const { id } = await signIn(db);
      for (let form = 0; form < 30; form++) expect(await sendMarked("1", id)).not.toBeNull();
    }
    expect(await sendMarked("1")).toBeNull();
  });
});

test("the cookie is out of reach of scripts, and over https for this host and for https alone", async () => {
  expect(await stashForm(db, posted({ a: "1" }), PAGE)).toMatch(
    /^stash=[^;]{60,}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  vi.resetModules();
  vi.stubEnv("APP_URL", "https://fanlight.example");
  const stash = await import("#app/auth/stash.server.ts");
  const owner = stash.markOwner(sam.id);
  expect(await stash.stashForm(db, posted({ a: "1", owner }, ""), PAGE)).toMatch(
    /^__Host-stash=[^;]{60,}; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});
