import { useActionData, useLoaderData } from "@remix-run/react";
import { decideNotToInvoice, NotInvoicedForm } from "#app/domain/invoices/not-invoiced.server.ts";
import { paths } from "#app/paths.ts";
import { Checkboxes } from "#app/ui/forms/checkboxes.tsx";
import { fieldProps, listProps } from "#app/ui/forms/field-props.ts";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { addPage } from "../shared/dialog-pages.server.ts";
import { FormDialog } from "../shared/form-dialog.tsx";
import { readOwnerMonth, readSales } from "./sales-to-invoice.server.ts";
import { FETCH_FAILURE, linkId } from "./view.ts";

const TITLE = "Don’t invoice sales";

export const handle: PageHandle = { title: TITLE };

const server = addPage({
  needs: "keep_invoices",
  ids: (_params, request) => readOwnerMonth(request),
  form: ({ owner, month }) => `invoice-not-needed ${owner} ${month}`,
  readExtra: readSales,
  schema: NotInvoicedForm,
  create: (trx, value, by, place) => decideNotToInvoice(trx, place, value, by),
  done: "Saved: these sales won’t be invoiced",
  failures: { read: FETCH_FAILURE, write: "Failed to save the decision. Please try again." },
  back: ({ month }) => paths.admin.invoices({ month }),
  leadsTo: () => paths.admin.invoices({ state: "not_needed" }),
  opener: ({ owner, month }) => linkId("not-needed", `${owner} ${month}`),
});
export const loader = server.loader;
export const action = server.action;

/** Records that sales of a partner in a month won’t be invoiced, with the reason. */
export default function InvoiceNotNeeded() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { owner_name = "", month_name = "", sales = [] } = page.extra ?? {};
  return (
    <FormDialog<{ reason: string; orders: string[] }>
      id="not-needed"
      title={TITLE}
      page={page}
      result={result}
      submit="Don’t invoice"
    >
      {(fields) => (
        <>
          <p>
            For <strong>{owner_name}</strong>, {month_name}. The sales you choose leave the list “To
            invoice”. You can invoice them after all later. No emails are sent.
          </p>
          <Checkboxes {...listProps(fields.orders)} legend="Sales not to invoice" options={sales} />
          <TextField
            {...fieldProps(fields.reason)}
            label="Reason"
            hint="For our records, such as “Goodwill” or “Agreed with the office”"
          />
        </>
      )}
    </FormDialog>
  );
}
