import { beforeAll, describe, expect, test } from "vitest";
import { exportInvoices } from "#app/domain/invoices/export-invoices.server.ts";
import {
  listToInvoice,
  readMatterInvoice,
  readToInvoice,
  sumByMonth,
} from "#app/domain/invoices/invoices.server.ts";
import {
  decideNotToInvoice,
  listNotInvoiced,
  undoNotInvoiced,
} from "#app/domain/invoices/not-invoiced.server.ts";
import { recordInvoice } from "#app/domain/invoices/record-invoices.server.ts";
import { service } from "#app/domain/readers/service.ts";
import { adminDate, londonDay } from "#app/domain/shared/dates.ts";
import { inTransaction } from "#db/connection.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { staffReader } from "#tests/support/readers.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { saleOfPartner } from "#tests/routes/admin/staff-forms/invoices.ts";

const { db } = useTestDatabase();
let fin: Visitor;
let actor: { id: string; request_id: string };

beforeAll(async () => {
  fin = await signIn(db, { type: "admin", first_name: "Fin", last_name: "Marsh" });
  actor = { id: fin.id, request_id: "" };
});

const PAGE = { page: 1, size: 100 };
type Sale = Awaited<ReturnType<typeof saleOfPartner>>;

const decide = ({ owner, month, order_id }: Sale, reason = "Goodwill") =>
  inTransaction(db, (trx) =>
    decideNotToInvoice(trx, { owner, month }, { reason, orders: [order_id] }, { actor }),
  );

const undo = (order_id: string) =>
  inTransaction(db, (trx) => undoNotInvoiced(trx, order_id, { actor }));

function invoice({ owner, month, order_id }: Sale) {
  const today = londonDay(new Date());
  const typed = { number: order_id, issued_on: today, due_on: today, orders: [order_id] };
  return inTransaction(db, (trx) => recordInvoice(trx, { owner, month }, typed, { actor }));
}

const isToInvoice = async ({ owner }: Sale) =>
  (await listToInvoice(db, service, {}, PAGE)).items.some((row) => row.owner === owner);

const listed = async ({ order_id }: Sale) =>
  (await listNotInvoiced(db, service, {}, PAGE)).items.find(({ id }) => id === order_id);

const toInvoicePence = async () =>
  (await sumByMonth(db, service, londonDay(new Date())))[0]?.to_invoice_pence ?? 0;

describe("a sale that won’t be invoiced", () => {
  test("leaves “To invoice” and its sums, and comes back when the decision is undone", async () => {
    const sale = await saleOfPartner(db);
    const before = await toInvoicePence();
    await decide(sale, "Agreed with the office");
    expect(await isToInvoice(sale)).toBe(false);
    expect(await toInvoicePence()).toBe(before - 24_000);
    expect(await listed(sale)).toMatchObject({
      owner_name: sale.code,
      month: sale.month,
      amount_pence: 24_000,
      reason: "Agreed with the office",
      decided_by: "Fin Marsh",
    });
    expect(await readMatterInvoice(db, service, sale.transaction_id)).toMatchObject({
      reason: "Agreed with the office",
      decided_by: "Fin Marsh",
      invoice: null,
    });
    await undo(sale.order_id);
    expect(await isToInvoice(sale)).toBe(true);
    expect(await toInvoicePence()).toBe(before);
    expect(await listed(sale)).toBeUndefined();
    const events = await db
      .selectFrom("events")
      .select(["event_name", "comments", "author_id"])
      .where("transaction_id", "=", sale.transaction_id)
      .where("event_name", "like", "invoice_%")
      .orderBy("date_time")
      .orderBy("id")
      .execute();
    expect(events).toEqual([
      {
        event_name: "invoice_not_needed",
        comments: "Agreed with the office",
        author_id: fin.id,
      },
      {
        event_name: "invoice_needed_again",
        comments: "Reason until now: Agreed with the office",
        author_id: fin.id,
      },
    ]);
  });

  test("is in the export of its month, with the reason, the name and the day", async () => {
    const sale = await saleOfPartner(db);
    await decide(sale, "=1+1");
    const reader = staffReader({ id: fin.id });
    const today = londonDay(new Date());
    const read = (month: string) =>
      exportInvoices(db, reader, { state: "not_needed", month }, today);
    const row = (await read(sale.month)).split("\r\n").find((line) => line.includes(sale.code));
    expect(row).toMatch(
      new RegExp(`^F-\\d+,.*,${sale.code},${sale.month},240\\.00,'=1\\+1,Fin Marsh,${today}$`),
    );
    expect(await read("2020-01")).not.toContain(sale.code);
    expect(adminDate((await listed(sale))?.decided_at ?? "")).toBe(adminDate(new Date()));
  });

  test("can’t be invoiced, and a sale on an invoice can’t be left out or “invoiced after all”", async () => {
    const sale = await saleOfPartner(db);
    await decide(sale);
    await expect(invoice(sale)).rejects.toThrow("Nothing is left to invoice here");
    const other = await saleOfPartner(db);
    await invoice(other);
    await expect(decide(other)).rejects.toThrow("Nothing is left to invoice here");
    await expect(undo(other.order_id)).rejects.toThrow("it has been invoiced since");
    await expect(undo("zz")).rejects.toThrow("it has been invoiced since");
    await expect(readToInvoice(db, service, other)).rejects.toThrow("Nothing is left");
    expect(await isToInvoice(other)).toBe(false);
  });

  test("refuses sales of another owner", async () => {
    const [sale, other] = [await saleOfPartner(db), await saleOfPartner(db)];
    await expect(decide({ ...sale, order_id: other.order_id })).rejects.toThrow(
      "no longer to invoice",
    );
    expect(await isToInvoice(other)).toBe(true);
  });

  test("of an invoice and a decision at once, one gets a conflict", async () => {
    const sale = await saleOfPartner(db);
    const outcomes = await Promise.allSettled([invoice(sale), decide(sale)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});
