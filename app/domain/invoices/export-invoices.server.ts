import type { NumberedPage } from "#app/domain/paging/paging.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { toCsv } from "#app/domain/shared/csv.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import type { Db } from "#db/connection.ts";
import { type InvoiceState, isOverdue } from "./invoice-labels.ts";
import {
  type Invoice,
  listInvoices,
  listToInvoice,
  MOST_ITEMS,
  type ToInvoice,
} from "./invoices.server.ts";
import { listNotInvoiced, type NotInvoiced } from "./not-invoiced.server.ts";

/** Most rows of an export. A longer list is exported month by month. */
const MOST_EXPORTED = 10_000;

type Filter = { state: InvoiceState; month?: string | undefined };

/** Returns the list of a state as CSV. `today` is "2026-11-30". */
export async function exportInvoices(
  db: Db,
  reader: StaffReader,
  { state, month }: Filter,
  today: string,
): Promise<string> {
  if (state === "to_invoice") {
    const rows = await readPages((query) => listToInvoice(db, reader, { month }, query));
    return toCsv([
      ["Owner", "Month", "Sales", "Amount (£, including VAT)"],
      ...rows.map(toInvoice),
    ]);
  }
  if (state === "not_needed") {
    const rows = await readPages((query) => listNotInvoiced(db, reader, { month }, query));
    return toCsv([NOT_INVOICED_HEAD, ...rows.map(toNotInvoiced)]);
  }
  const rows = await readPages((query) => listInvoices(db, reader, { state, month }, query));
  return toCsv([INVOICE_HEAD, ...rows.map((invoice) => toRow(invoice, today))]);
}

async function readPages<Row>(
  read: (query: { page: number; size: number }) => Promise<NumberedPage<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; rows.length < MOST_EXPORTED; page++) {
    const part = await read({ page, size: MOST_ITEMS });
    rows.push(...part.items);
    if (page >= part.pages) break;
  }
  return rows;
}

function toInvoice({ owner_name, month, sales, total_pence }: ToInvoice) {
  return [owner_name, month, sales, toPounds(total_pence)];
}

const NOT_INVOICED_HEAD = [
  "Matter",
  "Address",
  "Owner",
  "Month",
  "Amount (£, including VAT)",
  "Reason",
  "Decided by",
  "Decided on",
];

function toNotInvoiced(sale: NotInvoiced) {
  const { number, address, owner_name, month, amount_pence, reason, decided_by } = sale;
  const matter = formatMatterNumber(number);
  const decided_on = londonDay(sale.decided_at);
  return [
    ...[matter, address, owner_name, month, toPounds(amount_pence)],
    ...[reason, decided_by, decided_on],
  ];
}

const INVOICE_HEAD = [
  "Invoice",
  "Owner",
  "Month",
  "Sales",
  "Amount (£, including VAT)",
  "Invoice date",
  "Due",
  "Overdue",
  "Received",
];

function toRow(invoice: Invoice, today: string) {
  const { number, owner_name, month, sales, total_pence, issued_on, due_on, received_on } = invoice;
  const overdue = isOverdue(invoice, today) ? "Yes" : "No";
  const amount = toPounds(total_pence);
  return [number, owner_name, month, sales, amount, issued_on, due_on, overdue, received_on];
}

/** Returns an amount that a spreadsheet reads as a number, such as "240.00". */
function toPounds(pence: number) {
  return (pence / 100).toFixed(2);
}
