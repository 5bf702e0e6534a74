import { beforeAll, describe, expect, test } from "vitest";
import { loggedPath } from "#app/observability/redact.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { addDays, addWorkingDays } from "#app/domain/shared/working-days.ts";
import { listTasks } from "#app/domain/tasks/tasks.server.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { action, headers, loader } from "#app/routes/answers/answer.tsx";
import { ask, exchangedMatter, linkOf, newestChase } from "#tests/support/chased-matter.ts";
import { get, post } from "#tests/support/call-route.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { staffReader } from "#tests/support/readers.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { countEvents, listNewEvents } from "#tests/routes/admin/transaction-tabs/matter.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin", first_name: "Ada" });
});

async function question() {
  const { id } = await exchangedMatter(db, "12 Arch Street");
  await ask(db, { id, staff_id: ada.id });
  const chase = await newestChase(db, id);
  const link = await linkOf(db, chase.id);
  return { id, chase_id: chase.id, link };
}

const visit = (chase_id: string, path: string, cookie = "") =>
  get(loader, { path, params: { id: chase_id }, cookie });

async function cookieOf({ chase_id, link }: { chase_id: string; link: URL }) {
  const answer = await visit(chase_id, `${link.pathname}${link.search}`);
  return (answer.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
}

const send = (chase_id: string, cookie: string, fields: Record<string, string>) =>
  post(action, { name: "Sol Able", ...fields }, { cookie, params: { id: chase_id } });

function parts(day: string) {
  const [year = "", month = "", date = ""] = day.split("-");
  return { "day.day": date, "day.month": month, "day.year": year };
}

const stored = (id: string) => newestChase(db, id);

const openTasks = async (id: string) => (await listTasks(db, staffReader(), id)).open;

describe("the page of a question to a firm", () => {
  test("the first visit exchanges the token for a cookie of this page alone, and changes nothing", async () => {
    const asked = await question();
    const before = await stored(asked.id);
    const first = await visit(asked.chase_id, `${asked.link.pathname}${asked.link.search}`);
    expect([first.status, first.location]).toEqual([302, asked.link.pathname]);
    const cookie = first.headers.get("Set-Cookie") ?? "";
    expect(cookie).toMatch(
      new RegExp(`; Max-Age=2592000; Path=${asked.link.pathname}; HttpOnly; SameSite=Lax$`),
    );
    const shown = await visit(asked.chase_id, asked.link.pathname, cookie.split(";")[0]);
    expect(shown.status).toBe(200);
    expect(shown.data).toMatchObject({
      street: "12 Arch Street",
      title: "When will the sale complete?",
      text: expect.stringMatching(
        /^Ada at Fanlight asked you on \w+ \d+ \w+( \d{4})?, and needs your answer by \w+ \d+ \w+( \d{4})?\. This link works once\. .* Our reference is F-\d+\.$/,
      ),
    });
    expect(JSON.stringify(shown.data)).not.toMatch(/Byron|@|\+44|York/);
    expect(await stored(asked.id)).toEqual(before);
  });

  test("a mail scanner that opens the link several times changes nothing, and the firm can answer", async () => {
    const asked = await question();
    const before = await stored(asked.id);
    const known = await countEvents(db, asked.id);
    for (let visits = 0; visits < 3; visits++) await cookieOf(asked);
    expect(await stored(asked.id)).toEqual(before);
    expect(await listNewEvents(db, asked.id, known)).toEqual([]);
    expect(await openTasks(asked.id)).toEqual([]);
    const { status } = await send(asked.chase_id, await cookieOf(asked), { answer: "done" });
    expect(status).toBe(303);
    expect((await stored(asked.id)).answer).toBe("done");
  });

  test.each(["", "?token=", "?token=wrong"])("“%s” without a cookie gets a 404", async (query) => {
    const { chase_id, link } = await question();
    expect((await visit(chase_id, link.pathname + query)).status).toBe(404);
    await expect(send(chase_id, "", { answer: "done" })).resolves.toMatchObject({ status: 404 });
  });

  test("the cookie of one question opens no other", async () => {
    const [one, other] = [await question(), await question()];
    const cookie = await cookieOf(one);
    expect((await visit(other.chase_id, other.link.pathname, cookie)).status).toBe(404);
    expect((await send(other.chase_id, cookie, { answer: "done" })).status).toBe(404);
    expect((await stored(other.id)).answer).toBeNull();
  });

  test("the page is not stored, and the log has no token", async () => {
    const { link } = await question();
    const sent = headers({
      loaderHeaders: new Headers(),
      actionHeaders: new Headers(),
    } as Parameters<typeof headers>[0]);
    expect(sent).toEqual({ "Cache-Control": "no-store" });
    expect(loggedPath(`${link.pathname}${link.search}`)).toBe(link.pathname);
  });

  test("guesses are limited, and links that work are not", async () => {
    const asked = await question();
    let last = 0;
    for (let count = 0; count < 25; count++) {
      last = (await visit("65a000000000000000000001", "/answers/x?token=x")).status;
    }
    expect(last).toBe(429);
    expect((await visit(asked.chase_id, `${asked.link.pathname}${asked.link.search}`)).status).toBe(
      302,
    );
  });
});

describe("a firm’s answer", () => {
  test("“by this day” moves the follow-up to the next working day, once", async () => {
    const asked = await question();
    const known = await countEvents(db, asked.id);
    const cookie = await cookieOf(asked);
    const day = addDays(londonDay(new Date()), 6);
    const answered = await send(asked.chase_id, cookie, { answer: "by_day", ...parts(day) });
    expect([answered.status, answered.path]).toEqual([303, asked.link.pathname]);
    expect(await stored(asked.id)).toMatchObject({
      answer: "by_day",
      answer_day: day,
      answered_by: "Sol Able",
      follow_up_on: addWorkingDays(day, 1),
    });
    expect(await listNewEvents(db, asked.id, known)).toMatchObject([
      { event_name: "firm_answered", author: "provider", author_id: null },
    ]);
    await send(asked.chase_id, cookie, { answer: "done", name: "Someone else" });
    expect(await stored(asked.id)).toMatchObject({ answer: "by_day", answered_by: "Sol Able" });
    expect((await visit(asked.chase_id, asked.link.pathname, cookie)).status).toBe(410);
    expect((await visit(asked.chase_id, `${asked.link.pathname}?sent=true`, cookie)).status).toBe(
      200,
    );
  });

  test("six submits at once store one answer and email the handler once", async () => {
    const asked = await question();
    const cookie = await cookieOf(asked);
    await Promise.all(
      Array.from({ length: 6 }, () => send(asked.chase_id, cookie, { answer: "done" })),
    );
    const emails = await db
      .selectFrom("email_log")
      .select(["recipient", "props"])
      .where("name", "=", "firm_answered")
      .where("dedupe_key", "like", `firm_answered:${asked.chase_id}:%`)
      .execute();
    expect(emails).toMatchObject([{ recipient: ada.email }]);
    expect(await readContents(db, "firm_answered", emails[0]!.props)).toMatchObject({
      first_name: "Ada",
      answer: "Done",
      answered_by: "Sol Able",
    });
    expect((await openTasks(asked.id)).map(({ title }) => title)).toEqual(["Record completion"]);
  });

  test("is emailed to the stand-in too, while the handler is away", async () => {
    const asked = await question();
    const { id: stand_in_id, email } = await signIn(db, { type: "admin", first_name: "Tomasin" });
    const today = londonDay(new Date());
    const absence = { user_id: ada.id, stand_in_id, starts_on: today, ends_on: today };
    await db.insertInto("staff_absences").values(absence).execute();
    await send(asked.chase_id, await cookieOf(asked), { answer: "done" });
    const emails = await db
      .selectFrom("email_log")
      .select(["recipient", "props"])
      .where("dedupe_key", "like", `firm_answered:${asked.chase_id}:%`)
      .orderBy("created_at")
      .execute();
    expect(emails.map(({ recipient }) => recipient).toSorted()).toEqual(
      [ada.email, email].toSorted(),
    );
    const sent = emails.find(({ recipient }) => recipient === email);
    expect(await readContents(db, "firm_answered", sent!.props)).toMatchObject({
      first_name: "Tomasin",
    });
    await db.deleteFrom("staff_absences").execute();
  });

  test("the same answer again thanks the firm again, and stores and sends nothing", async () => {
    const asked = await question();
    const cookie = await cookieOf(asked);
    for (let press = 0; press < 2; press++) {
      const { status, headers: sent } = await send(asked.chase_id, cookie, { answer: "done" });
      expect([status, sent.get("Location")]).toEqual([303, `${asked.link.pathname}?sent=true`]);
    }
    const other = await send(asked.chase_id, cookie, {
      answer: "done",
      note: "Keys at the office",
    });
    expect(other.headers.get("Location")).toBe(asked.link.pathname);
    expect(await stored(asked.id)).toMatchObject({ answer: "done", answer_note: null });
    expect(await openTasks(asked.id)).toHaveLength(1);
  });

  test("an answer after the stage has moved on is refused with the reason", async () => {
    const asked = await question();
    const cookie = await cookieOf(asked);
    await db
      .updateTable("purchase_intents")
      .set({ completed: londonDay(new Date()) })
      .where("transaction_id", "=", asked.id)
      .execute();
    const known = await countEvents(db, asked.id);
    const done = await send(asked.chase_id, cookie, { answer: "done" });
    expect([done.status, done.headers.get("Location")]).toEqual([303, asked.link.pathname]);
    const page = await visit(asked.chase_id, asked.link.pathname, cookie);
    expect(page.status).toBe(410);
    expect(page.data).toMatchObject({ title: "We no longer need an answer", question: null });
    expect(await stored(asked.id)).toMatchObject({ answer: null, end_reason: "matter_ended" });
    expect(await listNewEvents(db, asked.id, known)).toEqual([]);
    expect(await openTasks(asked.id)).toEqual([]);
  });

  test("“done” doesn’t change the stage", async () => {
    const asked = await question();
    const stage = () =>
      db
        .selectFrom("listed_transactions")
        .select(["stage", "next_step"])
        .where("id", "=", asked.id)
        .executeTakeFirstOrThrow();
    const before = await stage();
    const { status } = await send(asked.chase_id, await cookieOf(asked), { answer: "done" });
    expect(status).toBe(303);
    expect(await stage()).toEqual(before);
  });

  test("“not ours” makes a task for today", async () => {
    const asked = await question();
    await send(asked.chase_id, await cookieOf(asked), { answer: "not_ours" });
    expect(await openTasks(asked.id)).toMatchObject([
      {
        title: expect.stringContaining("say this isn’t theirs") as string,
        due_on: londonDay(new Date()),
      },
    ]);
  });

  test.each([
    [{}, "answer"],
    [{ answer: "by_day" }, "day"],
    [{ answer: "by_day", ...parts("2020-01-01") }, "day"],
    [{ answer: "by_day", ...parts("2999-01-01") }, "day"],
    [{ answer: "waiting" }, "waiting_for"],
    [{ answer: "done", name: " " }, "name"],
    [{ answer: "done", note: "x".repeat(3000) }, "note"],
  ])("%j is refused with an error at “%s”", async (fields, field) => {
    const asked = await question();
    const refused = await send(asked.chase_id, await cookieOf(asked), fields);
    expect(refused.status).toBe(400);
    const { lastResult } = refused.data as { lastResult: { error: Record<string, string[]> } };
    expect(Object.keys(lastResult.error)).toContain(field);
    expect((await stored(asked.id)).answer).toBeNull();
  });

  test.each([
    ["expired", { expires_at: new Date(0) }],
    ["ended", { ended_at: new Date(), end_reason: "firm_replaced" as const }],
  ])("a question that has %s shows why, and takes no answer", async (_, change) => {
    const asked = await question();
    const cookie = await cookieOf(asked);
    await db.updateTable("chases").set(change).where("id", "=", asked.chase_id).execute();
    const shown = await visit(asked.chase_id, asked.link.pathname, cookie);
    expect(shown.status).toBe(410);
    expect(shown.data).toMatchObject({ question: null });
    await send(asked.chase_id, cookie, { answer: "done" });
    expect((await stored(asked.id)).answer).toBeNull();
  });
});
