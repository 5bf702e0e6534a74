import { beforeEach, describe, expect, test } from "vitest";
import { exportInvoices } from "#app/domain/invoices/export-invoices.server.ts";
import {
  listInvoices,
  listToInvoice,
  readMatterInvoice,
  readToInvoice,
  sumByMonth,
} from "#app/domain/invoices/invoices.server.ts";
import {
  cancelInvoice,
  InvoiceForm,
  recordInvoice,
  recordReceived,
  undoReceived,
} from "#app/domain/invoices/record-invoices.server.ts";
import { getOrCreateOrder } from "#app/domain/payments/orders.server.ts";
import { payWithReferralCode } from "#app/domain/payments/pay-with-code.server.ts";
import { service } from "#app/domain/readers/service.ts";
import { inTransaction } from "#db/connection.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { insertAgent } from "#tests/support/estate-agents.ts";
import { insertCode, sellerAtPayment } from "#tests/support/payments.ts";
import { staffReader } from "#tests/support/readers.ts";
import { signIn } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();
let actor: { id: string; request_id: string };

beforeEach(async () => {
  await emptyTables(db);
  actor = { id: (await signIn(db, { type: "admin" })).id, request_id: "" };
});

const PAGE = { page: 1, size: 20 };
const NOVEMBER = "2026-11";

/** Creates a sale that was paid with a code at a moment, and returns its matter and order. */
async function saleWithCode(code: string, paid_at = new Date("2026-11-10T12:00:00Z")) {
  const { sale } = await sellerAtPayment(db);
  await getOrCreateOrder(db, sale);
  await inTransaction(db, (trx) => payWithReferralCode(trx, sale, code));
  const order = await db
    .updateTable("orders")
    .set({ paid_at })
    .where("transaction_id", "=", sale.transaction_id)
    .returning("id")
    .executeTakeFirstOrThrow();
  return { transaction_id: sale.transaction_id, order_id: order.id };
}

async function codeOfOffice(code: string) {
  await insertCode(db, code);
  const estate_agent_id = await insertAgent(db);
  await db
    .updateTable("referral_codes")
    .set({ estate_agent_id })
    .where("code", "=", code)
    .execute();
  return `agent:${estate_agent_id}`;
}

const invoiceOf = (orders: string[], number = "FL-1") => ({
  number,
  issued_on: "2026-11-20",
  due_on: "2026-12-04",
  orders,
});

const record = (owner: string, orders: string[], number?: string) =>
  inTransaction(db, (trx) =>
    recordInvoice(trx, { owner, month: NOVEMBER }, invoiceOf(orders, number), { actor }),
  );

describe("what is to invoice", () => {
  test("sales with a code are listed by owner and month in London, and counted", async () => {
    const owner = await codeOfOffice("HV1");
    await insertCode(db, "FRIEND");
    await saleWithCode("HV1");
    await saleWithCode("HV1");
    await saleWithCode("HV1", new Date("2026-10-31T23:30:00Z"));
    await saleWithCode("FRIEND", new Date("2026-09-30T23:30:00Z"));
    const { items, total } = await listToInvoice(db, service, {}, PAGE);
    expect(total).toBe(3);
    expect(items).toMatchObject([
      { owner, month: "2026-11", sales: 2, total_pence: 48_000 },
      { owner, month: "2026-10", sales: 1, total_pence: 24_000 },
      { owner: "code:FRIEND", owner_name: "FRIEND", month: "2026-10", sales: 1 },
    ]);
    const october = await listToInvoice(db, service, { month: "2026-10" }, PAGE);
    expect(october.total).toBe(2);
  });

  test("a sale that its seller has paid by card, or has not paid, is not to invoice", async () => {
    const { sale } = await sellerAtPayment(db);
    await getOrCreateOrder(db, sale);
    expect((await listToInvoice(db, service, {}, PAGE)).items).toEqual([]);
  });
});

describe("an invoice", () => {
  test("goes from to invoice to invoiced and received, and back, with events of its matters", async () => {
    const owner = await codeOfOffice("HV1");
    const one = await saleWithCode("HV1");
    const other = await saleWithCode("HV1");
    const id = await record(owner, [one.order_id]);
    expect((await listToInvoice(db, service, {}, PAGE)).items).toMatchObject([{ sales: 1 }]);
    const place = { owner, month: NOVEMBER };
    expect((await readToInvoice(db, service, place)).sales).toMatchObject([
      { order_id: other.order_id },
    ]);
    await inTransaction(db, (trx) =>
      recordReceived(trx, { invoices: [id], received_on: "2026-11-25" }, { actor }),
    );
    expect(await readMatterInvoice(db, service, one.transaction_id)).toMatchObject({
      invoice: { number: "FL-1", received_on: "2026-11-25" },
    });
    const received_on = "2026-11-25";
    await inTransaction(db, (trx) => undoReceived(trx, id, { received_on, actor }));
    const { items } = await listInvoices(db, service, { state: "invoiced" }, PAGE);
    expect(items).toMatchObject([{ number: "FL-1", total_pence: 24_000, sales: 1 }]);
    await inTransaction(db, (trx) => cancelInvoice(trx, id, { actor }));
    expect((await listToInvoice(db, service, {}, PAGE)).items).toMatchObject([{ sales: 2 }]);
    expect(await eventsOf(one.transaction_id)).toEqual([
      ["invoice_recorded", actor.id],
      ["invoice_received", actor.id],
      ["invoice_not_received", actor.id],
      ["invoice_cancelled", actor.id],
    ]);
    expect(await eventsOf(other.transaction_id)).toEqual([]);
  });

  test("of two colleagues who invoice the same sale at once, one gets a conflict", async () => {
    const owner = await codeOfOffice("HV1");
    const { order_id } = await saleWithCode("HV1");
    const outcomes = await Promise.allSettled([
      record(owner, [order_id], "FL-1"),
      record(owner, [order_id], "FL-2"),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await db.selectFrom("invoices").select("number").execute()).toHaveLength(1);
  });

  test("refuses a sale of another owner or month, and a number that another invoice has", async () => {
    const owner = await codeOfOffice("HV1");
    await insertCode(db, "FRIEND");
    const theirs = await saleWithCode("FRIEND");
    const older = await saleWithCode("HV1", new Date("2026-10-01T12:00:00Z"));
    const one = await saleWithCode("HV1");
    const two = await saleWithCode("HV1");
    for (const { order_id } of [theirs, older]) {
      await expect(record(owner, [one.order_id, order_id])).rejects.toThrow("no longer to invoice");
    }
    await record(owner, [one.order_id], "FL-1");
    await expect(record(owner, [two.order_id], "fl-1")).rejects.toMatchObject({
      data: { field: "number" },
    });
    await expect(record("agent:%27", [two.order_id])).rejects.toThrow("Nothing is left");
  });

  test("money is received for all chosen invoices or for none", async () => {
    const owner = await codeOfOffice("HV1");
    const [one, two] = [await saleWithCode("HV1"), await saleWithCode("HV1")];
    const ids = [
      await record(owner, [one.order_id], "FL-1"),
      await record(owner, [two.order_id], "FL-2"),
    ];
    const receive = (invoices: string[], received_on = "2026-11-25") =>
      inTransaction(db, (trx) => recordReceived(trx, { invoices, received_on }, { actor }));
    await expect(receive(ids, "2026-11-19")).rejects.toMatchObject({
      data: { field: "received_on" },
    });
    await receive(ids.slice(0, 1));
    await expect(receive(ids)).rejects.toThrow("have changed since");
    const left = await listInvoices(db, service, { state: "invoiced" }, PAGE);
    expect(left.items).toMatchObject([{ number: "FL-2" }]);
    await expect(
      inTransaction(db, (trx) => cancelInvoice(trx, ids[0]!, { actor })),
    ).rejects.toThrow("A colleague has changed this invoice");
  });

  test("the form refuses a due date before the invoice date, and an invoice of no sale", () => {
    const date = (day: string) => ({ day, month: "11", year: "2026" });
    const given = { number: "FL-1", issued_on: date("20"), due_on: date("19"), orders: [] };
    const paths = InvoiceForm.safeParse(given).error?.issues.map(({ path }) => path[0]);
    expect(paths).toEqual(expect.arrayContaining(["due_on", "orders"]));
  });
});

describe("sums and export", () => {
  test("sums by month separate what is to invoice, invoiced, overdue and received", async () => {
    const owner = await codeOfOffice("HV1");
    const [one, two] = [await saleWithCode("HV1"), await saleWithCode("HV1")];
    await saleWithCode("HV1");
    const id = await record(owner, [one.order_id], "FL-1");
    await record(owner, [two.order_id], "FL-2");
    await inTransaction(db, (trx) =>
      recordReceived(trx, { invoices: [id], received_on: "2026-11-25" }, { actor }),
    );
    const sums = {
      month: NOVEMBER,
      to_invoice_pence: 24_000,
      invoiced_pence: 24_000,
      overdue_pence: 0,
      received_pence: 24_000,
    };
    expect(await sumByMonth(db, service, "2026-12-04")).toEqual([sums]);
    expect(await sumByMonth(db, service, "2026-12-05")).toEqual([
      { ...sums, overdue_pence: 24_000 },
    ]);
  });

  test("the export has every row, marks what is overdue, and guards against formulas", async () => {
    const owner = await codeOfOffice("HV1");
    const { order_id } = await saleWithCode("HV1");
    await record(owner, [order_id], "=1+1");
    const reader = staffReader({ id: actor.id });
    const csv = await exportInvoices(db, reader, { state: "invoiced" }, "2026-12-05");
    expect(csv.split("\r\n")[1]).toMatch(
      /^'=1\+1,.*,2026-11,1,240\.00,2026-11-20,2026-12-04,Yes,$/,
    );
    expect(await exportInvoices(db, reader, { state: "to_invoice" }, "2026-12-05")).toBe(
      '\uFEFFOwner,Month,Sales,"Amount (£, including VAT)"\r\n',
    );
  });
});

async function eventsOf(transaction_id: string) {
  const rows = await db
    .selectFrom("events")
    .select(["event_name", "author_id"])
    .where("transaction_id", "=", transaction_id)
    .where("event_name", "like", "invoice_%")
    .orderBy("date_time")
    .orderBy("id")
    .execute();
  return rows.map(({ event_name, author_id }) => [event_name, author_id]);
}
