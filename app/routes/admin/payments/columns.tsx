import { Link } from "@remix-run/react";
import type { ReviewState } from "#app/domain/payments/payment-reviews.server.ts";
import { paths } from "#app/paths.ts";
import type { Column } from "#app/ui/data-table.tsx";
import { textOrDash } from "../kit/cells.tsx";
import { DialogLink } from "../kit/dialog-link.tsx";
import type { ReviewView } from "./view.ts";

/** Which payment, why, and what to do; then what was done, where something was. Two things a cell, so that all fit. */
export function columns(state: ReviewState): readonly Column<ReviewView>[] {
  if (state === "dealt_with") return [...about, note, dealtWith, action];
  if (state === "gone") return [...about, gone];
  return [...about, toDo, action];
}

const about: readonly Column<ReviewView>[] = [
  {
    key: "matter",
    title: "Matter and customer",
    cell: (row) => <MatterAndCustomer row={row} />,
    width: "wide",
  },
  { key: "sum", title: "Sum", cell: ({ sum }) => textOrDash(sum), align: "end" },
  {
    key: "stripe",
    title: "At Stripe",
    cell: ({ stripe_status, stripe_id }) =>
      stripe_id ? (
        <>
          {stripe_status}
          <br />
          <code>{stripe_id}</code>
        </>
      ) : (
        "Nothing"
      ),
  },
  {
    key: "why",
    title: "Why, and since when",
    cell: ({ why, since }) => (
      <>
        {why}
        <br />
        <span className="hint">{since}</span>
      </>
    ),
    width: "wide",
  },
];

const toDo: Column<ReviewView> = {
  key: "to-do",
  title: "What to do",
  cell: ({ to_do, note }) => (
    <>
      {to_do}
      {note ? (
        <>
          <br />
          <span className="hint">Note: {note}</span>
        </>
      ) : null}
    </>
  ),
  width: "wide",
};
const note: Column<ReviewView> = {
  key: "note",
  title: "Note",
  cell: (row) => textOrDash(row.note),
  width: "wide",
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
  cell: ({ id, dealt_with, name }) => (
    <DialogLink id={`edit-${id}`} to={paths.admin.paymentReview(id)} what={name}>
      {dealt_with ? "Change" : "Deal with"}
    </DialogLink>
  ),
};

function MatterAndCustomer({
  row: { transaction_id, address, customer, other_sale },
}: {
  row: ReviewView;
}) {
  if (!transaction_id) return <>No matter</>;
  return (
    <>
      <Link to={paths.admin.transactionOrders(transaction_id)}>{address}</Link>
      {customer ? (
        <>
          <br />
          <Link to={paths.admin.user(customer.id)}>{customer.name}</Link>
        </>
      ) : null}
      {other_sale ? (
        <>
          <br />
          <Link to={paths.admin.transaction(other_sale.transaction_id)}>
            The other sale, of {other_sale.customer}
          </Link>
        </>
      ) : null}
    </>
  );
}
