import { paths } from "#app/paths.ts";
import type { Column } from "#app/ui/data-table.tsx";
import { RowLink, textOrDash } from "../kit/cells.tsx";
import type { TransactionRow } from "./row-view.ts";
import { StatusStrip } from "./status-strip.tsx";
import { TagList } from "./tag-list.tsx";

/**
 * The columns of the list, in the specification's order (J-007 to J-021), and after them the strip. list.css lays them
 * out in two lines.
 */
export const columns: readonly Column<TransactionRow>[] = [
  { key: "sellers", title: "Seller", cell: (row) => row.sellers },
  {
    key: "address",
    title: "Property address",
    cell: ({ id, address }) => (
      <RowLink to={paths.admin.transaction(id)}>
        <span className="cell-line">{address.street}</span>
        {address.town ? <span className="cell-line">{address.town}</span> : null}
      </RowLink>
    ),
  },
  { key: "asking_price", title: "Asking price", cell: (row) => row.asking_price, align: "end" },
  {
    key: "payment",
    title: "Payment status",
    cell: ({ payment }) => (payment.paid ? payment.text : <strong>{payment.text}</strong>),
    align: "end",
  },
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
  { key: "buyers", title: "Latest buyer", cell: (row) => textOrDash(row.buyers) },
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
  {
    key: "tags",
    title: "Tags",
    cell: ({ tags }) => (tags.length > 0 ? <TagList tags={tags} /> : textOrDash(null)),
  },
  { key: "progress", title: "Status", cell: (row) => <StatusStrip progress={row.progress} /> },
];
