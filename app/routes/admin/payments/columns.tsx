import { Link } from "@remix-run/react";
import type { ReviewState } from "#app/domain/payments/list-reviews.server.ts";
import { paths } from "#app/paths.ts";
import type { Column } from "#app/ui/data-table.tsx";
import { textOrDash } from "../kit/cells.tsx";
import type { ReviewView } from "./view.ts";

/** Which payment, why, and what to do; then what was done, where something was. */
export function columns(state: ReviewState): readonly Column<ReviewView>[] {
  if (state === "dealt_with") return [...about, note, dealtWith, action];
  if (state === "gone") return [...about, gone];
  return [...about, toDo, note, action];
}

const about: readonly Column<ReviewView>[] = [
  { key: "matter", title: "Matter", cell: (row) => <Matter row={row} />, width: "wide" },
  {
    key: "customer",
    title: "Customer",
    cell: ({ customer }) =>
      customer ? <Link to={paths.admin.user(customer.id)}>{customer.name}</Link> : textOrDash(null),
  },
  { key: "sum", title: "Sum", cell: ({ sum }) => textOrDash(sum), align: "end" },
  {
    key: "stripe",
    title: "At Stripe",
    cell: ({ stripe_status, stripe_id }) => (
      <>
        {stripe_status} <code>{stripe_id}</code>
      </>
    ),
  },
  { key: "why", title: "Why", cell: ({ why }) => why, width: "wide" },
  { key: "since", title: "Since", cell: ({ since }) => since },
];

const toDo: Column<ReviewView> = {
  key: "to-do",
  title: "What to do",
  cell: ({ to_do }) => to_do,
  width: "wide",
};
const note: Column<ReviewView> = {
  key: "note",
  title: "Note",
  cell: (row) => textOrDash(row.note),
};
const dealtWith: Column<ReviewView> = {
  key: "dealt-with",
  title: "Dealt with by",
  cell: ({ dealt_with }) => textOrDash(dealt_with),
};
const gone: Column<ReviewView> = {
  key: "gone",
  title: "Gone since",
  cell: (row) => textOrDash(row.gone),
};
const action: Column<ReviewView> = {
  key: "action",
  title: "Action",
  cell: ({ id, dealt_with, stripe_id }) => (
    <Link id={`edit-${id}`} to={paths.admin.paymentReview(id)} preventScrollReset>
      {dealt_with ? "Change" : "Deal with"}
      <span className="vh"> {stripe_id}</span>
    </Link>
  ),
};

function Matter({ row: { transaction_id, address } }: { row: ReviewView }) {
  if (!transaction_id) return <>No matter</>;
  return <Link to={paths.admin.transactionOrders(transaction_id)}>{address}</Link>;
}
