import { beforeEach, describe, expect, test, vi } from "vitest";
import { receiveEmail } from "#app/domain/inbound-emails/received-emails.server.ts";
import { startRematch, runRematchBatch } from "#app/domain/inbound-emails/rematch.server.ts";
import { paths } from "#app/paths.ts";
import { insertPerson, insertPurchase } from "#tests/db/people.ts";
import { insertConversation, insertMatter } from "#tests/support/conversations.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { receivedEmail } from "#tests/support/inbound-emails.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { flashIn } from "#tests/support/flash.ts";
import { visibleText } from "#tests/ui/render.tsx";
import { confirmFields, readFields } from "./fields.ts";
import { fillIn, open, postAction, postAndReadFlash, send } from "./pages.ts";

const { db } = useTestDatabase();
const { admin } = paths;

/** Christmas Eve, a Thursday. The next working day is Tuesday 29 December. */
const NOW = new Date("2026-12-24T10:00:00Z");

let bronwen: Visitor;
let tomasin: Visitor;
let matter: Awaited<ReturnType<typeof insertMatter>>;

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  await emptyTables(db);
  const staff = { type: "admin", roles: ["handler"] } as const;
  bronwen = await signIn(db, { ...staff, first_name: "Bronwen", last_name: "Pugh" });
  tomasin = await signIn(db, { ...staff, first_name: "Tomasin", last_name: "Okonjo" });
  matter = await insertMatter(db, bronwen.id);
  return () => vi.useRealTimers();
});

const insertOpen = () =>
  insertConversation(db, { transaction_id: matter.id, author_id: matter.seller.id }, { at: NOW });

const read = (id: string) =>
  db.selectFrom("conversations").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const actions = async (id: string) => {
  const rows = await db
    .selectFrom("audit_log")
    .select("action")
    .where("subject_id", "=", id)
    .where("action", "like", "%conversation%")
    .orderBy("id")
    .execute();
  return rows.map(({ action }) => action);
};

const snooze = (id: string, typed: Record<string, string>, visitor = bronwen) =>
  fillIn(visitor, admin.snoozeConversation(id), "snooze-conversation", typed);

const another = (day: string, month: string, year: string) => ({
  day: "other",
  "until.day": day,
  "until.month": month,
  "until.year": year,
});

describe("snoozing, assigning, closing and reopening", () => {
  test("a snooze over bank holidays ends on the next working day", async () => {
    const id = await insertOpen();
    const answer = await snooze(id, another("25", "12", "2026"));
    expect([answer.status, answer.location]).toEqual([303, admin.inbox()]);
    expect(await read(id)).toMatchObject({ state: "open", snoozed_until: "2026-12-29" });
    expect(await actions(id)).toEqual(["conversation_snoozed"]);
    expect((await open(admin.inbox(), bronwen)).text).toContain("No unanswered conversations.");
    vi.setSystemTime("2026-12-29T08:00:00Z");
    expect((await open(admin.inbox(), bronwen)).text).not.toContain("No unanswered conversations.");
  });

  test.each([
    [another("24", "12", "2026"), "Enter a day after today"],
    [another("1", "1", "2031"), "Enter a day within the next year"],
    [another("", "", ""), "Enter a day"],
    [{ day: "nonsense" }, "Enter a day"],
  ])("a snooze of %o is refused with “%s”", async (typed, message) => {
    const id = await insertOpen();
    const { status, text } = await snooze(id, typed);
    expect([status, text]).toEqual([400, expect.stringContaining(message)]);
    expect(await read(id)).toMatchObject({ snoozed_until: null });
  });

  test("assigning moves a conversation to the colleague’s inbox, and back to the handler’s", async () => {
    const id = await insertOpen();
    const assign = (handler_id: string) =>
      fillIn(bronwen, admin.assignConversation(id), "assign-conversation", { handler_id });
    expect((await assign(tomasin.id)).status).toBe(303);
    expect(await read(id)).toMatchObject({ handler_id: tomasin.id, answerer_id: tomasin.id });
    expect((await open(admin.inbox(), tomasin)).html).toContain(`row-${id}`);
    expect((await open(admin.inbox(), bronwen)).html).not.toContain(`row-${id}`);
    expect((await assign("handler")).status).toBe(303);
    expect(await read(id)).toMatchObject({ handler_id: null, answerer_id: bronwen.id });
    expect(await actions(id)).toEqual(["conversation_assigned", "conversation_assigned"]);
  });

  test("closing and reopening stay in the list that the reader came from", async () => {
    const id = await insertOpen();
    const path = admin.conversation(id, { view: "everyone" });
    const version = async () => String((await read(id)).version);
    const closed = await postAndReadFlash(path, tomasin, {
      intent: "close",
      version: await version(),
    });
    expect(closed).toMatchObject({ location: path, flash: { title: "Conversation closed" } });
    expect(await read(id)).toMatchObject({ state: "closed", unanswered_since: null });
    await postAction(path, tomasin, { intent: "reopen", version: await version() });
    expect(await read(id)).toMatchObject({ state: "open" });
  });

  test("the second of two colleagues learns who changed the conversation", async () => {
    const id = await insertOpen();
    const { html } = await open(admin.snoozeConversation(id), tomasin);
    await snooze(id, another("30", "12", "2026"), bronwen);
    const late = { ...readFields(html, "snooze-conversation"), ...another("31", "12", "2026") };
    const second = await send(admin.snoozeConversation(id), tomasin, late);
    expect([second.status, second.text]).toEqual([
      409,
      expect.stringContaining("Bronwen Pugh changed this conversation"),
    ]);
    expect(await read(id)).toMatchObject({ snoozed_until: "2026-12-30" });
  });

  test("a reader without a role for matters sees the conversation but can’t change it", async () => {
    const id = await insertOpen();
    const reader = await signIn(db, { type: "admin", roles: ["read_only"] });
    const { status, html } = await open(admin.conversation(id, { view: "everyone" }), reader);
    expect(status).toBe(200);
    for (const act of ["Assign", "Snooze", "Close", "Match"])
      expect(html).not.toMatch(RegExp(`>${act}(<| )`));
    for (const to of [admin.snoozeConversation(id), admin.assignConversation(id)]) {
      expect((await open(to, reader)).status).toBe(403);
    }
    const version = String((await read(id)).version);
    const answer = await postAction(admin.conversation(id), reader, { intent: "close", version });
    expect(answer.status).toBe(403);
    expect(await read(id)).toMatchObject({ state: "open" });
  });
});

describe("matching by hand", () => {
  const arrive = async (change: Parameters<typeof receivedEmail>[0] = {}) => {
    await receiveEmail(db, receivedEmail({ from_name: "Sam Stranger", ...change }));
    return db
      .selectFrom("conversations")
      .select("id")
      .where("transaction_id", "is", null)
      .executeTakeFirst();
  };
  const readEmails = () =>
    db
      .selectFrom("inbound_emails")
      .innerJoin("messages", "messages.inbound_email_id", "inbound_emails.id")
      .select(["transaction_id", "match_type", "conversation_id"])
      .orderBy("received_at")
      .execute();

  test("a matter is found by its number, its address and its people, and suggested by its number", async () => {
    const found = await arrive({ text_body: `About F-${matter.number}` });
    const path = (find: string) => admin.matchConversation(found!.id, { find });
    const link = `F-${matter.number} 1 Arch Street`;
    expect((await open(path(""), bronwen)).text).toContain(link);
    expect((await open(admin.inbox({ view: "unassigned" }), bronwen)).text).toContain(
      `No matter. Suggested: F-${matter.number}`,
    );
    for (const find of [`f${matter.number}`, "Arch Street", "Byron"]) {
      const { text } = await open(path(find), bronwen);
      expect(text).toContain(`Matters found ${link}`);
    }
    expect((await open(path("Nowhere"), bronwen)).text).toContain("No matters found for “Nowhere”");
  });

  test("a matched conversation stays unanswered, its sender’s next email follows, and the match can be undone", async () => {
    const buyer = await insertPerson(db, "buyer@example.com");
    const purchase = await insertPurchase(db, matter, buyer.id, true);
    const found = await arrive();
    const confirm = admin.confirmMatch(found!.id, matter.id, { view: "unassigned" });
    expect((await fillIn(bronwen, confirm, "match-conversation", {})).status).toBe(400);
    const done = await fillIn(bronwen, confirm, "match-conversation", { side: purchase.id });
    expect(done.status).toBe(303);
    const [first] = await readEmails();
    expect(first).toMatchObject({ transaction_id: matter.id, match_type: "by_hand" });
    expect(done.location).toBe(admin.conversation(first!.conversation_id, { view: "unassigned" }));
    expect(await read(first!.conversation_id)).toMatchObject({
      state: "open",
      purchase_intent_id: purchase.id,
      answerer_id: bronwen.id,
    });

    expect(await arrive({ subject: "One more thing" })).toBeUndefined();
    const [, next] = await readEmails();
    expect(next).toMatchObject({ match_type: "sender", conversation_id: first!.conversation_id });

    const { html, text } = await open(admin.conversation(first!.conversation_id), bronwen);
    expect(text).toMatch(/Matched by Bronwen Pugh on \d\d\/\d\d\/\d{4}\./);
    const [, undo] = /href="([^"]*undo-match[^"]*)"/.exec(html)!;
    expect(undo).not.toContain("@");
    const form = confirmFields((await open(undo!, bronwen)).html);
    await postAction(undo!, bronwen, form);
    const emails = await readEmails();
    expect(emails.map(({ transaction_id }) => transaction_id)).toEqual([null, null]);
    expect(await db.selectFrom("matched_senders").selectAll().execute()).toEqual([]);
  });

  test("the second of two colleagues who match a conversation learns that it is matched", async () => {
    const found = await arrive();
    const path = admin.confirmMatch(found!.id, matter.id);
    const { html } = await open(path, tomasin);
    await fillIn(bronwen, path, "match-conversation", {});
    const second = await send(path, tomasin, readFields(html, "match-conversation"));
    expect([second.status, second.text]).toEqual([
      409,
      expect.stringContaining("A colleague may have matched its emails to a matter."),
    ]);
    expect(await db.selectFrom("matched_senders").selectAll().execute()).toHaveLength(1);
  });

  test("a rematch marks an email and leaves it unanswered", async () => {
    await arrive({ from_email: "late@example.com" });
    const late = await insertPerson(db, "late@example.com");
    const other = await insertMatter(db, tomasin.id);
    await db
      .updateTable("transactions")
      .set({ seller_id: late.id })
      .where("id", "=", other.id)
      .execute();
    await startRematch(db, "unmatched", { actor: { id: bronwen.id, request_id: "" } });
    const run = await db.selectFrom("email_rematches").select("id").executeTakeFirstOrThrow();
    await runRematchBatch(db, run.id);
    const { html } = await open(admin.inbox(), tomasin);
    const [, id] = /id="row-([\da-f]{24})"/.exec(html)!;
    expect(visibleText((await open(admin.conversation(id!), tomasin)).html)).toContain(
      `Matched by rematch to F-${other.number}`,
    );
    expect(await read(id!)).toMatchObject({ state: "open" });
  });

  test("the flash after a match says so", async () => {
    const found = await arrive();
    const path = admin.confirmMatch(found!.id, matter.id);
    const { html } = await open(path, bronwen);
    const answer = await postAction(path, bronwen, readFields(html, "match-conversation"));
    expect(await flashIn(answer)).toMatchObject({ title: "Conversation matched" });
  });
});
