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
      <>
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
      </>
    ),
  },
];

export const CHOOSE: Column<InvoiceRow> = {
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

export const ABOUT: readonly Column<InvoiceRow>[] = [
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

export const RECEIVED: Column<InvoiceRow> = {
  key: "received",
  title: "Received",
  cell: ({ received }) => received,
  width: "line",
};

export const CANCEL: Column<InvoiceRow> = {
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

export const NOT_RECEIVED: Column<InvoiceRow> = {
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
        to={paths.admin.invoiceNeeded(id)}
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
  { key: "overdue", title: "Overdue part", cell: ({ overdue }) => overdue, align: "end" },
  { key: "received", title: "Received", cell: ({ received }) => received, align: "end" },
];
