import { beforeAll, describe, expect, test } from "vitest";
import {
  recordInvoice,
  recordReceived,
  undoReceived,
} from "#app/domain/invoices/record-invoices.server.ts";
import { adminDate, londonDay } from "#app/domain/shared/dates.ts";
import { inTransaction } from "#db/connection.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertGroup } from "#tests/support/groups.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { open } from "./pages.ts";
import { insertInvoice } from "./staff-forms/invoices.ts";

const { db } = useTestDatabase();
const today = londonDay(new Date());
let ada: Visitor;
let actor: { id: string; request_id: string };

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
  actor = { id: ada.id, request_id: "" };
});

/** Creates a group of two units, and an invoice to its developer for the first. */
async function invoicedUnit() {
  const { units } = await insertGroup(db);
  const [id = "", other = ""] = units;
  const { order_id, company_id } = await db
    .selectFrom("orders")
    .innerJoin("transactions", "transactions.id", "orders.transaction_id")
    .select(["orders.id as order_id", "transactions.company_seller_id as company_id"])
    .where("transactions.id", "=", id)
    .executeTakeFirstOrThrow();
  const place = { owner: `company:${company_id}`, month: today.slice(0, 7) };
  const typed = { number: order_id, issued_on: today, due_on: today, orders: [order_id] };
  const invoice_id = await inTransaction(db, (trx) => recordInvoice(trx, place, typed, { actor }));
  return { id, other, invoice_id };
}

const receive = (invoice_id: string) =>
  inTransaction(db, (trx) =>
    recordReceived(trx, { invoices: [invoice_id], received_on: today }, { actor }),
  );

const takeBack = (invoice_id: string) =>
  inTransaction(db, (trx) => undoReceived(trx, invoice_id, { received_on: today, actor }));

describe("a developer’s unit", () => {
  test("is paid in the list, its filter and the record once the money of its invoice has come in (J-010, K-004)", async () => {
    const { id, other, invoice_id } = await invoicedUnit();
    const listed = async (paid: string) =>
      (await open(`/admin/transactions?paid=${paid}`, ada)).html;
    const badge = async () => (await open(`/admin/transactions/${id}`, ada)).text;
    expect(await listed("unpaid")).toContain(id);
    expect(await badge()).toContain("Invoice Unpaid");
    await receive(invoice_id);
    const paid = await listed("paid");
    expect(paid).toContain(id);
    expect(paid).toContain("Paid - Invoice");
    expect(paid).not.toContain(other);
    expect(await listed("unpaid")).not.toContain(id);
    expect(await badge()).toContain(`Paid via Invoice on ${adminDate(today)}`);
    await takeBack(invoice_id);
    expect(await listed("unpaid")).toContain(id);
    expect(await badge()).toContain("Invoice Unpaid");
  });

  test("is noted as unpaid on the Solicitors tab and its form until the money of its invoice has come in (L-031)", async () => {
    const { id, invoice_id } = await invoicedUnit();
    const notes = async () => {
      const pages = ["solicitors", "solicitors/assign"].map((path) =>
        open(`/admin/transactions/${id}/${path}`, ada),
      );
      return (await Promise.all(pages)).map(({ text }) => text.includes("transaction is unpaid"));
    };
    expect(await notes()).toEqual([true, true]);
    await receive(invoice_id);
    expect(await notes()).toEqual([false, false]);
    await takeBack(invoice_id);
    expect(await notes()).toEqual([true, true]);
  });

  test("no longer waits for its developer’s payment, but for us", async () => {
    const { id, invoice_id } = await invoicedUnit();
    const step = () =>
      db
        .selectFrom("listed_transactions")
        .select(["holder", "next_step", "since"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
    expect(await step()).toEqual({ holder: "seller", next_step: "pay", since: today });
    await receive(invoice_id);
    expect(await step()).toEqual({ holder: "us", next_step: "assign_solicitors", since: today });
  });
});

test("a sale that a code paid for keeps its payment when its invoice is received, and when that is undone", async () => {
  const invoice_id = await insertInvoice(db, ada);
  const order = () =>
    db
      .selectFrom("orders")
      .innerJoin("invoice_items", "invoice_items.order_id", "orders.id")
      .select(["stripe_transaction_status", "paid_at"])
      .where("invoice_id", "=", invoice_id)
      .executeTakeFirstOrThrow();
  const before = await order();
  expect(before.stripe_transaction_status).toBe("succeeded");
  await receive(invoice_id);
  expect(await order()).toEqual(before);
  await takeBack(invoice_id);
  expect(await order()).toEqual(before);
});
