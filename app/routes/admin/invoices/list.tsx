import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import {
  INVOICE_STATE_LABELS,
  INVOICE_STATES,
  type InvoiceState,
} from "#app/domain/invoices/invoice-labels.ts";
import { listInvoices, listToInvoice, sumByMonth } from "#app/domain/invoices/invoices.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { monthName } from "#app/domain/stats/months.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Filters, FilterSelect } from "#app/ui/filters.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { DialogLink, WithDialog } from "../shared/dialog-link.tsx";
import { openList } from "../shared/list.server.ts";
import { NumberedTable } from "../shared/numbered-table.tsx";
import { StaffPage } from "../shared/staff-page.tsx";
import { type InvoicesQuery, readInvoicesQuery } from "./query.server.ts";
import {
  FETCH_FAILURE,
  type InvoiceRow,
  invoiceView,
  type SumsRow,
  sumsView,
  type ToInvoiceRow,
  toInvoiceView,
} from "./view.ts";

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
  const sums = (await sumByMonth(db, reader, today)).map(sumsView);
  if (state === "to_invoice") {
    const found = await listToInvoice(db, reader, { month }, query);
    return { sums, open: { ...found, items: found.items.map(toInvoiceView) }, invoices: null };
  }
  const found = await listInvoices(db, reader, { state, month }, query);
  const items = found.items.map((invoice) => invoiceView(invoice, today));
  return { sums, open: null, invoices: { ...found, items } };
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

type Shown = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["list"]>;

function InvoiceList({
  state,
  list,
}: {
  state: InvoiceState;
  list: NonNullable<Shown["invoices"]>;
}) {
  if (state === "received") {
    return (
      <NumberedTable
        caption="Received invoices"
        name="received-invoices"
        columns={[...ABOUT, RECEIVED, NOT_RECEIVED]}
        list={list}
        empty="No invoices have been received."
      />
    );
  }
  return (
    <Form method="get" action={paths.admin.invoicesReceived()} className="stack">
      <NumberedTable
        caption="Invoiced"
        name="invoiced"
        columns={[CHOOSE, ...ABOUT, CANCEL]}
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

const TO_INVOICE: readonly Column<ToInvoiceRow>[] = [
  { key: "owner", title: "Owner", cell: (row) => row.owner_name, width: "wide" },
  { key: "month", title: "Month", cell: (row) => row.month_name, width: "line" },
  { key: "sales", title: "Sales", cell: (row) => row.sales },
  { key: "total", title: "Amount", cell: (row) => row.total, align: "end" },
  {
    key: "action",
    title: "Action",
    cell: ({ owner, month, owner_name, month_name, id }) => (
      <DialogLink
        needs="keep_invoices"
        id={linkId(id)}
        to={paths.admin.newInvoice({ owner, month })}
        what={`for ${owner_name}, ${month_name}`}
      >
        Record invoice
      </DialogLink>
    ),
  },
];

/** Returns the id of the link that opens the form of a row, without spaces and colons. */
function linkId(id: string) {
  return `invoice-${id.replaceAll(/[^\w-]+/g, "-")}`;
}

const CHOOSE: Column<InvoiceRow> = {
  key: "choose",
  title: "Choose",
  cell: ({ id, number, owner_name }) => (
    <input
      type="checkbox"
      name="invoice"
      value={id}
      aria-label={`Invoice ${number}, ${owner_name}`}
    />
  ),
};

const ABOUT: readonly Column<InvoiceRow>[] = [
  { key: "number", title: "Invoice", cell: ({ number }) => number },
  { key: "owner", title: "Owner", cell: (row) => row.owner_name, width: "wide" },
  { key: "month", title: "Month", cell: (row) => row.month_name, width: "line" },
  { key: "sales", title: "Sales", cell: ({ sales }) => sales },
  { key: "total", title: "Amount", cell: ({ total }) => total, align: "end" },
  { key: "issued", title: "Invoice date", cell: ({ issued }) => issued, width: "line" },
  {
    key: "due",
    title: "Due",
    cell: ({ due, overdue }) => (
      <>
        {due} {overdue ? <Badge tone="stop">Overdue</Badge> : null}
      </>
    ),
    width: "line",
  },
];

const RECEIVED: Column<InvoiceRow> = {
  key: "received",
  title: "Received",
  cell: ({ received }) => received,
  width: "line",
};

const CANCEL: Column<InvoiceRow> = {
  key: "action",
  title: "Action",
  cell: ({ id, number }) => (
    <DialogLink
      needs="keep_invoices"
      id={`cancel-${id}`}
      to={paths.admin.cancelInvoice(id)}
      kind="quiet"
      what={number}
    >
      Cancel invoice
    </DialogLink>
  ),
};

const NOT_RECEIVED: Column<InvoiceRow> = {
  key: "action",
  title: "Action",
  cell: ({ id, number }) => (
    <DialogLink
      needs="keep_invoices"
      id={`not-received-${id}`}
      to={paths.admin.invoiceNotReceived(id)}
      kind="quiet"
      what={number}
    >
      Mark as not received
    </DialogLink>
  ),
};

const SUMS: readonly Column<SumsRow>[] = [
  { key: "month", title: "Month", cell: ({ name }) => name, width: "line" },
  { key: "to-invoice", title: "To invoice", cell: (row) => row.to_invoice, align: "end" },
  { key: "invoiced", title: "Invoiced", cell: ({ invoiced }) => invoiced, align: "end" },
  { key: "overdue", title: "Overdue part", cell: ({ overdue }) => overdue, align: "end" },
  { key: "received", title: "Received", cell: ({ received }) => received, align: "end" },
];
