import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import type { Column } from "#app/ui/data-table.tsx";
import { DialogLink } from "../shared/dialog-link.tsx";
import {
  type InvoiceRow,
  linkId,
  type NotNeededRow,
  type SumsRow,
  type ToInvoiceRow,
} from "./view.ts";

export const TO_INVOICE: readonly Column<ToInvoiceRow>[] = [
  { key: "owner", title: "Owner", cell: (row) => row.owner_name, width: "wide" },
  { key: "month", title: "Month", cell: (row) => row.month_name, width: "line" },
  { key: "sales", title: "Sales", cell: (row) => row.sales },
  { key: "total", title: "Amount", cell: (row) => row.total, align: "end" },
  {
    key: "action",
    title: "Action",
    cell: ({ owner, month, owner_name, month_name, id }) => (
      <div className="cluster">
        <DialogLink
          needs="keep_invoices"
          id={linkId("invoice", id)}
          to={paths.admin.newInvoice({ owner, month })}
          what={`for ${owner_name}, ${month_name}`}
        >
          Record invoice
        </DialogLink>
        <DialogLink
          needs="keep_invoices"
          id={linkId("not-needed", id)}
          to={paths.admin.invoiceNotNeeded({ owner, month })}
          kind="quiet"
          what={`${owner_name}, ${month_name}`}
        >
          Don’t invoice
        </DialogLink>
      </div>
    ),
  },
];

const NUMBER: Column<InvoiceRow> = {
  key: "number",
  title: "Invoice",
  cell: ({ number }) => number,
};

const CHOOSE: Column<InvoiceRow> = {
  ...NUMBER,
  cell: ({ id, number, owner_name }) => (
    <label className="choose-row">
      <input type="checkbox" name="invoice" value={id} />
      <span>
        {number}
        <span className="vh">, {owner_name}</span>
      </span>
    </label>
  ),
  width: "line",
};

const ABOUT: readonly Column<InvoiceRow>[] = [
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
      to={paths.admin.cancelInvoice(id, { state: "invoiced" })}
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
      to={paths.admin.invoiceNotReceived(id, { state: "received" })}
      kind="quiet"
      what={number}
    >
      Mark as not received
    </DialogLink>
  ),
};

/** Columns of invoices that are unpaid, which staff choose, and of those that are received. */
export const INVOICED = [CHOOSE, ...ABOUT, CANCEL];
export const RECEIVED_INVOICES = [NUMBER, ...ABOUT, RECEIVED, NOT_RECEIVED];

export const NOT_NEEDED: readonly Column<NotNeededRow>[] = [
  {
    key: "matter",
    title: "Matter",
    cell: ({ number, address }) => (
      <>
        {number}, {address}
      </>
    ),
    width: "wide",
  },
  { key: "owner", title: "Owner", cell: (row) => row.owner_name, width: "wide" },
  { key: "month", title: "Month", cell: (row) => row.month_name, width: "line" },
  { key: "amount", title: "Amount", cell: ({ amount }) => amount, align: "end" },
  { key: "reason", title: "Reason", cell: ({ reason }) => reason, width: "wide" },
  {
    key: "decided",
    title: "Decided",
    cell: ({ decided_by, decided_on }) => `${decided_by}, ${decided_on}`,
  },
  {
    key: "action",
    title: "Action",
    cell: ({ id, number }) => (
      <DialogLink
        needs="keep_invoices"
        id={`needed-${id}`}
        to={paths.admin.invoiceNeeded(id, { state: "not_needed" })}
        kind="quiet"
        what={number}
      >
        Invoice after all
      </DialogLink>
    ),
  },
];

export const SUMS: readonly Column<SumsRow>[] = [
  { key: "month", title: "Month", cell: ({ name }) => name, width: "line" },
  { key: "to-invoice", title: "To invoice", cell: (row) => row.to_invoice, align: "end" },
  { key: "invoiced", title: "Invoiced", cell: ({ invoiced }) => invoiced, align: "end" },
  { key: "overdue", title: "Of which overdue", cell: ({ overdue }) => overdue, align: "end" },
  { key: "received", title: "Received", cell: ({ received }) => received, align: "end" },
];
