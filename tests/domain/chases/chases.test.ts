import { beforeAll, describe, expect, test, vi } from "vitest";
import { followUpChases, isTimeForFollowUps } from "#app/domain/chases/follow-up.server.ts";
import { listAsked, planChase, readChases } from "#app/domain/chases/chases.server.ts";
import { refreshChasesInBatches } from "#app/domain/chases/refresh-due-chases.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { addDays } from "#app/domain/shared/working-days.ts";
import { listTasks } from "#app/domain/tasks/tasks.server.ts";
import { paths } from "#app/paths.ts";
import { ask, exchangedMatter, linkOf, newestChase } from "#tests/support/chased-matter.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { customerReader, staffReader } from "#tests/support/readers.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { insertLawyerGroup } from "#tests/support/solicitors.ts";
import {
  countEvents,
  listEmails,
  listNewEvents,
} from "#tests/routes/admin/transaction-tabs/matter.ts";

const { db } = useTestDatabase();
const reader = staffReader();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

const endOf = async (id: string) => (await newestChase(db, id)).end_reason;

async function isDue(id: string, days: number) {
  const follow_up_on = addDays(londonDay(new Date()), days);
  await db.updateTable("chases").set({ follow_up_on }).where("transaction_id", "=", id).execute();
}

const titles = async (id: string) =>
  (await listTasks(db, reader, id)).open.map(({ title }) => title);

describe("asking a firm about its step", () => {
  test("asking emails the solicitor, with an event and a follow-up", async () => {
    const { id } = await exchangedMatter(db);
    const known = await countEvents(db, id);
    await ask(db, { id, staff_id: ada.id });
    expect(await listEmails(db, id)).toEqual([["firm_chase", "sol@seller.example"]]);
    expect(await listNewEvents(db, id, known)).toMatchObject([
      { event_name: "firm_chased", author_id: ada.id },
    ]);
    expect(await newestChase(db, id)).toMatchObject({
      side: "seller",
      step: "complete",
      purchase_intent_id: null,
      answer: null,
      ended_at: null,
    });
  });

  test("the email goes to the assistants too, and stores only the hash of its token", async () => {
    const { id } = await exchangedMatter(db);
    await ask(db, { id, firm: "buyer_solicitor", staff_id: ada.id });
    const chase = await newestChase(db, id);
    const plan = await planChase(db, reader, { transaction_id: id, firm: "buyer_solicitor" });
    expect(plan.cc).toEqual(["asha@buyer.example"]);
    const link = await linkOf(db, chase.id);
    expect(link.pathname).toBe(paths.chase(chase.id));
    const token = link.searchParams.get("token") ?? "";
    expect(token.length).toBeGreaterThan(30);
    expect(JSON.stringify(await newestChase(db, id))).not.toContain(token);
  });

  test("a firm is not asked twice before the follow-up, and the page says when it was asked", async () => {
    const { id } = await exchangedMatter(db);
    await ask(db, { id, staff_id: ada.id });
    await expect(ask(db, { id, staff_id: ada.id })).rejects.toThrow(
      /^We asked .* You can ask again/,
    );
    await ask(db, { id, firm: "buyer_solicitor", staff_id: ada.id });
    await isDue(id, 0);
    await ask(db, { id, staff_id: ada.id });
    const { chases } = await readChases(db, reader, id);
    expect(chases.map(({ firm }) => firm).sort()).toEqual(["buyer_solicitor", "seller_solicitor"]);
  });

  test("six at once ask a firm once", async () => {
    const { id } = await exchangedMatter(db);
    const asked = await Promise.allSettled(
      Array.from({ length: 6 }, () => ask(db, { id, staff_id: ada.id })),
    );
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await listEmails(db, id)).toHaveLength(1);
  });
});

describe("the end of a question", () => {
  test.each([
    ["step_done", (id: string) => setDates(id, { exchanged: null })],
    ["matter_ended", (id: string) => setDates(id, { completed: londonDay(new Date()) })],
    ["firm_replaced", replaceFirm],
  ] as const)("%s ends it with its open tasks", async (reason, change) => {
    const { id } = await exchangedMatter(db);
    await ask(db, { id, staff_id: ada.id });
    await isDue(id, 0);
    await followUpChases(db, new Date());
    expect(await titles(id)).toHaveLength(1);
    await change(id);
    expect(await endOf(id)).toBe(reason);
    expect(await titles(id)).toEqual([]);
    await expect(linkOf(db, (await newestChase(db, id)).id)).rejects.toThrow("no longer needed");
  });

  test("a planned completion ends it once its day has come", async () => {
    const { id } = await exchangedMatter(db);
    await setDates(id, { completed: addDays(londonDay(new Date()), 1) });
    await ask(db, { id, staff_id: ada.id });
    expect(await endOf(id)).toBeNull();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 24 * 60 * 60 * 1000 });
    await refreshChasesInBatches(db, [id]).finally(() => vi.useRealTimers());
    expect(await endOf(id)).toBe("matter_ended");
  });

  test("a change that leaves the step with the firm doesn’t end it", async () => {
    const { id } = await exchangedMatter(db);
    await ask(db, { id, staff_id: ada.id });
    await db
      .updateTable("transactions")
      .set({ tags: ["Late"] })
      .where("id", "=", id)
      .execute();
    expect(await endOf(id)).toBeNull();
  });
});

function setDates(transaction_id: string, dates: { exchanged?: null; completed?: string }) {
  return db
    .updateTable("purchase_intents")
    .set(dates)
    .where("transaction_id", "=", transaction_id)
    .execute();
}

async function replaceFirm(id: string) {
  const seller_lawyer_group_id = await insertLawyerGroup(db, {});
  await db
    .updateTable("transactions")
    .set({ seller_lawyer_group_id })
    .where("id", "=", id)
    .execute();
}

describe("the follow-up of a question", () => {
  test("an unanswered question makes one task for the handler on its day, and none before", async () => {
    const { id } = await exchangedMatter(db);
    await ask(db, { id, staff_id: ada.id });
    await followUpChases(db, new Date());
    expect(await titles(id)).toEqual([]);
    await isDue(id, 0);
    await followUpChases(db, new Date());
    await followUpChases(db, new Date());
    const { open } = await listTasks(db, reader, id);
    expect(open).toHaveLength(1);
    expect(open[0]).toMatchObject({
      title: expect.stringMatching(/^No answer from .*: chase again$/) as string,
      due_on: londonDay(new Date()),
      assignee: null,
    });
  });

  test("the job runs at 9am on working days", () => {
    expect(isTimeForFollowUps(new Date("2026-12-01T09:00:00Z"))).toBe(true);
    expect(isTimeForFollowUps(new Date("2026-07-01T08:00:00Z"))).toBe(true);
    expect(isTimeForFollowUps(new Date("2026-12-01T08:00:00Z"))).toBe(false);
    expect(isTimeForFollowUps(new Date("2026-12-25T09:00:00Z"))).toBe(false);
  });
});

describe("who reads a question", () => {
  test("customers of the matter read it without the firm’s name, and others read nothing", async () => {
    const { id, purchase } = await exchangedMatter(db);
    const other = await exchangedMatter(db);
    await ask(db, { id, staff_id: ada.id });
    await db
      .updateTable("chases")
      .set({
        answer: "waiting",
        answer_waiting_for: "Mrs Secret",
        answer_note: "Secret",
        answered_by: "Secret",
        answered_at: new Date(),
      })
      .where("transaction_id", "=", id)
      .execute();
    const { seller_id } = await db
      .selectFrom("transactions")
      .select("seller_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    for (const user_id of [seller_id, purchase.buyer.id]) {
      const asked = await listAsked(db, { transaction_id: id, reader: customerReader(user_id) });
      expect(asked).toMatchObject([{ firm: "seller_solicitor", step: "complete" }]);
      expect(JSON.stringify(asked)).not.toMatch(/Secret|Able/);
    }
    const stranger = customerReader(other.purchase.buyer.id);
    expect(await listAsked(db, { transaction_id: id, reader: stranger })).toEqual([]);
  });
});
