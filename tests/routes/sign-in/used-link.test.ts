import "#tests/ui/router.ts";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { cookieOf } from "#tests/support/cookies.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { requestSignUpLink, openSession } from "./links.ts";
import { readCookie, readLinkForm, open, person, submitContinue } from "./visitor.ts";

const { db } = useTestDatabase();
const { state } = useDoubles(["postmark", "recaptcha"]);
beforeEach(() => emptyTables(db));

const sessions = () =>
  db.selectFrom("sessions").select("id_hash").where("user_id", "is not", null).execute();

describe("a used sign-in link", () => {
  test("a sign-in link works once, and is then shown as expired (B-074)", async () => {
    const { link } = await requestSignUpLink(state);
    await submitContinue(link);
    expect((await submitContinue(link)).location).toBe("/authenticate/link-expired");
    expect((await open(link)).location).toBe("/authenticate/link-expired");
  });

  test("exactly one of several browsers that submit a link concurrently is signed in (B-063)", async () => {
    const { link } = await requestSignUpLink(state);
    const answers = await Promise.all([
      submitContinue(link),
      submitContinue(link),
      submitContinue(link),
    ]);
    expect(answers.map(({ location }) => location).sort()).toEqual([
      "/authenticate/link-expired",
      "/authenticate/link-expired",
      "/sell/welcome",
    ]);
  });

  test("a double submit of a link’s page signs in both times and follows the redirect", async () => {
    const { link } = await requestSignUpLink(state);
    const fields = { ...(await readLinkForm(link)), redirect_to: "/sell/about-you" };
    const answers = await Promise.all([submitContinue(link, fields), submitContinue(link, fields)]);
    for (const answer of answers) {
      expect(answer.location).toBe("/sell/about-you");
      expect((await openSession(answer))?.user?.email).toBe(person.email);
    }
  });

  test("20 concurrent submits of a link’s page in one browser start one session", async () => {
    const { link, cookie } = await requestSignUpLink(state);
    const page = await readLinkForm(link, cookie);
    const presses = Array.from({ length: 20 }, () => submitContinue(link, page));
    const cookies = (await Promise.all(presses)).map(readCookie);
    expect(new Set(cookies).size).toBe(1);
    expect(await sessions()).toHaveLength(1);
    expect((await openSession((await Promise.all(presses))[0]!))?.user?.email).toBe(person.email);
  });

  test.each([
    ["without the first browser’s cookie", () => ({ cookie: "" })],
    [
      "with a different cookie",
      async (link: URL) => ({ cookie: (await readLinkForm(link)).cookie }),
    ],
  ])(
    "a form that was copied to a second browser %s does not sign in there",
    async (_what, other) => {
      const { link } = await requestSignUpLink(state);
      const elsewhere = await other(link);
      const page = await readLinkForm(link);
      expect((await submitContinue(link, page)).location).toBe("/sell/welcome");
      const copied = await submitContinue(link, { ...page, ...elsewhere });
      expect(copied.location).toBe("/authenticate/link-expired");
      expect(readCookie(copied)).toBeUndefined();
      expect(await sessions()).toHaveLength(1);
    },
  );

  test("a page that the browser opened a second time cannot use the link again", async () => {
    const { link } = await requestSignUpLink(state);
    const [first, second] = [await readLinkForm(link), await readLinkForm(link)];
    await submitContinue(link, first);
    const answer = await submitContinue(link, { ...second, cookie: first.cookie });
    expect(answer.location).toBe("/authenticate/link-expired");
  });

  test.each([
    [295, "/sell/welcome"],
    [301, "/authenticate/link-expired"],
  ])(
    "submitting the page of a link again %i seconds later leads to %s (AMB-A06)",
    async (seconds, location) => {
      const { link } = await requestSignUpLink(state);
      const page = await readLinkForm(link);
      await submitContinue(link, page);
      await sql`update magic_link_tokens set used_at = used_at - make_interval(secs => ${seconds})`.execute(
        db,
      );
      expect((await submitContinue(link, page)).location).toBe(location);
    },
  );

  test("submitting the page of a link again after the session has ended does not sign in", async () => {
    const { link } = await requestSignUpLink(state);
    const page = await readLinkForm(link);
    await submitContinue(link, page);
    await db.deleteFrom("sessions").execute();
    expect((await submitContinue(link, page)).location).toBe("/authenticate/link-expired");
    expect(await sessions()).toEqual([]);
  });

  test("the page of a link sets an HttpOnly browser cookie that lasts as long as a link works, and sets it only once", async () => {
    const { link } = await requestSignUpLink(state);
    const page = await open(link);
    const set = page.headers.getSetCookie().join();
    expect(set).toMatch(/^browser=[^;]{40,}; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax$/);
    const named = await open(link, cookieOf(set));
    expect(named.headers.getSetCookie()).toEqual([]);
  });

  test("a link’s form with a forged form key works once, and a second submit leads to /authenticate/link-expired", async () => {
    const { link } = await requestSignUpLink(state);
    const fields = { ...(await readLinkForm(link)), form_key: "a.forged.key" };
    expect((await submitContinue(link, fields)).location).toBe("/sell/welcome");
    expect((await submitContinue(link, fields)).location).toBe("/authenticate/link-expired");
  });

  test("opening a used link in the same browser leads to the same page for 300 seconds (AMB-A06 A-037)", async () => {
    const { link } = await requestSignUpLink(state);
    const cookie = readCookie(await submitContinue(link)) ?? "";
    expect((await open(link, cookie)).location).toBe("/sell/welcome");
    await db
      .updateTable("sessions")
      .set({ signed_in_at: sql`now() - interval '301 seconds'` })
      .execute();
    expect((await open(link, cookie)).location).toBe("/authenticate/link-expired");
  });

  test("opening a used link as another person shows it as expired, even right after its use (AMB-A06)", async () => {
    const { link } = await requestSignUpLink(state);
    await submitContinue(link);
    const { cookie } = await signIn(db);
    expect((await open(link, cookie)).location).toBe("/authenticate/link-expired");
  });
});
