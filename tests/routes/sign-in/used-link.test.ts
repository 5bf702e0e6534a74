import "#tests/ui/router.ts";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { cookieOf } from "#tests/support/cookies.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { askToSignUp, openSession } from "./links.ts";
import { readCookie, findForm, open, person, press } from "./visitor.ts";

const { db } = useTestDatabase();
const { state } = useDoubles(["postmark", "recaptcha"]);
beforeEach(() => emptyTables(db));

const sessions = () =>
  db.selectFrom("sessions").select("id_hash").where("user_id", "is not", null).execute();

describe("a link that has been used", () => {
  test("B-074 a link works once", async () => {
    const { link } = await askToSignUp(state);
    await press(link);
    expect((await press(link)).location).toBe("/authenticate/link-expired");
    expect((await open(link)).location).toBe("/authenticate/link-expired");
  });

  test("B-063 of two presses at once in two browsers one is let in", async () => {
    const { link } = await askToSignUp(state);
    const answers = await Promise.all([press(link), press(link), press(link)]);
    expect(answers.map(({ location }) => location).sort()).toEqual([
      "/authenticate/link-expired",
      "/authenticate/link-expired",
      "/sell/welcome",
    ]);
  });

  test("a double press of one page is let in both times, to the same place", async () => {
    const { link } = await askToSignUp(state);
    const fields = { ...(await findForm(link)), redirect_to: "/sell/about-you" };
    const answers = await Promise.all([press(link, fields), press(link, fields)]);
    for (const answer of answers) {
      expect(answer.location).toBe("/sell/about-you");
      expect((await openSession(answer))?.user?.email).toBe(person.email);
    }
  });

  test("a link pressed twenty times in one browser opens one session", async () => {
    const { link, cookie } = await askToSignUp(state);
    const page = await findForm(link, cookie);
    const presses = Array.from({ length: 20 }, () => press(link, page));
    const cookies = (await Promise.all(presses)).map(readCookie);
    expect(new Set(cookies).size).toBe(1);
    expect(await sessions()).toHaveLength(1);
    expect((await openSession((await Promise.all(presses))[0]!))?.user?.email).toBe(person.email);
  });

  test.each([
    ["without the first browser's name", () => ({ cookie: "" })],
    ["with a name of its own", async (link: URL) => ({ cookie: (await findForm(link)).cookie })],
  ])("the same press from another browser, %s, opens nothing", async (_what, other) => {
    const { link } = await askToSignUp(state);
    const elsewhere = await other(link);
    const page = await findForm(link);
    expect((await press(link, page)).location).toBe("/sell/welcome");
    const copied = await press(link, { ...page, ...elsewhere });
    expect(copied.location).toBe("/authenticate/link-expired");
    expect(readCookie(copied)).toBeUndefined();
    expect(await sessions()).toHaveLength(1);
  });

  test("another showing of the page in the same browser is no copy of the press", async () => {
    const { link } = await askToSignUp(state);
    const [first, second] = [await findForm(link), await findForm(link)];
    await press(link, first);
    const answer = await press(link, { ...second, cookie: first.cookie });
    expect(answer.location).toBe("/authenticate/link-expired");
  });

  test.each([
    [295, "/sell/welcome"],
    [301, "/authenticate/link-expired"],
  ])("AMB-A06 a copy %i seconds later leads to %s", async (seconds, location) => {
    const { link } = await askToSignUp(state);
    const page = await findForm(link);
    await press(link, page);
    await sql`update magic_link_tokens set used_at = used_at - make_interval(secs => ${seconds})`.execute(
      db,
    );
    expect((await press(link, page)).location).toBe(location);
  });

  test("a copy opens nothing when its session has ended", async () => {
    const { link } = await askToSignUp(state);
    const page = await findForm(link);
    await press(link, page);
    await db.deleteFrom("sessions").execute();
    expect((await press(link, page)).location).toBe("/authenticate/link-expired");
    expect(await sessions()).toEqual([]);
  });

  test("the page names a browser once, out of reach of scripts, for as long as a link lives", async () => {
    const { link } = await askToSignUp(state);
    const page = await open(link);
    const set = page.headers.getSetCookie().join();
    expect(set).toMatch(/^browser=[^;]{40,}; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax$/);
    const named = await open(link, cookieOf(set));
    expect(named.headers.getSetCookie()).toEqual([]);
  });

  test("a key that is not the page's lets no second press in", async () => {
    const { link } = await askToSignUp(state);
    const fields = { ...(await findForm(link)), form_key: "a.forged.key" };
    expect((await press(link, fields)).location).toBe("/sell/welcome");
    expect((await press(link, fields)).location).toBe("/authenticate/link-expired");
  });

  test("AMB-A06 A-037 the link opened again in the same browser within 300 seconds goes to the same place", async () => {
    const { link } = await askToSignUp(state);
    const cookie = readCookie(await press(link)) ?? "";
    expect((await open(link, cookie)).location).toBe("/sell/welcome");
    await db
      .updateTable("sessions")
      .set({ signed_in_at: sql`now() - interval '301 seconds'` })
      .execute();
    expect((await open(link, cookie)).location).toBe("/authenticate/link-expired");
  });

  test("AMB-A06 somebody else's used link is expired, however fresh", async () => {
    const { link } = await askToSignUp(state);
    await press(link);
    const { cookie } = await signIn(db);
    expect((await open(link, cookie)).location).toBe("/authenticate/link-expired");
  });
});
