import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { nextUpdateDay } from "#app/domain/conversations/answer-by.ts";
import { sendAnswer } from "#app/domain/conversations/answer.server.ts";
import { alertOverdueUpdate, readOverdueEmail } from "#app/domain/conversations/overdue.server.ts";
import { askForUpdate, writeOwnMessage } from "#app/domain/conversations/own-messages.server.ts";
import { closeConversation } from "#app/domain/conversations/state.server.ts";
import { EmailNotNeededError } from "#app/domain/errors.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { env } from "#app/platform/env.server.ts";
import { updateView } from "#app/routes/dashboard/messages/view.ts";
import { inTransaction } from "#db/connection.ts";
import { answerTo, colleague, matterOfSeller } from "#tests/support/matter-of-seller.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { customerReader } from "#tests/support/readers.ts";

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));
afterEach(() => void vi.useRealTimers());

async function asked() {
  const matter = await matterOfSeller(db);
  const handler = await colleague(db, "Bronwen");
  await db
    .updateTable("transactions")
    .set({ handler_id: handler.id })
    .where("id", "=", matter.id)
    .execute();
  const own = {
    ...{ transaction_id: matter.id, side: "seller" as const },
    reader: customerReader(matter.seller.id),
  };
  await inTransaction(db, (trx) => askForUpdate(trx, own));
  const { id: message_id } = await db.selectFrom("messages").select("id").executeTakeFirstOrThrow();
  const alert = () => inTransaction(db, (trx) => alertOverdueUpdate(trx, message_id));
  return { ...matter, handler, own, message_id, alert };
}

const conversation = () =>
  db.selectFrom("conversations").select(["id", "version"]).executeTakeFirstOrThrow();

const listAlerts = () =>
  db.selectFrom("email_log").select("recipient").where("name", "=", "update_overdue").execute();

const giveLead = (user_id: string) =>
  db.insertInto("staff_roles").values({ user_id, role: "lead" }).execute();

test.each([
  ["in office hours", "2026-11-23T09:40:00Z", "2026-11-24T09:40:00Z"],
  ["over a weekend", "2026-11-27T16:00:00Z", "2026-11-30T16:00:00Z"],
  ["over a bank holiday", "2026-12-24T10:00:00Z", "2026-12-29T10:00:00Z"],
  ["before summer time begins", "2026-03-27T10:00:00Z", "2026-03-30T09:00:00Z"],
  ["before summer time ends", "2026-10-23T08:30:00Z", "2026-10-26T09:30:00Z"],
])("a request %s is checked one working day later", async (_when, now, checked) => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
  await asked();
  const { rows } = await sql<{ run_at: Date }>`
    select run_at from graphile_worker.jobs where task_identifier = 'alert-overdue-update'`.execute(
    db,
  );
  expect(rows).toEqual([{ run_at: new Date(checked) }]);
});

test.each([
  ["on a Monday", "2026-11-23T09:40:00Z", "2026-11-24"],
  ["on a Friday", "2026-11-27T16:00:00Z", "2026-11-30"],
  ["on Christmas Eve", "2026-12-24T10:00:00Z", "2026-12-29"],
  ["late on the night before summer time begins", "2026-03-28T23:30:00Z", "2026-03-30"],
])("after a request %s, the next one is possible on the next working day", (_when, at, day) => {
  expect(nextUpdateDay(new Date(at))).toBe(day);
});

describe("a request that no one answers in time", () => {
  test("is emailed once to the handler, with copies to the stand-in and the leads", async () => {
    const { handler, alert, message_id, seller } = await asked();
    const tomasin = await colleague(db, "Tomasin");
    const ada = await colleague(db, "Ada");
    await giveLead(ada.id);
    const today = londonDay(new Date());
    await db
      .insertInto("staff_absences")
      .values({ user_id: handler.id, stand_in_id: tomasin.id, starts_on: today, ends_on: today })
      .execute();
    expect(await alert()).toBe(true);
    expect(await alert()).toBe(false);
    expect(await listAlerts()).toEqual([{ recipient: handler.email }]);
    const email = await readOverdueEmail(db, { message_id }, { recipient: handler.email });
    expect(email.copies.toSorted()).toEqual([tomasin.email, ada.email].toSorted());
    const toCustomer = await db
      .selectFrom("email_log")
      .select("name")
      .where("recipient", "=", seller.email)
      .where("name", "like", "update%")
      .execute();
    expect(toCustomer).toEqual([]);
  });

  test("is emailed to a lead or, without leads, to the team, if the matter has no handler", async () => {
    const { id, alert } = await asked();
    await db.updateTable("transactions").set({ handler_id: null }).where("id", "=", id).execute();
    await alert();
    expect(await listAlerts()).toEqual([{ recipient: env.TEAM_EMAIL }]);
    await db.deleteFrom("email_log").where("name", "=", "update_overdue").execute();
    const ada = await colleague(db, "Ada");
    await giveLead(ada.id);
    await alert();
    expect(await listAlerts()).toEqual([{ recipient: ada.email }]);
  });
});

describe("no email goes out about a request", () => {
  test("that was answered, even if the customer has written again since", async () => {
    const { handler, own, seller, alert, message_id } = await asked();
    const { id: conversation_id, version } = await conversation();
    await sendAnswer(
      db,
      { conversation_id, ...answerTo(seller.email, version) },
      { actor: handler },
    );
    expect(await alert()).toBe(false);
    await inTransaction(db, (trx) => writeOwnMessage(trx, { ...own, key: "a", message: "Thanks" }));
    expect(await alert()).toBe(false);
    await expect(
      readOverdueEmail(db, { message_id }, { recipient: handler.email }),
    ).rejects.toThrow(EmailNotNeededError);
  });

  test("whose conversation was closed, or that was deleted", async () => {
    const { handler, alert } = await asked();
    const { id: conversation_id, version } = await conversation();
    await inTransaction(db, (trx) =>
      closeConversation(trx, { conversation_id, version }, { actor: handler }),
    );
    expect(await alert()).toBe(false);
    await db.deleteFrom("messages").execute();
    expect(await alert()).toBe(false);
    expect(await listAlerts()).toEqual([]);
  });
});

type Items = Parameters<typeof updateView>[0]["items"];

describe("the customer’s page", () => {
  const asked_at = new Date("2026-11-23T09:40:00Z");
  const open = {
    asked: { at: asked_at, author_id: "reader" },
    unanswered_since: asked_at,
  };
  const messagesAt = (...days: Date[]) =>
    days.map((day) => ({ kind: "page_message", at: day })) as unknown as Items;
  const at = (moment: string, change: object = {}, items: Items = []) =>
    updateView({ ...open, items, ...change }, { reader_id: "reader", now: new Date(moment) });

  test("says that someone else on the reader’s side asked for an update", () => {
    const asked = { at: asked_at, author_id: "co-seller" };
    expect(at("2026-11-23T10:00:00Z", { asked }).title).toBe("Your side asked for an update");
  });

  test("says by when we’ll answer a request, and that it can’t be repeated on the same day", () => {
    expect(at("2026-11-23T10:00:00Z")).toMatchObject({
      title: "You asked for an update",
      asked: "Asked on Monday 23 November at 9.40am.",
      answer_by: "Tuesday 24 November, 9.40am",
      is_late: false,
      can_ask: false,
    });
  });

  test("gives a request its own time, if an earlier message has waited for longer", () => {
    const since = new Date("2026-11-19T13:41:00Z");
    const change = { unanswered_since: since };
    expect(at("2026-11-23T10:00:00Z", change, messagesAt(since))).toMatchObject({
      answer_by: "Tuesday 24 November, 9.40am",
      is_late: false,
    });
  });

  test("doesn’t repeat a promise whose time has passed", () => {
    expect(at("2026-11-24T10:00:00Z")).toMatchObject({ is_late: true, can_ask: true });
  });

  test("offers a new request after an answer, also while a later message waits", () => {
    const later = new Date("2026-11-24T11:00:00Z");
    const last = new Date("2026-11-24T12:00:00Z");
    const change = { unanswered_since: later };
    expect(at("2026-11-24T12:00:00Z", change, messagesAt(last, later))).toMatchObject({
      title: "Ask for an update",
      asked: null,
      promised_for: "the message of Tuesday 24 November",
      answer_by: "Wednesday 25 November, 11am",
      can_ask: true,
    });
  });

  test("promises nothing while only a law firm’s question waits, which the page doesn’t show", () => {
    const change = { asked: null, unanswered_since: new Date("2026-11-24T11:00:00Z") };
    const before = messagesAt(new Date("2026-11-20T11:00:00Z"));
    expect(at("2026-11-24T12:00:00Z", change, before)).toMatchObject({
      answer_by: null,
      is_late: false,
    });
  });
});
