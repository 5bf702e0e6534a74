import { useActionData, useLoaderData } from "@remix-run/react";
import { InvoiceForm, recordInvoice } from "#app/domain/invoices/record-invoices.server.ts";
import type { DateParts } from "#app/domain/transactions/significant-dates.ts";
import { paths } from "#app/paths.ts";
import { Checkboxes } from "#app/ui/forms/checkboxes.tsx";
import { DateField } from "#app/ui/forms/date-field.tsx";
import { dateProps, fieldProps, listProps } from "#app/ui/forms/field-props.ts";
import { labelByPart } from "#app/ui/forms/form-types.ts";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { addPage } from "../shared/dialog-pages.server.ts";
import { FormDialog } from "../shared/form-dialog.tsx";
import { readOwnerMonth, readSales } from "./sales-to-invoice.server.ts";
import { FETCH_FAILURE, linkId, SAVE_FAILURE } from "./view.ts";

const TITLE = "Record an invoice";

export const handle: PageHandle = { title: TITLE };

const server = addPage({
  needs: "keep_invoices",
  ids: (_params, request) => readOwnerMonth(request),
  form: ({ owner, month }) => `invoice ${owner} ${month}`,
  readExtra: readSales,
  schema: InvoiceForm,
  create: (trx, invoice, by, place) => recordInvoice(trx, place, invoice, by),
  done: "Invoice recorded",
  failures: { read: FETCH_FAILURE, write: SAVE_FAILURE },
  back: ({ month }) => paths.admin.invoices({ month }),
  leadsTo: () => paths.admin.invoices({ state: "invoiced" }),
  opener: ({ owner, month }) => linkId("invoice", `${owner} ${month}`),
});
export const loader = server.loader;
export const action = server.action;

type Values = { number: string; issued_on: DateParts; due_on: DateParts; orders: string[] };

const LABELS = { issued_on: "Invoice date", due_on: "Due date" };

/** Records an invoice that was sent to a partner, for some or all of its sales in a month. */
export default function RecordInvoice() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { owner_name = "", month_name = "", sales = [] } = page.extra ?? {};
  return (
    <FormDialog<Values>
      id="invoice"
      title={TITLE}
      page={{ ...page, typed: { orders: sales.map(({ value }) => value) } }}
      result={result}
      submit="Record invoice"
      questionNames={labelByPart(LABELS)}
    >
      {(fields) => (
        <>
          <p>
            For <strong>{owner_name}</strong>, {month_name}. This records an invoice that you have
            sent. No emails are sent.
          </p>
          <TextField {...fieldProps(fields.number)} label="Invoice number" width="20" />
          <DateField {...dateProps(fields.issued_on)} legend={LABELS.issued_on} />
          <DateField {...dateProps(fields.due_on)} legend={LABELS.due_on} />
          <Checkboxes {...listProps(fields.orders)} legend="Sales on the invoice" options={sales} />
        </>
      )}
    </FormDialog>
  );
}
