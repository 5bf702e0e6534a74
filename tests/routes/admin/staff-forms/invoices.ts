import { decideNotToInvoice } from "#app/domain/invoices/not-invoiced.server.ts";
import { recordInvoice } from "#app/domain/invoices/record-invoices.server.ts";
import { inTransaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { getOrCreateOrder } from "#app/domain/payments/orders.server.ts";
import { payWithReferralCode } from "#app/domain/payments/pay-with-code.server.ts";
import { insertCode, sellerAtPayment } from "#tests/support/payments.ts";
import type { Visitor } from "#tests/support/sign-in.ts";
import { renderConfirmation, renderFilledForm, type StaffForms } from "./staff-form.ts";

/** Pays for a sale with a new code, and returns its owner, month and order. */
export async function saleOfPartner(db: Db) {
  const code = `CODE${crypto.randomUUID().slice(0, 8)}`;
  await insertCode(db, code);
  const { sale } = await sellerAtPayment(db);
  await getOrCreateOrder(db, sale);
  await inTransaction(db, (trx) => payWithReferralCode(trx, sale, code));
  const { id: order_id } = await db
    .selectFrom("orders")
    .select("id")
    .where("transaction_id", "=", sale.transaction_id)
    .executeTakeFirstOrThrow();
  const month = londonDay(new Date()).slice(0, 7);
  return { owner: `code:${code}`, code, month, order_id, transaction_id: sale.transaction_id };
}

/** Records an invoice of today for a sale that was paid with a new code, and returns its id. */
export async function insertInvoice(db: Db, ada: Visitor) {
  const { order_id, ...place } = await saleOfPartner(db);
  const today = londonDay(new Date());
  const number = `FL-${crypto.randomUUID().slice(0, 8)}`;
  const invoice = { number, issued_on: today, due_on: today, orders: [order_id] };
  const actor = { id: ada.id, request_id: "" };
  return inTransaction(db, (trx) => recordInvoice(trx, place, invoice, { actor }));
}

/** Decides not to invoice a sale that was paid with a new code, and returns its order’s id. */
async function insertNotInvoiced(db: Db, ada: Visitor) {
  const { order_id, ...place } = await saleOfPartner(db);
  const actor = { id: ada.id, request_id: "" };
  const decision = { reason: "Goodwill", orders: [order_id] };
  await inTransaction(db, (trx) => decideNotToInvoice(trx, place, decision, { actor }));
  return order_id;
}

const today = (name: string) => {
  const [year = "", month = "", day = ""] = londonDay(new Date()).split("-");
  return { [`${name}.day`]: day, [`${name}.month`]: month, [`${name}.year`]: year };
};

const INVOICES = "/admin/invoices";

export const invoiceForms: StaffForms = {
  "invoices/add.tsx": {
    writes: [["invoice_recorded", "transaction", ["invoice"]]],
    async arrange({ db, ada }) {
      const { owner, month, order_id } = await saleOfPartner(db);
      const path = `${INVOICES}/add?owner=${encodeURIComponent(owner)}&month=${month}`;
      const number = crypto.randomUUID().slice(0, 8);
      return renderFilledForm(ada, path, "invoice", (racer) => ({
        number: `${number}-${racer}`,
        ...today("issued_on"),
        ...today("due_on"),
        "orders[0]": order_id,
      }));
    },
  },
  "invoices/received.tsx": {
    writes: [["invoice_received", "transaction", ["invoice"]]],
    lockedTable: "invoices",
    async arrange({ db, ada }) {
      const id = await insertInvoice(db, ada);
      return renderFilledForm(ada, `${INVOICES}/received?invoice=${id}`, "received-form", () => ({
        ...today("received_on"),
      }));
    },
  },
  "invoices/not-received.tsx": {
    writes: [["invoice_not_received", "transaction", ["invoice"]]],
    lockedTable: "invoices",
    async arrange({ db, ada }) {
      const id = await insertInvoice(db, ada);
      await db
        .updateTable("invoices")
        .set({ received_on: londonDay(new Date()) })
        .where("id", "=", id)
        .execute();
      return renderConfirmation(ada, `${INVOICES}/${id}/not-received`);
    },
  },
  "invoices/not-needed.tsx": {
    writes: [["invoice_not_needed", "transaction", ["invoice"]]],
    async arrange({ db, ada }) {
      const { owner, month, order_id } = await saleOfPartner(db);
      const path = `${INVOICES}/not-needed?owner=${encodeURIComponent(owner)}&month=${month}`;
      return renderFilledForm(ada, path, "not-needed", () => ({
        reason: "Goodwill",
        "orders[0]": order_id,
      }));
    },
  },
  "invoices/needed.tsx": {
    writes: [["invoice_needed_again", "transaction", ["invoice"]]],
    async arrange({ db, ada }) {
      return renderConfirmation(ada, `${INVOICES}/${await insertNotInvoiced(db, ada)}/needed`);
    },
  },
  "invoices/cancel.tsx": {
    writes: [["invoice_cancelled", "transaction", ["invoice"]]],
    lockedTable: "invoices",
    async arrange({ db, ada }) {
      return renderConfirmation(ada, `${INVOICES}/${await insertInvoice(db, ada)}/cancel`);
    },
  },
};
