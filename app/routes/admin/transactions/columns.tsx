import { paths } from "#app/paths.ts";
import type { Column } from "#app/ui/data-table.tsx";
import { RowLink, textOrDash } from "../kit/cells.tsx";
import type { TransactionRow } from "./row-view.ts";

/** The columns of the list, in the specification's order (J-007 to J-021). */
export const columns: readonly Column<TransactionRow>[] = [
  {
    key: "sellers",
    title: "Seller",
    width: "wide",
    cell: (row) => <RowLink to={paths.admin.transaction(row.id)}>{row.sellers}</RowLink>,
  },
  { key: "address", title: "Property address", cell: (row) => row.address, width: "wide" },
  { key: "asking_price", title: "Asking price", cell: (row) => row.asking_price, align: "end" },
  { key: "payment", title: "Payment status", cell: (row) => row.payment },
  {
    key: "seller_solicitor",
    title: "Seller solicitor",
    cell: (row) => textOrDash(row.seller_solicitor),
  },
  {
    key: "buyer_solicitor",
    title: "Buyer solicitor",
    cell: (row) => textOrDash(row.buyer_solicitor),
  },
  { key: "buyers", title: "Latest buyer", cell: (row) => textOrDash(row.buyers), width: "wide" },
  { key: "legals_started", title: "Date legals started", cell: (row) => row.legals_started },
  { key: "sale_agreed", title: "Date sale agreed", cell: (row) => textOrDash(row.sale_agreed) },
  { key: "exchanged", title: "Date exchanged", cell: (row) => textOrDash(row.exchanged) },
  { key: "completed", title: "Date completed", cell: (row) => textOrDash(row.completed) },
  {
    key: "offer_to_exchange",
    title: "Time offer to exchange (days)",
    cell: (row) => row.time.offer_to_exchange,
    align: "end",
  },
  { key: "saved", title: "Time saved (days)", cell: (row) => row.time.saved, align: "end" },
  { key: "percent", title: "% time saved", cell: (row) => row.time.percent, align: "end" },
  { key: "tags", title: "Tags", cell: (row) => textOrDash(row.tags) },
];
