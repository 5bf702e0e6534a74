import type { Invoice, MonthSums, ToInvoice } from "#app/domain/invoices/invoices.server.ts";
import type { NotInvoiced } from "#app/domain/invoices/not-invoiced.server.ts";
import { isOverdue } from "#app/domain/invoices/invoice-labels.ts";
import { adminDate } from "#app/domain/shared/dates.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { formatPence } from "#app/domain/shared/money.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { monthName } from "#app/domain/stats/months.ts";

export const FETCH_FAILURE = "There was an error while fetching invoices";
export const SAVE_FAILURE = "Failed to save the invoice. Please try again.";

export type ToInvoiceRow = ReturnType<typeof toInvoiceView>;

export function toInvoiceView({ id, owner, owner_name, month, sales, total_pence }: ToInvoice) {
  return {
    id,
    owner,
    month,
    owner_name,
    month_name: monthName(month),
    sales: pluralise(sales, "sale"),
    total: formatPence(total_pence),
  };
}

/** Returns the id of a link in the row of an owner and month, without spaces and colons. */
export function linkId(verb: string, row: string) {
  return `${verb}-${row.replaceAll(/[^\w-]+/g, "-")}`;
}

export type NotNeededRow = ReturnType<typeof notNeededView>;

export function notNeededView(sale: NotInvoiced) {
  const { id, number, address, owner_name, month, amount_pence, reason, decided_by } = sale;
  return {
    ...{ id, address, owner_name, reason },
    number: formatMatterNumber(number),
    month_name: monthName(month),
    amount: formatPence(amount_pence),
    decided_by: decided_by ?? "",
    decided_on: adminDate(sale.decided_at),
  };
}

export type InvoiceRow = ReturnType<typeof invoiceView>;

export function invoiceView(invoice: Invoice, today: string) {
  const { id, number, owner_name, month, sales, total_pence, issued_on, due_on } = invoice;
  return {
    id,
    number,
    owner_name,
    month_name: monthName(month),
    sales: pluralise(sales, "sale"),
    total: formatPence(total_pence),
    issued: adminDate(issued_on),
    due: adminDate(due_on),
    overdue: isOverdue(invoice, today),
    received: invoice.received_on && adminDate(invoice.received_on),
  };
}

export type SumsRow = ReturnType<typeof sumsView>;

export function sumsView(sums: MonthSums) {
  return {
    month: sums.month,
    name: monthName(sums.month),
    to_invoice: formatPence(sums.to_invoice_pence),
    invoiced: formatPence(sums.invoiced_pence),
    overdue: formatPence(sums.overdue_pence),
    received: formatPence(sums.received_pence),
  };
}
