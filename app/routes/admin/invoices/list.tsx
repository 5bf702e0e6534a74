import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { INVOICE_STATE_LABELS, INVOICE_STATES } from "#app/domain/invoices/invoice-labels.ts";
import { listInvoices, listToInvoice, sumByMonth } from "#app/domain/invoices/invoices.server.ts";
import { listNotInvoiced } from "#app/domain/invoices/not-invoiced.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { monthName } from "#app/domain/stats/months.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Filters, FilterSelect } from "#app/ui/filters.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { WithDialog } from "../shared/dialog-link.tsx";
import { openList } from "../shared/list.server.ts";
import { NumberedTable } from "../shared/numbered-table.tsx";
import { StaffPage } from "../shared/staff-page.tsx";
import { NOT_NEEDED, SUMS, TO_INVOICE } from "./columns.tsx";
import { InvoiceList } from "./invoice-list.tsx";
import { type InvoicesQuery, readInvoicesQuery } from "./query.server.ts";
import { FETCH_FAILURE, invoiceView, notNeededView, sumsView, toInvoiceView } from "./view.ts";

const TITLE = "Invoices";

export const handle: PageHandle = { title: TITLE, part: fromData("part") };

export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "keep_invoices");
  const query = readInvoicesQuery(request);
  const { state, month } = query;
  const { status, problem, list } = await openList(readLists(reader, query), {
    failure: FETCH_FAILURE,
    what: FETCH_FAILURE,
  });
  const part = [INVOICE_STATE_LABELS[state], month && monthName(month)].filter(Boolean).join(", ");
  return data({ part, state, month, problem, list }, { status });
}

async function readLists(reader: StaffReader, query: InvoicesQuery) {
  const { state, month } = query;
  const today = londonDay(new Date());
  const none = { open: null, invoices: null, not_needed: null };
  const sums = (await sumByMonth(db, reader, today)).map(sumsView);
  if (state === "to_invoice") {
    const found = await listToInvoice(db, reader, { month }, query);
    return { ...none, sums, open: { ...found, items: found.items.map(toInvoiceView) } };
  }
  if (state === "not_needed") {
    const found = await listNotInvoiced(db, reader, { month }, query);
    return { ...none, sums, not_needed: { ...found, items: found.items.map(notNeededView) } };
  }
  const found = await listInvoices(db, reader, { state, month }, query);
  const items = found.items.map((invoice) => invoiceView(invoice, today));
  return { ...none, sums, invoices: { ...found, items } };
}

const STATES = INVOICE_STATES.map((value) => ({ value, label: INVOICE_STATE_LABELS[value] }));

/** Lists what the owners of referral codes and developers owe, and what they have paid. */
export default function Invoices() {
  const { state, month, problem, list } = useLoaderData<typeof loader>();
  const months = (list?.sums ?? []).map(({ month: value, name }) => ({ value, label: name }));
  return (
    <StaffPage
      title={TITLE}
      lead="What owners of referral codes and developers owe for sales that customers don’t pay for. Amounts include VAT. No emails are sent from this page."
      trail={[
        { label: "Transactions", to: paths.admin.transactions() },
        { label: "Payments to look at", to: paths.admin.payments() },
      ]}
      actions={
        <ButtonLink
          to={paths.admin.invoicesExport({ state, month })}
          kind="secondary"
          size="small"
          reloadDocument
        >
          Download as CSV
        </ButtonLink>
      }
    >
      <WithDialog>
        <div className="stack" data-gap="l">
          <Filters label="Filter invoices">
            <FilterSelect name="state" label="Show" options={STATES} value={state} />
            <FilterSelect
              name="month"
              label="Month"
              all="All months"
              options={
                month && !months.some(({ value }) => value === month)
                  ? [...months, { value: month, label: monthName(month) }]
                  : months
              }
              value={month}
            />
          </Filters>
          {problem ? <Notification kind="error" title={problem} /> : null}
          {list?.open ? (
            <NumberedTable
              caption="Sales to invoice"
              name="to-invoice"
              columns={TO_INVOICE}
              list={list.open}
              empty="Nothing to invoice."
            />
          ) : null}
          {list?.not_needed ? (
            <NumberedTable
              caption="Sales that won’t be invoiced"
              name="not-needed"
              columns={NOT_NEEDED}
              list={list.not_needed}
              empty="Every sale is to invoice, or has been invoiced."
            />
          ) : null}
          {list?.invoices ? <InvoiceList state={state} list={list.invoices} /> : null}
          {list && list.sums.length > 0 ? (
            <>
              <h2>Sums by month</h2>
              <DataTable
                caption="Sums by month"
                hideCaption
                list="invoice-sums"
                columns={SUMS}
                rows={list.sums}
                rowKey={({ month: key }) => key}
              />
            </>
          ) : null}
        </div>
      </WithDialog>
    </StaffPage>
  );
}
