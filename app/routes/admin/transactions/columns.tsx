import { paths } from "#app/paths.ts";
import type { Side } from "#app/domain/transactions/solicitor-emails.ts";
import type { Column } from "#app/ui/data-table.tsx";
import { RowLink, textOrDash } from "../kit/cells.tsx";
import type { TransactionRow } from "./row-view.ts";
import { SideMark } from "./side-mark.tsx";
import { StatusStrip } from "./status-strip.tsx";
import { TagList } from "./tag-list.tsx";

/**
 * The columns of the list, in the specification's order (J-007 to J-021); among them the stage, and after them the strip.
 * list.css lays them out in two lines.
 */
export const columns: readonly Column<TransactionRow>[] = [
  { key: "sellers", title: "Seller", cell: (row) => <Cut text={row.sellers} /> },
  {
    key: "address",
    title: "Property address",
    cell: ({ id, address }) => (
      <RowLink to={paths.admin.transaction(id)}>
        <Cut text={address.street} />
        {address.town ? <Cut text={address.town} /> : null}
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
  { key: "stage", title: "Stage", cell: ({ stage }) => <StageCell stage={stage} /> },
  {
    key: "seller_solicitor",
    title: "Seller solicitor",
    cell: (row) => <SideCell side="seller" name={row.seller_solicitor} />,
  },
  {
    key: "buyer_solicitor",
    title: "Buyer solicitor",
    cell: (row) => <SideCell side="buyer" name={row.buyer_solicitor} />,
  },
  {
    key: "buyers",
    title: "Latest buyer",
    cell: (row) => (row.buyers ? <Cut text={row.buyers} /> : textOrDash(null)),
  },
  {
    key: "legals_started",
    title: "Date legals started",
    short: "Legals started",
    cell: (row) => row.legals_started,
  },
  {
    key: "sale_agreed",
    title: "Date sale agreed",
    short: "Sale agreed",
    cell: (row) => textOrDash(row.sale_agreed),
  },
  {
    key: "exchanged",
    title: "Date exchanged",
    short: "Exchanged",
    cell: (row) => textOrDash(row.exchanged),
  },
  {
    key: "completed",
    title: "Date completed",
    short: "Completed",
    cell: (row) => textOrDash(row.completed),
  },
  {
    key: "offer_to_exchange",
    title: "Time offer to exchange (days)",
    short: "Days to ex.",
    cell: (row) => textOrDash(row.time.offer_to_exchange),
    align: "end",
  },
  {
    key: "saved",
    title: "Time saved (days)",
    short: "Saved",
    cell: (row) => textOrDash(row.time.saved),
    align: "end",
  },
  {
    key: "percent",
    title: "% time saved",
    short: "%",
    cell: (row) => row.time.percent,
    align: "end",
  },
  {
    key: "tags",
    title: "Tags",
    cell: ({ tags }) => (tags.length > 0 ? <TagList tags={tags} /> : textOrDash(null)),
  },
  { key: "progress", title: "Status", cell: (row) => <StatusStrip progress={row.progress} /> },
];

/** Cut after a line, so that every row is as high as the others; whole for who points at it, and where text is spaced. */
function Cut({ text }: { text: string }) {
  return (
    <span className="cut" title={text}>
      {text}
    </span>
  );
}

/** Where the matter is, and under it who has it and for how long. */
function StageCell({ stage: { label, line, days, urgency } }: Pick<TransactionRow, "stage">) {
  return (
    <>
      <b>{label}</b>{" "}
      <span className="stage-line">
        {line}
        {days ? (
          <>
            , <span data-urgency={urgency}>{days}</span>
          </>
        ) : null}
      </span>
    </>
  );
}

/** The heading of the column says whose solicitor it is; the mark, to the eye. */
function SideCell({ side, name }: { side: Side; name: string | null }) {
  return (
    <>
      <SideMark side={side} />
      {name ? <Cut text={name} /> : textOrDash(null)}
    </>
  );
}
