import { z } from "zod";
import { INVOICE_STATES, type InvoiceState } from "#app/domain/invoices/invoice-labels.ts";
import { isMonth } from "#app/domain/invoices/owners.server.ts";
import { filters, numberedPages, readListQuery } from "../shared/list.server.ts";

const invoicesQuery = numberedPages.extend({
  state: filters.oneOf(INVOICE_STATES),
  month: z.string().refine(isMonth).optional().catch(undefined),
});

/** Reads the filters of the list and of its export. Without a state, lists what is to invoice. */
export function readInvoicesQuery(request: Request) {
  const query = readListQuery(request, invoicesQuery);
  const state: InvoiceState = query.state ?? "to_invoice";
  return { ...query, state };
}

export type InvoicesQuery = ReturnType<typeof readInvoicesQuery>;
