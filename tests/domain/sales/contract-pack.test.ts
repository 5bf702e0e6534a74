import { sql } from "kysely";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { readSummary } from "#app/domain/notifications/weekly-summary.server.ts";
import { sendNotifications } from "#app/domain/notifications/progress-emails.server.ts";
import {
  ContractPackForm,
  readContractPack,
  recordContractPackReady,
  undoContractPackReady,
} from "#app/domain/sales/contract-pack.server.ts";
import { EditConflictError } from "#app/domain/versions/save-change.server.ts";
import {
  countTransactions,
  listTransactions,
} from "#app/domain/transactions/list-transactions.server.ts";
import { insertPaidOrder, insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { readDrift } from "#tests/support/listed-transactions.ts";
import { staffReader } from "#tests/support/readers.ts";
import { insertAgreedInformation } from "#tests/support/property-information.ts";
import { insertLawyerGroup } from "#tests/support/solicitors.ts";

const { db } = useTestDatabase();
const NOW = new Date("2026-11-26T12:00:00Z");
const by = { actor: staffReader() };

test.each([
  ["today", { day: "26", month: "11", year: "2026" }, "2026-11-26"],
  ["an earlier day", { day: "2", month: "mar", year: "2026" }, "2026-03-02"],
  ["tomorrow", { day: "27", month: "11", year: "2026" }, null],
  ["no day", { day: "", month: "", year: "" }, null],
  ["half a day", { day: "2", month: "", year: "2026" }, null],
])("the form of the contract pack reads %s: %j as %s", (_what, ready_on, expected) => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  expect(ContractPackForm.safeParse({ ready_on }).data?.ready_on ?? null).toBe(expected);
});

let seller: Awaited<ReturnType<typeof insertPerson>>;
let sale: Awaited<ReturnType<typeof insertSale>>;

/** A paid sale without a buyer, with a solicitor, a clear check and all search results. */
beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  await emptyTables(db);
  seller = await insertPerson(db, "ada@example.test");
  by.actor = staffReader({ id: (await insertPerson(db, "staff@example.test")).id });
  sale = await insertSale(db, seller.id);
  await db.updateTable("users").set({ active: true }).where("id", "=", seller.id).execute();
  await db
    .updateTable("transactions")
    .set({
      terms_accepted_at: new Date(),
      terms_version: "1",
      terms_accepted_by: seller.id,
      seller_lawyer_group_id: await insertLawyerGroup(db),
    })
    .where("id", "=", sale.id)
    .execute();
  await insertPaidOrder(db, sale.id);
  await db
    .insertInto("identity_checks")
    .values({
      transaction_id: sale.id,
      person_type: "seller",
      ...{ first_name: "Ada", last_name: "Byron", email: "ada@example.test" },
      ...{ phone_number: "+447400123456", status: "complete", result: "clear" },
    })
    .execute();
  await db
    .insertInto("searches")
    .values({ transaction_id: sale.id, product_id: "P1", reference: "OS1", status: "complete" })
    .execute();
  await db.transaction().execute((trx) => insertAgreedInformation(trx, sale.id));
});

const record = (ready_on: string) =>
  db.transaction().execute((trx) => recordContractPackReady(trx, sale.id, { ready_on }, by));

const undo = (ready_on: string) =>
  undoContractPackReady(db, sale.id, { ...by, opened: { ready_on } });

const listed = () =>
  db
    .selectFrom("listed_transactions")
    .select(["stage", "next_step", "holder", "contract_pack_ready_on"])
    .where("id", "=", sale.id)
    .executeTakeFirstOrThrow();

const eventsOf = async () => {
  const rows = await db
    .selectFrom("events")
    .select(["event_name", "type", "milestone", "comments"])
    .orderBy("date_time")
    .orderBy("id")
    .execute();
  return rows.map(({ event_name, type, milestone, comments }) => [
    event_name,
    type,
    milestone,
    comments,
  ]);
};

describe("a contract pack that is ready", () => {
  test("makes a sale without a buyer ready for one, with an event and an audit row", async () => {
    expect(await listed()).toMatchObject({
      stage: "contract_pack",
      next_step: "prepare_contract_pack",
      holder: "seller_solicitor",
    });
    await record("2026-11-25");
    expect(await listed()).toEqual({
      stage: "ready_for_buyer",
      next_step: "find_buyer",
      holder: null,
      contract_pack_ready_on: "2026-11-25",
    });
    expect(await eventsOf()).toEqual([["contract_pack_ready", "seller", false, "25/11/2026"]]);
    const audit = await db
      .selectFrom("audit_log")
      .select(["action", "subject_id", "fields"])
      .where("subject_type", "=", "transaction")
      .execute();
    expect(audit).toEqual([
      { action: "contract_pack_ready", subject_id: sale.id, fields: ["contract_pack_ready_on"] },
    ]);
    expect(await readContractPack(db, staffReader(), sale.id)).toEqual({ ready_on: "2026-11-25" });
    expect(await readDrift(db)).toEqual([]);
  });

  test("is recorded once, and only if the seller has a solicitor", async () => {
    await record("2026-11-25");
    await expect(record("2026-11-24")).rejects.toThrow(ConflictError);
    await undo("2026-11-25");
    await db.updateTable("transactions").set({ seller_lawyer_group_id: null }).execute();
    await expect(record("2026-11-25")).rejects.toThrow("The seller has no solicitor yet");
    expect(await eventsOf()).toHaveLength(2);
  });

  test("is no longer ready once it is undone, with an event and an audit row", async () => {
    await record("2026-11-25");
    await undo("2026-11-25");
    expect(await listed()).toMatchObject({ stage: "contract_pack", contract_pack_ready_on: null });
    expect((await eventsOf()).at(-1)).toEqual([
      "date_withdrawn",
      "seller",
      false,
      "Contract pack ready: was 25/11/2026",
    ]);
    await expect(undo("2026-11-25")).rejects.toThrow(NotFoundError);
  });

  test("is not undone if its date has changed since the page was opened", async () => {
    await record("2026-11-25");
    await expect(undo("2026-11-24")).rejects.toThrow(EditConflictError);
    expect(await listed()).toMatchObject({ stage: "ready_for_buyer" });
  });

  test.each([
    ["emails the sellers after ten minutes", false, ["matter_news"]],
    ["emails no one if it is undone within ten minutes", true, []],
  ])("%s", async (_what, isUndone, emails) => {
    await record("2026-11-25");
    if (isUndone) await undo("2026-11-25");
    const reader = { user_id: seller.id, transaction_id: sale.id, side: "seller" } as const;
    vi.setSystemTime(new Date("2026-11-26T12:10:00Z"));
    await db.transaction().execute((trx) => sendNotifications(trx, reader));
    const sent = await db.selectFrom("email_log").select("name").execute();
    expect(sent.map(({ name }) => name)).toEqual(emails);
  });

  test("is news in the Friday email to a seller whose sale needs only a buyer", async () => {
    await record("2026-11-25");
    const reader = { user_id: seller.id, transaction_id: sale.id, side: "seller" } as const;
    const { now, card } = await readSummary(db, reader);
    expect([now.title, card.title]).toEqual([
      "Ready for a buyer",
      "Your home is ready for a buyer",
    ]);
  });

  test("stays ready for the next buyer if the sale to the one it was sent to falls through", async () => {
    const first = await insertPurchase(db, sale, (await insertPerson(db, "b@x.test")).id, true);
    const group = { buyer_lawyer_group_id: await insertLawyerGroup(db) };
    await db.updateTable("transactions").set(group).execute();
    await db
      .updateTable("purchase_intents")
      .set({ contract_pack_sent_on: "2026-11-20", aborted: "2026-11-25", is_active: false })
      .where("id", "=", first.id)
      .execute();
    expect(await listed()).toMatchObject({
      stage: "aborted",
      contract_pack_ready_on: "2026-11-20",
    });
    await insertPurchase(db, sale, (await insertPerson(db, "c@x.test")).id, true);
    expect(await listed()).toMatchObject({ stage: "enquiries" });
  });

  test("that is planned to be sent is ready only from that day", async () => {
    const buyer = await insertPerson(db, "b@x.test");
    const { id } = await insertPurchase(db, sale, buyer.id, true);
    await db
      .updateTable("purchase_intents")
      .set({ contract_pack_sent_on: "2026-12-20" })
      .where("id", "=", id)
      .execute();
    const { rows } = await sql`select stage, changes_on from listed_transactions`.execute(db);
    expect(rows).toEqual([{ stage: "contract_pack", changes_on: "2026-12-20" }]);
  });
});

test("the list of matters finds those that are ready for a buyer, page by page", async () => {
  await record("2026-11-25");
  const other = await insertSale(db, seller.id);
  const filter = { stage: "ready_for_buyer" };
  const find = async (limit: number) =>
    (await listTransactions(db, staffReader(), filter, { limit })).items.map(({ id }) => id);
  expect(await find(9)).toEqual([sale.id]);
  expect(await find(9)).not.toContain(other.id);
  expect(await countTransactions(db, filter)).toEqual({ total: 1, more: false });
  expect(await countTransactions(db, { holder: null })).toEqual({ total: 1, more: false });
});
