/**
 * Changes of invoices to partners. Each change has a reverse, and each is an event of every matter
 * that the invoice is for, so that the history shows who made it and when.
 */

import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { ConflictError, DomainError } from "#app/domain/errors.ts";
import { recordStaffEvent } from "#app/domain/events/events.server.ts";
import { service } from "#app/domain/readers/service.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { dateInput } from "#app/domain/shared/dates.server.ts";
import { adminDate, londonDay } from "#app/domain/shared/dates.ts";
import { londonTime } from "#app/domain/shared/london-time.ts";
import { objectId, sortErrorsByPage } from "#app/domain/shared/form-rules.server.ts";
import { freeText, staffTextLine } from "#app/domain/shared/free-text.server.ts";
import { formatPence } from "#app/domain/shared/money.ts";
import type { Db } from "#db/connection.ts";
import { invoiceNotFound, MOST_ITEMS, readToInvoice } from "./invoices.server.ts";
import { parseOwner } from "./owners.server.ts";

const day = (message: string) =>
  dateInput().transform((typed, context) => {
    if (typed !== null) return typed;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });

const MAX_NUMBER = 40;

/** Sales that staff tick, by their orders. */
export const chosenSales = z
  .array(objectId(), { error: "Choose at least one sale" })
  .min(1, "Choose at least one sale")
  .max(MOST_ITEMS, `Choose at most ${MOST_ITEMS} sales`);

const invoiceFields = z.object({
  number: freeText("Enter the invoice number", `Enter at most ${MAX_NUMBER} characters`, {
    max: MAX_NUMBER,
    read: staffTextLine,
  }),
  issued_on: day("Enter the invoice date"),
  due_on: day("Enter the due date"),
  orders: chosenSales,
});

/** Form of an invoice that staff have sent to a partner. */
export const InvoiceForm = invoiceFields
  .superRefine(({ issued_on, due_on }, context) => {
    const refuse = (name: keyof typeof invoiceFields.shape, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if (issued_on > londonDay(new Date())) {
      refuse("issued_on", "The invoice date must be today or earlier");
    }
    if (due_on < issued_on) refuse("due_on", "The due date must be the invoice date or later");
  })
  .check(sortErrorsByPage(invoiceFields));

type NewInvoice = z.output<typeof InvoiceForm>;

/**
 * Records an invoice for sales of one owner in one month.
 * @returns the id of the invoice
 * @throws NotFoundError if nothing is left to invoice; ConflictError if a colleague has invoiced
 * one of the sales, or another invoice has the number
 */
export async function recordInvoice(
  trx: Db,
  place: { owner: string; month: string },
  { number, issued_on, due_on, orders }: NewInvoice,
  { actor }: { actor: Actor },
): Promise<string> {
  const owner = parseOwner(place.owner);
  const { sales, amount_pence } = await readToInvoice(trx, service, place);
  const open = new Set(sales.map(({ order_id }) => order_id));
  const chosen = [...new Set(orders)];
  if (!owner || chosen.some((id) => !open.has(id))) throw alreadyInvoiced();
  const total_pence = chosen.length * amount_pence;
  const invoice = await trx
    .insertInto("invoices")
    .values({
      ...owner,
      number,
      month: `${place.month}-01`,
      total_pence,
      issued_on,
      due_on,
      created_by: actor.id,
    })
    .onConflict((conflict) => conflict.column("number").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!invoice) {
    const details = { data: { field: "number" } };
    throw new ConflictError("Another invoice has this number. Enter another", details);
  }
  const items = await trx
    .insertInto("invoice_items")
    .values(chosen.map((order_id) => ({ order_id, invoice_id: invoice.id, amount_pence })))
    .onConflict((conflict) => conflict.column("order_id").doNothing())
    .returning("order_id")
    .execute();
  // A colleague who invoices the same sale at the same time is the first to insert its row.
  if (items.length < chosen.length) throw alreadyInvoiced();
  await recordOnMatters(trx, invoice.id, {
    actor,
    event_name: "invoice_recorded",
    comments: `Invoice ${number} of ${adminDate(issued_on)}, due ${adminDate(due_on)}: ${formatPence(amount_pence)}`,
  });
  return invoice.id;
}

/** Returns the error for sales that a colleague has invoiced since, or decided not to invoice. */
export function alreadyInvoiced() {
  return new ConflictError(
    "Some of these sales are no longer to invoice, because a colleague has changed them. Open the page again",
  );
}

/** Form of the day on which the money of one or several invoices came in. */
export const ReceivedForm = z.object({
  /** Ids of the invoices, with commas between them. */
  invoices: z
    .string({ error: "Choose invoices" })
    .transform((ids) => [...new Set(ids.split(",").filter(isObjectId))])
    .refine((ids) => ids.length > 0 && ids.length <= MOST_ITEMS, "Choose invoices"),
  received_on: day("Enter the day on which the money came in").refine(
    (received_on) => received_on <= londonDay(new Date()),
    "The day must be today or earlier",
  ),
});

/**
 * Records that the money of invoices came in. Saves everything or nothing.
 * @throws ConflictError if one of them has been received or cancelled since; DomainError at the
 * field for a day before an invoice was issued
 */
export async function recordReceived(
  trx: Db,
  { invoices: ids, received_on }: z.output<typeof ReceivedForm>,
  { actor }: { actor: Actor },
): Promise<void> {
  const rows = await trx
    .selectFrom("invoices")
    .select(["id", "number", "issued_on", "received_on"])
    .where("id", "in", ids)
    .orderBy("id")
    .forUpdate()
    .execute();
  if (rows.length < ids.length || rows.some((row) => row.received_on !== null)) {
    throw new ConflictError("Some of these invoices have changed since. Open the list again");
  }
  const early = rows.find(({ issued_on }) => received_on < issued_on);
  if (early) {
    throw new DomainError(
      `Invoice ${early.number} was issued on ${adminDate(early.issued_on)}. Enter that day or a later one`,
      400,
      { data: { field: "received_on" } },
    );
  }
  await trx.updateTable("invoices").set({ received_on }).where("id", "in", ids).execute();
  await setUnitsPaid(trx, ids, received_on);
  for (const { id, number } of rows) {
    await recordOnMatters(trx, id, {
      actor,
      event_name: "invoice_received",
      comments: `Invoice ${number}: money received on ${adminDate(received_on)}`,
    });
  }
}

/**
 * Undoes recordReceived for one invoice: its money has not come in.
 * @throws NotFoundError; ConflictError if it is no longer received on that day
 */
export async function undoReceived(
  trx: Db,
  id: string,
  { received_on, actor }: { received_on: string; actor: Actor },
): Promise<void> {
  const invoice = await lockInvoice(trx, id);
  if (invoice.received_on !== received_on) throw changedSince();
  await trx.updateTable("invoices").set({ received_on: null }).where("id", "=", id).execute();
  await setUnitsPaid(trx, [id], null);
  await recordOnMatters(trx, id, {
    actor,
    event_name: "invoice_not_received",
    comments: `Invoice ${invoice.number}: not received on ${adminDate(received_on)} after all`,
  });
}

/**
 * Undoes recordInvoice: its sales are to invoice again, and its number is free again.
 * @throws NotFoundError; ConflictError if its money has come in
 */
export async function cancelInvoice(
  trx: Db,
  id: string,
  { actor }: { actor: Actor },
): Promise<void> {
  const invoice = await lockInvoice(trx, id);
  if (invoice.received_on !== null) throw changedSince();
  await recordOnMatters(trx, id, {
    actor,
    event_name: "invoice_cancelled",
    comments: `Invoice ${invoice.number} of ${adminDate(invoice.issued_on)}`,
  });
  await trx.deleteFrom("invoices").where("id", "=", id).execute();
}

/**
 * Stores that the orders of a developer’s units are paid, as a referral code does for its order
 * (AMB-E07), or no longer are. Orders that a code has paid stay as they are.
 */
async function setUnitsPaid(trx: Db, invoices: readonly string[], received_on: string | null) {
  await trx
    .updateTable("orders")
    .set({
      stripe_transaction_status: received_on === null ? null : "succeeded",
      paid_at: received_on === null ? null : londonTime(received_on),
    })
    .where("code", "is", null)
    .where("id", "in", (eb) =>
      eb.selectFrom("invoice_items").select("order_id").where("invoice_id", "in", invoices),
    )
    .execute();
}

function changedSince() {
  return new ConflictError("A colleague has changed this invoice. Open the list again");
}

function lockInvoice(trx: Db, id: string) {
  if (!isObjectId(id)) throw invoiceNotFound();
  return trx
    .selectFrom("invoices")
    .select(["number", "issued_on", "received_on"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow(invoiceNotFound);
}

type InvoiceEvent =
  | "invoice_recorded"
  | "invoice_received"
  | "invoice_not_received"
  | "invoice_cancelled";

async function recordOnMatters(
  trx: Db,
  invoice_id: string,
  event: { actor: Actor; event_name: InvoiceEvent; comments: string },
) {
  const matters = await trx
    .selectFrom("invoice_items")
    .innerJoin("orders", "orders.id", "invoice_items.order_id")
    .select("orders.transaction_id")
    .where("invoice_id", "=", invoice_id)
    .orderBy(sql`orders.transaction_id`)
    .execute();
  for (const { transaction_id } of matters) {
    await recordStaffEvent(trx, { ...event, transaction_id, fields: ["invoice"] });
  }
}
