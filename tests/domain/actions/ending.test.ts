import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { ActionValues } from "#app/domain/actions/action.ts";
import type { ActionKind } from "#app/domain/actions/notified.ts";
import { planAction, readAction } from "#app/domain/actions/plan-action.server.ts";
import { readStillOpen } from "#app/domain/actions/still-open.server.ts";
import { takeAction } from "#app/domain/actions/take-action.server.ts";
import { undoAction } from "#app/domain/actions/undo-action.server.ts";
import * as thirdfort from "#app/clients/thirdfort/client.server.ts";
import { VendorError } from "#app/clients/vendor-error.ts";
import { hashPlan } from "#app/domain/versions/plan-hash.server.ts";
import { readChases } from "#app/domain/chases/chases.server.ts";
import { followUpChases } from "#app/domain/chases/follow-up.server.ts";
import { queueDocumentReminders } from "#app/domain/documents/request-emails.server.ts";
import { stopChecks } from "#app/domain/identity-checks/stop-checks.server.ts";
import { sendNotifications } from "#app/domain/notifications/progress-emails.server.ts";
import { queueSummaries } from "#app/domain/notifications/weekly-summary.server.ts";
import { planErasure } from "#app/domain/privacy/erasure-plan.server.ts";
import { activatePurchase } from "#app/domain/purchases/activation.server.ts";
import { readBuyerFound } from "#app/domain/purchases/buyer-found.server.ts";
import { readBuyerDashboard } from "#app/domain/purchases/buyer-dashboard.server.ts";
import {
  readSignificantDates,
  updateSignificantDates,
} from "#app/domain/purchases/significant-dates.server.ts";
import { describeReadyHome } from "#app/domain/ready-links/describe-ready-home.ts";
import { readReadyHome } from "#app/domain/ready-links/read-ready-home.server.ts";
import {
  createReadyLink,
  findReadyMatter,
  recordReadyVisit,
} from "#app/domain/ready-links/ready-links.server.ts";
import { findOpenSaleForProperty } from "#app/domain/sales/open-sales.server.ts";
import { readSellerDashboard } from "#app/domain/sales/seller-dashboard.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { addDays } from "#app/domain/shared/working-days.ts";
import { listTasks } from "#app/domain/tasks/tasks.server.ts";
import { toDateParts } from "#app/domain/transactions/significant-dates.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { inTransaction } from "#db/connection.ts";
import { setFault } from "#mocks/faults.ts";
import { insertSearchOrder } from "#tests/support/searches.ts";
import { ask, newestChase } from "#tests/support/chased-matter.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { customerReader, linkReader, readerId, staffReader } from "#tests/support/readers.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import {
  assignSolicitors,
  createPaidMatter,
  createPurchaseAtStage,
  listNewEvents,
} from "#tests/routes/admin/transaction-tabs/matter.ts";

const { db } = useTestDatabase();
const { state } = useDoubles(["thirdfort"]);
const reader = staffReader();
const today = londonDay(new Date());
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

const END = { end_reason: "Chain broke", end_note: "£5k short, 50% #chain" };
const ENDED = { ended_on: today, ...END };
const NOT_ENDED = { ended_on: null, end_reason: null, end_note: null };
const until = addDays(today, 7);
const PAUSED = { paused_on: today, paused_until: until, pause_note: null };
const NOT_PAUSED = { paused_on: null, paused_until: null, pause_note: null };

describe("the end of a matter", () => {
  test("ends a sale without a buyer, with the reason and every character of the note (ST-3, V-026)", async () => {
    const { id } = await aSale();
    const action_id = await end(id);
    expect(await stored(id)).toMatchObject({ ...ENDED, ended_purchase_id: null });
    expect(await listed(id)).toMatchObject({
      stage: "aborted",
      next_step: null,
      holder: null,
      ended_on: today,
    });
    const events = await listNewEvents(db, id, 0);
    expect(events.at(-1)).toMatchObject({
      event_name: "sale_ended",
      comments: "Matter ended: Chain broke",
      author_id: ada.id,
    });
    for (const { recipient } of await emailsOf(action_id)) {
      const words = JSON.stringify(
        await readContents(db, "matter_action", { action_id }, recipient),
      );
      expect(words).not.toMatch(/Chain broke|#chain/);
    }
  });

  test("aborts the active purchase, and its undo and a resume restore it (ST-3)", async () => {
    const { id, purchase } = await aSale({ with_buyer: true });
    const before = await listed(id);
    const undone = await end(id);
    expect(await abortedOf(purchase?.id)).toBe(today);
    await undo(id, undone);
    expect(await abortedOf(purchase?.id)).toBeNull();
    expect(await listed(id)).toEqual(before);
    await resume(id, await end(id));
    expect(await abortedOf(purchase?.id)).toBeNull();
    expect(await stored(id)).toMatchObject({ ...NOT_ENDED, ended_purchase_id: null });
    expect(await listed(id)).toEqual(before);
  });

  test("keeps the date of a purchase that fell through before, and doesn’t email its buyer again", async () => {
    const { id, purchase } = await aSale({ with_buyer: true });
    const day = addDays(today, -3);
    await db
      .updateTable("purchase_intents")
      .set({ aborted: day })
      .where("id", "=", purchase?.id ?? "")
      .execute();
    const action_id = await end(id);
    const recipients = (await emailsOf(action_id)).map(({ recipient }) => recipient);
    expect(recipients).toContain("sol@seller.example");
    expect(recipients).not.toContain(purchase?.email);
    await resume(id, action_id);
    expect(await abortedOf(purchase?.id)).toBe(day);
  });

  test("sends one email to each person, and none about the date Aborted or earlier news", async () => {
    const { id, purchase, seller_id } = await aSale({ with_buyer: true });
    const place = { transaction_id: id, purchase_intent_id: purchase?.id ?? "" };
    const dates = await readSignificantDates(db, reader, place);
    await updateSignificantDates(
      db,
      place,
      { ...dates, exchanged: toDateParts(addDays(today, 5)) },
      { actor: staffReader({ id: ada.id }), opened: dates },
    );
    const action_id = await end(id);
    const side = { transaction_id: id, user_id: seller_id, side: "seller" } as const;
    await db
      .updateTable("pending_notifications")
      .set({ noted_at: sql`now() - interval '1 day'` })
      .execute();
    await inTransaction(db, (trx) => sendNotifications(trx, side));
    const emails = await db
      .selectFrom("email_log")
      .select(["name", "recipient"])
      .where("transaction_id", "=", id)
      .where("name", "in", ["matter_news", "matter_action"])
      .execute();
    expect(emails.every(({ name }) => name === "matter_action")).toBe(true);
    expect(new Set(emails.map(({ recipient }) => recipient)).size).toBe(emails.length);
    expect(await emailsOf(action_id)).toHaveLength(emails.length);
  });

  test("is refused after completion, for a reason that isn’t in the settings, and for a matter that has ended", async () => {
    const { id, purchase } = await aSale({ with_buyer: true });
    await expect(take(id, "end_matter", { ...ENDED, end_reason: "Bored" })).rejects.toThrow(
      "Choose a reason from the list",
    );
    await db
      .updateTable("purchase_intents")
      .set({ exchanged: today, completed: today })
      .where("id", "=", purchase?.id ?? "")
      .execute();
    await expect(end(id)).rejects.toThrow("This sale has completed, so it can’t be ended.");
    const other = await aSale();
    await end(other.id);
    await expect(end(other.id)).rejects.toThrow("This matter has ended.");
    await expect(take(other.id, "pause_matter", PAUSED)).rejects.toThrow("This matter has ended.");
  });

  test("of two people who end a matter at the same time, one gets a conflict", async () => {
    const { id } = await aSale();
    const results = await Promise.allSettled([end(id), end(id)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(
      (await listNewEvents(db, id, 0)).filter(({ event_name }) => event_name === "sale_ended"),
    ).toHaveLength(1);
  });
});

describe("effects of the end of a matter", () => {
  test("sellers and buyers read on their dashboards that it has ended (ST-3)", async () => {
    const { id, seller_id, purchase } = await aSale({ with_buyer: true });
    await end(id);
    const sale = await readSellerDashboard(db, { id, reader: customerReader(seller_id) });
    expect(sale.stages.facts.ended_on).toBe(today);
    expect(sale.buyer).toBeNull();
    const bought = await readBuyerDashboard(db, {
      id,
      reader: customerReader(purchase?.buyer.id ?? ""),
    });
    expect(bought.progress.dates?.aborted).toBe(today);
  });

  test("a buyer who waits for the purchase to be confirmed reads that it fell through", async () => {
    const { id, property_id } = await aSale();
    const { buyer } = await createPurchaseAtStage(db, { id, property_id });
    await end(id);
    const bought = await readBuyerDashboard(db, { id, reader: customerReader(buyer.id) });
    expect(bought.progress.dates?.aborted).toBe(today);
  });

  test("questions to firms and document requests close, and an undo opens them again", async () => {
    const { id } = await aSale({ with_buyer: true });
    await db
      .updateTable("purchase_intents")
      .set({ exchanged: addDays(today, -1) })
      .where("transaction_id", "=", id)
      .execute();
    await ask(db, { id, staff_id: ada.id });
    await db
      .insertInto("document_requests")
      .values({
        transaction_id: id,
        kind: "water_bill",
        source: "staff",
        purpose: "For the search",
        requested_on: today,
        due_on: today,
      })
      .execute();
    const action_id = await end(id);
    expect(await newestChase(db, id)).toMatchObject({ end_reason: "matter_ended" });
    expect((await readChases(db, reader, id)).targets).toEqual([]);
    expect((await readStillOpen(db, reader, id)).requests).toBe(0);
    expect(await inTransaction(db, (trx) => queueDocumentReminders(trx, new Date()))).toBe(0);
    await undo(id, action_id);
    expect(await newestChase(db, id)).toMatchObject({ end_reason: null, ended_at: null });
  });

  test("the desk, the Friday email, the lookup of homes and activation leave the matter out", async () => {
    const { id, property_id } = await aSale();
    await end(id);
    expect(await deskKinds(id)).not.toContain("late_stage");
    await queueSummaries(db, new Date());
    const summaries = await db
      .selectFrom("email_log")
      .select("id")
      .where("transaction_id", "=", id)
      .where("name", "=", "weekly_summary")
      .execute();
    expect(summaries).toEqual([]);
    expect(await findOpenSaleForProperty(db, property_id)).toBeNull();
  });

  test("a purchase of a matter that has ended can’t be activated, and its date Aborted can’t be cleared", async () => {
    const { id, property_id, purchase } = await aSale({ with_buyer: true });
    const other = await createPurchaseAtStage(db, { id, property_id }, { first_name: "Cy" });
    await end(id);
    const actor = staffReader({ id: ada.id });
    await expect(
      activatePurchase(
        db,
        { transaction_id: id, purchase_intent_id: other.id },
        { actor, confirmed: "" },
      ),
    ).rejects.toThrow("This matter has ended. Resume it first");
    const place = { transaction_id: id, purchase_intent_id: purchase?.id ?? "" };
    const opened = await readSignificantDates(db, reader, place);
    await expect(
      updateSignificantDates(
        db,
        place,
        { ...opened, aborted: toDateParts(null), sale_agreed: toDateParts(today) },
        { actor, opened },
      ),
    ).rejects.toThrow("Resume it instead of clearing this date");
  });

  test("the firms can’t be emailed about a buyer of a matter that has ended", async () => {
    const { id } = await aSale({ with_buyer: true });
    expect((await readBuyerFound(db, reader, id)).refusal).toBeNull();
    await end(id);
    expect((await readBuyerFound(db, reader, id)).refusal).toBe("This matter has ended.");
  });

  test("a ready link that someone opened shows that the sale has ended, and works again after an undo", async () => {
    const { id } = await aSale();
    const link = await inTransaction(db, (trx) =>
      createReadyLink(trx, staffReader({ id: ada.id }), id),
    );
    const action_id = await end(id);
    const page = async () => {
      const { facts } = await readReadyHome(db, linkReader("ready", id));
      return describeReadyHome({ facts, has_active_purchase: false, search_count: 0 }, today);
    };
    expect(await findReadyMatter(db, link)).toMatchObject({ transaction_id: id });
    await recordReadyVisit(db, link.id);
    expect(await page()).toMatchObject({ title: "This sale has ended", rows: [] });
    await undo(id, action_id);
    expect((await page()).rows.length).toBeGreaterThan(0);
  });

  test("the matter no longer keeps a seller’s data from being erased, and its retention starts on that day", async () => {
    const { id, seller_id } = await aSale();
    const plan = () => planErasure(db, readerId(seller_id));
    expect((await plan()).under_way).toHaveLength(1);
    await end(id);
    expect((await plan()).under_way).toEqual([]);
    const { rows } = await sql`
      select is_over, ended::text as ended from matter_ends where transaction_id = ${id}`.execute(
      db,
    );
    expect(rows).toEqual([{ is_over: true, ended: today }]);
  });
});

const insertCheck = (transaction_id: string, thirdfort_id: string | null) =>
  db
    .insertInto("identity_checks")
    .values({
      transaction_id,
      person_type: "seller",
      first_name: "Ada",
      last_name: "Byron",
      email: "ada@example.test",
      phone_number: "+447400123456",
      status: "pending",
      thirdfort_id,
    })
    .execute();

async function withCheck() {
  const sale = await aSale();
  await insertCheck(sale.id, null);
  return sale;
}

const statusOf = async (id: string) =>
  (
    await db
      .selectFrom("identity_checks")
      .select("status")
      .where("transaction_id", "=", id)
      .executeTakeFirstOrThrow()
  ).status;

const titles = async (id: string) =>
  (await listTasks(db, reader, id)).open.map(({ title }) => title);

describe("checks that are open when a matter ends", () => {
  test("the job waits ten minutes, and does nothing if the end was undone", async () => {
    const { id } = await withCheck();
    const action_id = await end(id);
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from run_at - now()) / 60)::int as minutes
      from graphile_worker._private_jobs as jobs
      join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
      where identifier = 'stop-checks' and payload ->> 'action_id' = ${action_id}`.execute(db);
    expect(rows).toEqual([{ minutes: 10 }]);
    await undo(id, action_id);
    await stopChecks(db, { action_id }, { isLast: false });
    expect(await statusOf(id)).toBe("pending");
    expect(await titles(id)).toEqual([]);
  });

  test("what a vendor can’t cancel becomes a task of the matter, once", async () => {
    const { id } = await withCheck();
    await insertSearchOrder(db, id);
    const action_id = await end(id);
    await stopChecks(db, { action_id }, { isLast: false });
    await stopChecks(db, { action_id }, { isLast: false });
    expect((await titles(id)).sort()).toEqual([
      "Ask OneSearch to cancel the searches that aren’t back",
      "Cancel Ada Byron’s identity check in Thirdfort’s portal",
    ]);
    expect(await deskKinds(id)).toContain("task");
  });
});

describe("Thirdfort", () => {
  const order = async (id: string) => {
    const { thirdfort_id } = await thirdfort.orderCheck({
      ref: id,
      name: "Sale",
      actor: { name: "Ada Byron", phone: "+447400123456", email: "ada@example.test" },
      person_type: "seller",
      recipients: [],
      order_key: id,
    });
    await insertCheck(id, thirdfort_id);
    return thirdfort_id;
  };

  test("stops a pending check after the ten minutes, with an event that names who ended the matter", async () => {
    const { id } = await aSale();
    const thirdfort_id = await order(id);
    await stopChecks(db, { action_id: await end(id) }, { isLast: false });
    expect(await statusOf(id)).toBe("aborted");
    expect((await thirdfort.fetchCheck(thirdfort_id)).status).toBe("aborted");
    expect(await titles(id)).toEqual([]);
    const events = await listNewEvents(db, id, 0);
    expect(events.at(-1)).toMatchObject({
      event_name: "thirdfort_check_aborted",
      author_id: ada.id,
    });
  });

  test("is asked again while it can’t be reached, and the last attempt leaves a task", async () => {
    const { id } = await aSale();
    await order(id);
    const action_id = await end(id);
    await setFault(state, "thirdfort", "down");
    await expect(stopChecks(db, { action_id }, { isLast: false })).rejects.toThrow(VendorError);
    expect(await titles(id)).toEqual([]);
    await stopChecks(db, { action_id }, { isLast: true });
    expect(await titles(id)).toEqual(["Cancel Ada Byron’s identity check in Thirdfort’s portal"]);
  });
});

describe("a resumed matter", () => {
  test("is refused within the ten minutes in which the end can be undone", async () => {
    const { id } = await aSale();
    await end(id);
    await expect(take(id, "resume_matter", NOT_ENDED)).rejects.toThrow(/Use Undo on the matter/);
  });

  test("is refused once the home was sold to another, or is for sale in another matter (AMB-D02)", async () => {
    const first = await aSale();
    await expire(await end(first.id));
    const line_1 = `${homes} Ending Street`;
    const again = await createPaidMatter(db, line_1);
    await expect(take(first.id, "resume_matter", NOT_ENDED)).rejects.toThrow(
      /^This home is being sold in another matter/,
    );
    const { id } = await createPurchaseAtStage(db, again, { active: true });
    await db
      .updateTable("purchase_intents")
      .set({ exchanged: today, completed: today })
      .where("id", "=", id)
      .execute();
    const { refusal } = await readAction(db, reader, {
      transaction_id: first.id,
      kind: "resume_matter",
    });
    expect(refusal).toMatch(/^This home has been sold since then \(F-\d+\)\.$/);
  });

  test("is refused for a matter that hasn’t ended", async () => {
    const { id } = await aSale();
    await expect(take(id, "resume_matter", NOT_ENDED)).rejects.toThrow("This matter hasn’t ended.");
  });
});

describe("a paused matter", () => {
  test("is not late, and gets no questions, follow-ups, reminders or Friday emails until it is resumed", async () => {
    const { id, seller_id } = await aSale({ with_buyer: true });
    await db
      .updateTable("transactions")
      .set({ handler_id: ada.id, legals_started_at: addDays(today, -30) })
      .where("id", "=", id)
      .execute();
    const before = await listed(id);
    expect(before.since).not.toBeNull();
    const action_id = await take(id, "pause_matter", PAUSED);
    expect(await listed(id)).toEqual({ ...before, since: null, paused_until: until });
    expect(await deskKinds(id)).toEqual(["paused"]);
    expect((await readChases(db, reader, id)).targets).toEqual([]);
    await queueSummaries(db, new Date());
    await db
      .insertInto("document_requests")
      .values({
        transaction_id: id,
        kind: "water_bill",
        source: "staff",
        purpose: "For the search",
        requested_on: today,
        due_on: today,
      })
      .execute();
    await inTransaction(db, (trx) => queueDocumentReminders(trx, new Date()));
    const sent = await db
      .selectFrom("email_log")
      .select("name")
      .where("name", "in", ["weekly_summary", "document_reminder"])
      .where("user_id", "=", seller_id)
      .execute();
    expect(sent).toEqual([]);
    await expire(action_id);
    await take(id, "resume_paused_matter", NOT_PAUSED);
    expect(await listed(id)).toEqual(before);
    expect(await deskKinds(id)).not.toContain("paused");
  });

  test("makes no task about a question to a firm until it is resumed", async () => {
    const { id } = await aSale({ with_buyer: true });
    await db
      .updateTable("purchase_intents")
      .set({ contract_pack_sent_on: today, exchanged: addDays(today, -1) })
      .where("transaction_id", "=", id)
      .execute();
    await ask(db, { id, staff_id: ada.id });
    await db
      .updateTable("chases")
      .set({ follow_up_on: today })
      .where("transaction_id", "=", id)
      .execute();
    await db.updateTable("transactions").set({ paused_on: today }).where("id", "=", id).execute();
    expect(await followUpChases(db, new Date())).toBe(0);
    await db.updateTable("transactions").set({ paused_on: null }).where("id", "=", id).execute();
    expect(await followUpChases(db, new Date())).toBe(1);
  });

  test("can’t be paused after exchange, nor resumed unless it is paused, nor resumed while the pause can be undone", async () => {
    const { id } = await aSale({ with_buyer: true });
    await expect(take(id, "resume_paused_matter", NOT_PAUSED)).rejects.toThrow(
      "This matter isn’t paused.",
    );
    const action_id = await take(id, "pause_matter", PAUSED);
    await expect(take(id, "resume_paused_matter", NOT_PAUSED)).rejects.toThrow(/Use Undo/);
    await undo(id, action_id);
    expect(await stored(id)).toMatchObject({ paused_on: null, paused_until: null });
    await db
      .updateTable("purchase_intents")
      .set({ exchanged: today })
      .where("transaction_id", "=", id)
      .execute();
    await expect(take(id, "pause_matter", PAUSED)).rejects.toThrow(
      "Contracts have been exchanged, so this matter can’t be paused.",
    );
  });
});

let homes = 0;

async function aSale({ with_buyer = false } = {}) {
  const matter = await createPaidMatter(db, `${++homes} Ending Street`);
  await assignSolicitors(db, matter.id, ["seller"]);
  const purchase = with_buyer ? await createPurchaseAtStage(db, matter, { active: true }) : null;
  if (purchase) await assignSolicitors(db, matter.id, ["buyer"]);
  const { seller_id } = await db
    .selectFrom("transactions")
    .select("seller_id")
    .where("id", "=", matter.id)
    .executeTakeFirstOrThrow();
  return { ...matter, purchase, seller_id };
}

async function take(transaction_id: string, kind: ActionKind, choice: ActionValues) {
  const confirmed = hashPlan(await planAction(db, reader, { transaction_id, kind }, choice));
  const actor = staffReader({ id: ada.id });
  return inTransaction(db, (trx) =>
    takeAction(trx, { transaction_id, kind }, { choice, confirmed, actor }),
  );
}

const undo = (transaction_id: string, action_id: string) =>
  inTransaction(db, (trx) =>
    undoAction(trx, { transaction_id, action_id }, { actor: staffReader({ id: ada.id }) }),
  );

const end = (id: string) => take(id, "end_matter", ENDED);

/** Moves the end of the ten minutes into the past. */
const expire = (action_id: string) =>
  db
    .updateTable("matter_actions")
    .set({ sends_at: sql`now()` })
    .where("id", "=", action_id)
    .execute();

async function resume(id: string, action_id: string) {
  await expire(action_id);
  return take(id, "resume_matter", NOT_ENDED);
}

const stored = (id: string) =>
  db
    .selectFrom("transactions")
    .select(["ended_on", "end_reason", "end_note", "ended_purchase_id"])
    .select(["paused_on", "paused_until"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

const listed = (id: string) =>
  db
    .selectFrom("listed_transactions")
    .select(["stage", "next_step", "holder", "since", "ended_on", "paused_until"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

const abortedOf = async (purchase_id: string | undefined) =>
  (
    await db
      .selectFrom("purchase_intents")
      .select("aborted")
      .where("id", "=", purchase_id ?? "")
      .executeTakeFirstOrThrow()
  ).aborted;

const deskKinds = async (id: string) =>
  (await db.selectFrom("desk_items").select("kind").where("transaction_id", "=", id).execute()).map(
    ({ kind }) => kind,
  );

const emailsOf = (action_id: string) =>
  db
    .selectFrom("email_log")
    .select("recipient")
    .where(sql<boolean>`props ->> 'action_id' = ${action_id}`)
    .orderBy("recipient")
    .execute();
