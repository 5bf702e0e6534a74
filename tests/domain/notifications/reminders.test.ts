import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { draftName, saveDraft } from "#app/domain/drafts/drafts.server.ts";
import { saveEmailChoices } from "#app/domain/notifications/email-opt-outs.server.ts";
import {
  readStartReminder,
  queueStartReminders,
} from "#app/domain/notifications/reminders.server.ts";
import { insertPerson, insertSale } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";

const { db } = useTestDatabase();
const HOUR_MS = 3_600_000;
let count = 0;

async function aCustomer() {
  const { id } = await insertPerson(db, `starter-${count++}@example.test`);
  await db.updateTable("users").set({ active: true }).where("id", "=", id).execute();
  return id;
}

const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

async function draftOf(user_id: string, hours: number, role: "sell" | "buy" = "sell") {
  const form = draftName(role, user_id);
  await saveDraft(db, user_id, form, {});
  await db
    .updateTable("drafts")
    .set({ updated_at: ago(hours) })
    .where("user_id", "=", user_id)
    .where("form", "=", form)
    .execute();
}

async function saleOf(user_id: string, hours: number) {
  const sale = await insertSale(db, user_id);
  await db.transaction().execute(async (trx) => {
    // Triggers are disabled, because one of them would overwrite updated_at.
    await sql`set local session_replication_role = replica`.execute(trx);
    await trx
      .updateTable("transactions")
      .set({ updated_at: ago(hours) })
      .where("id", "=", sale.id)
      .execute();
  });
  return sale;
}

const remindersOf = async (user_id: string) => {
  const rows = await db
    .selectFrom("email_log")
    .select("props")
    .where("user_id", "=", user_id)
    .where("name", "=", "start_reminder")
    .orderBy("created_at")
    .execute();
  return rows.map(({ props }) => (props as { after: string }).after);
};

describe("reminders of a started sale or purchase", () => {
  test.each([
    [23.9, []],
    [24.1, ["day"]],
    [47.9, ["day"]],
    [48.1, []],
    [167.9, []],
    [168.1, ["week"]],
    [191.9, ["week"]],
    [192.1, []],
  ])(
    "a draft and a sale left unfinished %d hours ago get these reminders: %j",
    async (hours, expected) => {
      const [typed, saved] = [await aCustomer(), await aCustomer()];
      await draftOf(typed, hours);
      await saleOf(saved, hours);
      await queueStartReminders(db);
      expect([await remindersOf(typed), await remindersOf(saved)]).toEqual([expected, expected]);
    },
  );

  test("reminders are sent once after a day and once after a week, however often the job runs", async () => {
    const id = await aCustomer();
    await draftOf(id, 30, "buy");
    await queueStartReminders(db);
    await queueStartReminders(db);
    await draftOf(id, 25, "buy");
    await queueStartReminders(db);
    expect(await remindersOf(id)).toEqual(["day"]);
    await draftOf(id, 170, "buy");
    await queueStartReminders(db);
    expect(await remindersOf(id)).toEqual(["day", "week"]);
    expect(await readStartReminder(db, { user_id: id, after: "week" })).toMatchObject({
      noun: "purchase",
      property: null,
      link: expect.stringMatching(/welcome-back\?view=purchases$/),
    });
  });

  test("a reminder names the newest of several unfinished sales or purchases, with its property", async () => {
    const id = await aCustomer();
    await draftOf(id, 170);
    await saleOf(id, 30);
    await queueStartReminders(db);
    expect(await remindersOf(id)).toEqual(["day"]);
    expect(await readStartReminder(db, { user_id: id, after: "day" })).toMatchObject({
      noun: "sale",
      property: "1 Arch Street, Bath",
    });
  });

  test("reminders are not sent for a paid sale, after an opt-out, to staff or to an inactive customer", async () => {
    const [paid, unwilling, staff, inactive] = await Promise.all(
      Array.from({ length: 4 }, aCustomer),
    );
    const sale = await saleOf(paid!, 30);
    await db
      .insertInto("events")
      .values({
        transaction_id: sale.id,
        event_name: "payment_successful",
        type: "seller",
        milestone: true,
        author: "system",
      })
      .execute();
    for (const id of [unwilling!, staff!, inactive!]) await draftOf(id, 30);
    await saveEmailChoices(db, { user_id: unwilling!, wanted: ["weekly"] });
    await db.updateTable("users").set({ type: "admin" }).where("id", "=", staff!).execute();
    await db.updateTable("users").set({ active: false }).where("id", "=", inactive!).execute();
    await queueStartReminders(db);
    for (const id of [paid!, unwilling!, staff!, inactive!])
      expect(await remindersOf(id)).toEqual([]);
  });
});
