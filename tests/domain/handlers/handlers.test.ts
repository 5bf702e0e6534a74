import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { addMessage, openConversation } from "#app/domain/conversations/conversations.server.ts";
import { addAbsence, AbsenceForm, removeAbsence } from "#app/domain/handlers/absences.server.ts";
import { assignNewMatters } from "#app/domain/handlers/assign-new-matters.server.ts";
import { readMatterContact } from "#app/domain/handlers/contact.server.ts";
import { deactivateHandler } from "#app/domain/handlers/deactivate-handler.server.ts";
import {
  handOver,
  handOverMany,
  readHandOverEmail,
} from "#app/domain/handlers/hand-over.server.ts";
import { handlersFor } from "#app/domain/handlers/my-matters.server.ts";
import { setTakesNewMatters } from "#app/domain/handlers/takes-new-matters.server.ts";
import { countWorkloads, readWorkload } from "#app/domain/handlers/workload.server.ts";
import { search } from "#app/domain/staff-search/search.server.ts";
import { formatMatterNumber, parseMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { replyAddress } from "#app/platform/reply-address.server.ts";
import { staffReader } from "#tests/support/readers.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { createMatter } from "../../routes/admin/transaction-tabs/matter.ts";

const { db } = useTestDatabase();
const TODAY = "2026-11-30";
let ada: Visitor;
let bronwen: Visitor;
let tomasin: Visitor;
const by = () => ({ actor: { id: ada.id, request_id: "" } });

beforeAll(async () => {
  const staff = { type: "admin" as const };
  ada = await signIn(db, { ...staff, first_name: "Ada", last_name: "Marsh", roles: ["lead"] });
  const pugh = { first_name: "Bronwen", last_name: "Pugh" };
  bronwen = await signIn(db, { ...staff, ...pugh, roles: ["handler"] });
  const okonjo = { first_name: "Tomasin", last_name: "Okonjo" };
  tomasin = await signIn(db, { ...staff, ...okonjo, roles: ["handler"] });
});

const readMatter = (id: string) =>
  db
    .selectFrom("transactions")
    .select(["handler_id", "number"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

async function handledBy(handler_id: string | null) {
  const { id } = await createMatter(db);
  await db.updateTable("transactions").set({ handler_id }).where("id", "=", id).execute();
  return id;
}

const emailsTo = ({ email }: Visitor) =>
  db
    .selectFrom("email_log")
    .select(["name", "props"])
    .where("recipient", "=", email)
    .where("name", "=", "matter_handed_over")
    .orderBy("created_at")
    .execute();

test("the number of a matter is read in each way that people type it", () => {
  expect(formatMatterNumber(10482)).toBe("F-10482");
  for (const typed of ["F-10482", "f10482", "10482", " F 10482 "]) {
    expect([typed, parseMatterNumber(typed)]).toEqual([typed, 10482]);
  }
  for (const typed of ["", "F-1048", "12345678", "F-10482x", "YO1 7HZ"]) {
    expect([typed, parseMatterNumber(typed)]).toEqual([typed, null]);
  }
});

test("a search finds a matter by its number and by the digits of the number", async () => {
  const { id } = await createMatter(db);
  const { number } = await readMatter(id);
  for (const typed of [`F-${number}`, `f${number}`, String(number)]) {
    const [found] = await search(db, staffReader(), typed);
    expect([typed, found?.found.map((each) => each.id)]).toEqual([typed, [id]]);
  }
});

describe("handing over a matter", () => {
  test("handing over changes the handler, saves the note as an internal note and emails the new handler", async () => {
    const id = await handledBy(ada.id);
    const yours = { handler_id: bronwen.id, note: "The seller: phone before 5pm" };
    await handOver(db, id, yours, { ...by(), opened: { handler_id: ada.id } });
    expect((await readMatter(id)).handler_id).toBe(bronwen.id);
    const listed = await db
      .selectFrom("listed_transactions")
      .select("handler_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(listed.handler_id).toBe(bronwen.id);
    const event = await db
      .selectFrom("events")
      .select(["author_id", "comments"])
      .where("transaction_id", "=", id)
      .where("event_name", "=", "matter_handed_over")
      .executeTakeFirstOrThrow();
    expect(event).toEqual({
      author_id: ada.id,
      comments: "Ada Marsh to Bronwen Pugh",
    });
    const note = await db
      .selectFrom("messages")
      .innerJoin("conversations", "conversations.id", "messages.conversation_id")
      .select(["messages.id", "kind", "author_id", "text", "side", "state"])
      .where("transaction_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(note).toMatchObject({
      kind: "internal_note",
      author_id: ada.id,
      text: "The seller: phone before 5pm",
      side: "seller",
      state: "closed",
    });
    const audits = await db
      .selectFrom("audit_log")
      .select(["action", "fields"])
      .where("subject_id", "=", id)
      .where("action", "=", "matter_handed_over")
      .execute();
    expect(audits).toEqual([{ action: "matter_handed_over", fields: ["handler_id"] }]);
    const [email] = await emailsTo(bronwen);
    const ids = {
      matter_ids: [id],
      handler_id: bronwen.id,
      by_id: ada.id,
      message_id: note.id,
    };
    expect(email?.props).toEqual(ids);
    expect(await readHandOverEmail(db, ids)).toMatchObject({
      first_name: "Bronwen",
      by: "Ada",
      note: "The seller: phone before 5pm",
      matters: [{ number: `F-${(await readMatter(id)).number}` }],
    });
    await db.deleteFrom("messages").where("id", "=", note.id).execute();
    expect(await readHandOverEmail(db, ids)).toMatchObject({ note: null });
  });

  test("the second of two editors gets a conflict and changes nothing", async () => {
    const id = await handledBy(tomasin.id);
    const yours = { handler_id: bronwen.id, note: "Mine" };
    const stale = { ...by(), opened: { handler_id: ada.id } };
    await expect(handOver(db, id, yours, stale)).rejects.toThrow("Someone else has changed this");
    expect((await readMatter(id)).handler_id).toBe(tomasin.id);
  });

  test("a colleague without the permission or a customer can’t become the handler", async () => {
    const id = await handledBy(null);
    const reader = await signIn(db, { type: "admin", roles: ["read_only"] });
    const customer = await signIn(db);
    for (const handler_id of [reader.id, customer.id, "x"]) {
      const yours = { handler_id, note: "Yours" };
      await expect(
        handOver(db, id, yours, { ...by(), opened: { handler_id: "" } }),
      ).rejects.toThrow("This colleague can’t handle matters");
    }
    expect((await readMatter(id)).handler_id).toBeNull();
  });

  test("handing over in bulk sends one email, and skips matters that the colleague already handles", async () => {
    const ids = [await handledBy(null), await handledBy(ada.id), await handledBy(tomasin.id)];
    const before = (await emailsTo(tomasin)).length;
    const yours = { handler_id: tomasin.id, note: "A fair share" };
    expect(await db.transaction().execute((trx) => handOverMany(trx, ids, yours, by()))).toBe(2);
    const emails = await emailsTo(tomasin);
    expect(emails).toHaveLength(before + 1);
    const { matter_ids } = emails.at(-1)!.props as { matter_ids: string[] };
    expect(matter_ids).toEqual(ids.slice(0, 2).toSorted());
    const notes = await db
      .selectFrom("messages")
      .innerJoin("conversations", "conversations.id", "messages.conversation_id")
      .select("transaction_id")
      .where("text", "=", "A fair share")
      .execute();
    expect(notes.map(({ transaction_id }) => transaction_id).toSorted()).toEqual(matter_ids);
    const many = Array.from({ length: 101 }, () => "0".repeat(24));
    await expect(handOverMany(db, many, yours, by())).rejects.toThrow("at most 100");
  });
});

async function countWork() {
  await countWorkloads(db, new Date());
  return (await readWorkload(db, staffReader(), new Date(`${TODAY}T12:00:00Z`))).loads;
}

describe("new matters", () => {
  test("a paid matter goes to the free colleague with the fewest open matters, and units stay together", async () => {
    for (const { id } of [bronwen, tomasin]) await setTakesNewMatters(db, id, true, by());
    const openOf = async (id: string) =>
      (await countWork()).find((load) => load.id === id)?.open ?? 0;
    while ((await openOf(bronwen.id)) >= (await openOf(tomasin.id))) await handledBy(tomasin.id);
    const noon = new Date(`${TODAY}T12:00:00Z`);
    const units = [await handledBy(null), await handledBy(null)];
    await assignNewMatters(db, units, noon);
    for (const id of units) expect((await readMatter(id)).handler_id).toBe(bronwen.id);
    const absence = { user_id: bronwen.id, stand_in_id: ada.id };
    await db
      .insertInto("staff_absences")
      .values({ ...absence, starts_on: TODAY, ends_on: TODAY })
      .execute();
    const next = await handledBy(null);
    await assignNewMatters(db, [next], noon);
    expect((await readMatter(next)).handler_id).toBe(tomasin.id);
    await setTakesNewMatters(db, tomasin.id, false, by());
    const last = await handledBy(null);
    await assignNewMatters(db, [last], noon);
    expect((await readMatter(last)).handler_id).toBeNull();
    await db.deleteFrom("staff_absences").execute();
  });
});

describe("days away", () => {
  const parts = (day: string) => ({ day, month: "12", year: "2090" });

  test("a form of days away refuses days out of order and a stand-in who is the person", () => {
    const typed = { user_id: bronwen.id, starts_on: parts("4"), ends_on: parts("3") };
    const { error } = AbsenceForm.safeParse({ ...typed, stand_in_id: bronwen.id });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      "The last day must be the first day or later",
      "Choose someone else as the stand-in",
    ]);
  });

  test("a stand-in has the matters of the colleague on each day away, and is named to customers", async () => {
    const days = { starts_on: "2090-12-01", ends_on: "2090-12-04" };
    const absence = { user_id: bronwen.id, stand_in_id: tomasin.id, ...days };
    const id = await addAbsence(db, absence, by());
    expect(await handlersFor(db, tomasin.id, "2090-11-30")).toEqual([tomasin.id]);
    expect(await handlersFor(db, tomasin.id, "2090-12-04")).toEqual([tomasin.id, bronwen.id]);
    expect(await handlersFor(db, tomasin.id, "2090-12-05")).toEqual([tomasin.id]);
    const matter = await handledBy(bronwen.id);
    const contactOn = (day: string) =>
      readMatterContact(db, staffReader(), matter, new Date(`${day}T12:00:00Z`));
    expect(await contactOn("2090-12-02")).toMatchObject({
      name: "Tomasin Okonjo (standing in for Bronwen Pugh until Monday 4 December)",
      email: tomasin.email,
    });
    expect(await contactOn("2090-12-05")).toEqual({
      number: `F-${(await readMatter(matter)).number}`,
      name: "Bronwen Pugh",
      email: bronwen.email,
      phone: "07400 123456",
      copy_to: replyAddress(matter),
    });
    await expect(addAbsence(db, absence, by())).rejects.toThrow("already recorded");
    const cover = { ...absence, user_id: ada.id, stand_in_id: bronwen.id };
    await expect(addAbsence(db, cover, by())).rejects.toThrow("Bronwen Pugh is away");
    const other = { actor: { id: tomasin.id, request_id: "" } };
    const forOther = { ...absence, starts_on: "2091-01-01", ends_on: "2091-01-02" };
    await expect(addAbsence(db, { ...forOther, stand_in_id: ada.id }, other)).rejects.toThrow(
      "Your role doesn’t let you",
    );
    await expect(removeAbsence(db, id, other)).rejects.toThrow("Absence not found");
    await removeAbsence(db, id, by());
    expect(await handlersFor(db, tomasin.id, "2090-12-02")).toEqual([tomasin.id]);
  });
});

test("the workload counts open, late and unanswered matters of each handler", async () => {
  const { id: handler_id } = await signIn(db, { type: "admin", roles: ["handler"] });
  const [late] = [await handledBy(handler_id), await handledBy(handler_id)];
  await sql`update listed_transactions set since = '2026-11-01', holder = 'us', next_step = 'order_searches'
    where id = ${late}`.execute(db);
  await db
    .insertInto("conversations")
    .values({
      transaction_id: late,
      side: "seller",
      state: "open",
      unanswered_since: new Date(),
      answer_by: new Date(Date.now() - 60_000),
      last_message_at: new Date(),
    })
    .execute();
  await sql`update listed_transactions set since = '2026-11-01', holder = 'us', next_step = 'order_searches'
    where id = ${late}`.execute(db);
  const loads = await countWork();
  expect(loads.find(({ id }) => id === handler_id)).toMatchObject({
    open: 2,
    late: 1,
    unanswered: 1,
    overdue: 1,
  });
});

describe("a handler who leaves", () => {
  async function leaver() {
    const person = await signIn(db, { type: "admin", roles: ["handler"] });
    return { id: person.id, matter: await handledBy(person.id) };
  }
  const leave = (id: string, successor_id: string) =>
    db
      .transaction()
      .execute((trx) => deactivateHandler(trx, { id, successor_id, actor: by().actor }));

  test("a handler with open matters can’t be deactivated without a choice, and the matters go where the choice says", async () => {
    const first = await leaver();
    await expect(leave(first.id, "")).rejects.toThrow("Choose who takes over");
    expect(await leave(first.id, bronwen.id)).toBe(1);
    expect((await readMatter(first.matter)).handler_id).toBe(bronwen.id);
    const second = await leaver();
    expect(await leave(second.id, "none")).toBe(1);
    expect((await readMatter(second.matter)).handler_id).toBeNull();
    const third = await signIn(db, { type: "admin", roles: ["handler"] });
    expect(await leave(third.id, "")).toBe(0);
  });

  test("the conversations and tasks of a colleague who leaves go to the handlers of the matters", async () => {
    const { id } = await leaver();
    const matter = await handledBy(bronwen.id);
    const conversation_id = await openConversation(db, {
      transaction_id: matter,
      purchase_intent_id: null,
    });
    await addMessage(db, { conversation_id, kind: "page_message", author_id: id, text: "Hello" });
    await db
      .updateTable("conversations")
      .set({ handler_id: id })
      .where("id", "=", conversation_id)
      .execute();
    await db
      .insertInto("tasks")
      .values({ transaction_id: matter, title: "Phone", due_on: TODAY, assignee_id: id })
      .execute();
    await leave(id, bronwen.id);
    const items = await db
      .selectFrom("desk_items")
      .select(["kind", "handler_id"])
      .where("transaction_id", "=", matter)
      .where("kind", "in", ["message", "task"])
      .orderBy("kind")
      .execute();
    expect(items).toEqual([
      { kind: "message", handler_id: bronwen.id },
      { kind: "task", handler_id: bronwen.id },
    ]);
  });
});
