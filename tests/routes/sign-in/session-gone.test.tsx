import "#tests/ui/router.ts";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { markOwner } from "#app/auth/stash.server.ts";
import { AboutYouPage } from "#app/routes/onboarding/about-you-page.tsx";
import { action as buyAction } from "#app/routes/buy/about-you.tsx";
import { action, loader } from "#app/routes/sell/about-you.tsx";
import { action as payAction } from "#app/routes/sell/payment.tsx";
import SignIn, { loader as signInLoader } from "#app/routes/sign-in/sign-in.tsx";
import { cookieOf } from "#tests/support/cookies.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { readCookie, signIn } from "#tests/support/sign-in.ts";
import { type Answer, get, post } from "#tests/support/visit.ts";
import { render, words } from "#tests/ui/render.tsx";

/** A form that was sent when its session was gone: nothing typed is lost, and nobody else sees it. */

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));

const path = "/sell/about-you";
const typed = {
  first_name: "Samantha",
  middle_name: "",
  last_name: "S",
  phone_number: "07400 123",
  phone_country: "GB",
  "correspondence_address.line_1": "12 Arch Street",
  "correspondence_address.post_town": "York",
  "correspondence_address.country_code": "GB",
  form_key: "a-key",
  recaptcha_token: "a-token",
  card_number: "4242",
  intent: "save",
};
const findStash = ({ headers }: Answer) =>
  cookieOf(headers.getSetCookie().find((set) => set.startsWith("stash=")));
const endSessions = () =>
  db
    .updateTable("sessions")
    .set({ expires_at: sql`now() - interval '1 second'` })
    .execute();
const rows = () => db.selectFrom("stashed_forms").selectAll().execute();
const page = (cookie: string, at = path) => get(loader, { path: at, cookie });

/** Sends the form after the session has ended; then the same person signs in again in this browser. */
async function sendAndReturn() {
  const sam = await signIn(db);
  await endSessions();
  const answer = await post(action, typed, { path, cookie: sam.cookie });
  const back = await readCookie(db, { id: sam.id });
  return { sam, answer, stash: findStash(answer), back };
}

describe("A-023 a form of about-you that was sent when its session was gone", () => {
  test("leads to sign-in, which says why, and from there back to the page", async () => {
    const { answer, stash } = await sendAndReturn();
    const location = "/sign-in?ended=kept&redirectTo=%2Fsell%2Fabout-you";
    expect(answer).toMatchObject({ status: 303, location });
    const { data } = await get(signInLoader, { path: location, cookie: stash });
    expect(data).toMatchObject({ redirectTo: path });
    const html = await render(<SignIn />, { path: location, loaderData: Object(data) });
    expect(words(html)).toContain(
      "You were signed out before we could save this. Sign in again in this browser within an hour and your answers will still be there.",
    );
  });

  test("is there for the same person in the same browser, and says so", async () => {
    const { back, stash } = await sendAndReturn();
    const { data } = await page(`${back}; ${stash}`);
    expect(data).toMatchObject({
      stashed: true,
      person: {
        first_name: "Samantha",
        last_name: "S",
        phone_number: "07400 123",
        correspondence_address: { line_1: "12 Arch Street", post_town: "York" },
      },
      finder: { correspondence_address: { state: "NotListed" } },
    });
    const html = await render(
      <AboutYouPage
        page={data as Parameters<typeof AboutYouPage>[0]["page"]}
        result={undefined}
        back="/"
        step={{ section: "About you", step: 2, of: 5, minutesLeft: 4 }}
      />,
    );
    expect(html).toContain('value="Samantha"');
    expect(html).toContain('value="12 Arch Street"');
    expect(words(html)).toContain("We’ve restored what you typed before you were signed out");
    // Shown again by a reload too, and nothing of it is saved.
    expect((await page(`${back}; ${stash}`)).data).toMatchObject({ stashed: true });
    const user = db.selectFrom("users").select("first_name").where("active", "=", true);
    expect(await user.executeTakeFirst()).toEqual({ first_name: "Sam" });
  });

  test("is there for nobody else, on no other page, and in no other browser", async () => {
    const { back, stash } = await sendAndReturn();
    const other = await signIn(db, { first_name: "Eve" });
    expect((await page(`${other.cookie}; ${stash}`)).data).toMatchObject({
      stashed: false,
      person: { first_name: "Eve" },
    });
    expect((await page(back)).data).toMatchObject({ stashed: false });
    expect((await page(`${back}; ${stash}`, "/buy/about-you")).data).toMatchObject({
      stashed: false,
    });
    // And the other person sends nothing of it away.
    await post(action, typed, { path, cookie: `${other.cookie}; ${stash}` });
    expect(await rows()).toHaveLength(1);
  });

  test("is kept without keys, tokens and cards, for an hour", async () => {
    const { back, stash } = await sendAndReturn();
    const [row, ...more] = await rows();
    expect(more).toEqual([]);
    const names = (row!.fields as [string, string][]).map(([name]) => name);
    expect(names).toEqual(Object.keys(typed).filter((name) => !/key|token|card|intent/.test(name)));
    // Ids and digests are left out: they may have these letters by chance.
    expect(JSON.stringify([row!.path, row!.fields])).not.toMatch(/4242|a-token|a-key/);
    const left = ((row?.expires_at.getTime() ?? 0) - Date.now()) / 1_000;
    expect(left).toBeGreaterThan(3_400);
    expect(left).toBeLessThanOrEqual(3_600);
    await sql`update stashed_forms set expires_at = now()`.execute(db);
    expect((await page(`${back}; ${stash}`)).data).toMatchObject({ stashed: false });
  });

  test("is forgotten when the form is sent anew", async () => {
    const { back, stash } = await sendAndReturn();
    await post(action, typed, { path: "/buy/about-you", cookie: `${back}; ${stash}` });
    expect(await rows()).toHaveLength(1);
    await post(action, typed, { path, cookie: `${back}; ${stash}` });
    expect(await rows()).toEqual([]);
  });
});

describe("whose it is", () => {
  test.each([
    ["signed out in another tab: the form says whose it is", (id: string) => markOwner(id), true],
    ["a mark that somebody made up", (id: string) => `${id}.forged`, false],
    ["no mark", () => "", false],
  ])("%s", async (_what, mark, kept) => {
    const sam = await signIn(db);
    const answer = await post(action, { ...typed, owner: mark(sam.id) }, { path });
    expect(answer.location).toBe(
      `/sign-in?ended=${kept ? "kept" : "true"}&redirectTo=%2Fsell%2Fabout-you`,
    );
    expect(await rows()).toHaveLength(kept ? 1 : 0);
    const back = await readCookie(db, { id: sam.id });
    expect((await page(`${back}; ${findStash(answer)}`)).data).toMatchObject({ stashed: kept });
  });

  test("nothing is kept for somebody who was blocked", async () => {
    const sam = await signIn(db);
    await db.updateTable("users").set({ active: false }).where("id", "=", sam.id).execute();
    await post(action, { ...typed, owner: markOwner(sam.id) }, { path });
    expect(await rows()).toEqual([]);
  });

  test("too much is not kept", async () => {
    const sam = await signIn(db);
    const fields = { ...typed, first_name: "a".repeat(60_000), owner: markOwner(sam.id) };
    expect((await post(action, fields, { path })).location).toContain("ended=true");
    expect(await rows()).toEqual([]);
  });
});

test("A-023 other forms lead to sign-in and back to their page, and keep nothing", async () => {
  const sam = await signIn(db);
  const owner = markOwner(sam.id);
  const answer = await post(payAction, { owner, code: "X" }, { path: "/sell/payment?sale=1" });
  expect(answer).toMatchObject({
    status: 303,
    location: "/sign-in?ended=true&redirectTo=%2Fsell%2Fpayment%3Fsale%3D1",
  });
  expect(await rows()).toEqual([]);
  expect((await post(buyAction, typed, { path: "/buy/about-you" })).location).toBe(
    "/sign-in?ended=true&redirectTo=%2Fbuy%2Fabout-you",
  );
});
