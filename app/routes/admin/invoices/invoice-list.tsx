import { Form } from "@remix-run/react";
import type { InvoiceState } from "#app/domain/invoices/invoice-labels.ts";
import type { NumberedPage } from "#app/domain/paging/paging.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { NumberedTable } from "../shared/numbered-table.tsx";
import { INVOICED, RECEIVED_INVOICES } from "./columns.tsx";
import type { InvoiceRow } from "./view.ts";

/** Renders invoices that are unpaid or received. Several unpaid ones can be chosen at once. */
export function InvoiceList({
  state,
  list,
}: {
  state: InvoiceState;
  list: NumberedPage<InvoiceRow>;
}) {
  if (state === "received") {
    return (
      <NumberedTable
        caption="Received invoices"
        name="received-invoices"
        columns={RECEIVED_INVOICES}
        list={list}
        empty="No money has been received."
      />
    );
  }
  return (
    <Form method="get" action={paths.admin.invoicesReceived()} className="stack">
      {/* The list behind the dialog stays the same. */}
      <input type="hidden" name="state" value={state} />
      <NumberedTable
        caption="Invoiced"
        name="invoiced"
        columns={INVOICED}
        list={list}
        empty="No invoices are unpaid."
      />
      {list.items.length > 0 ? (
        <p>
          <Button type="submit" id="received">
            Record money received…
          </Button>
        </p>
      ) : null}
    </Form>
  );
}
