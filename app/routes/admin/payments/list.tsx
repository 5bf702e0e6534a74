import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useFetcher, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import {
  countReviews,
  listReviews,
  REVIEW_STATES,
  type ReviewState,
} from "#app/domain/payments/payment-reviews.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { paths } from "#app/paths.ts";
import type { Column } from "#app/ui/data-table.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Filters, FilterSelect } from "#app/ui/filters.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { IfPermitted } from "../shared/allowed.tsx";
import { textOrDash } from "../shared/cells.tsx";
import { DialogLink, WithDialog } from "../shared/dialog-link.tsx";
import { GrowingTable } from "../shared/growing-table.tsx";
import {
  listTitlePart,
  type ListPlace,
  openList,
  readListPart,
  filters,
  loadMore,
  readListQuery,
} from "../shared/list.server.ts";
import { StaffPage } from "../shared/staff-page.tsx";
import type { ListPart } from "../shared/growing-list.tsx";
import { FETCH_FAILURE, type ReviewView, reviewView } from "./view.ts";

export const handle: PageHandle = { title: "Payments to look at", part: fromData("part") };

const PAGE_SIZE = 20;

const STATES: Record<ReviewState, string> = {
  open: "To review",
  dealt_with: "Resolved",
  gone: "Closed automatically",
};

const paymentsQuery = loadMore.extend({ state: filters.oneOf(REVIEW_STATES) });

export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "see_payments");
  const query = readListQuery(request, paymentsQuery);
  const { state = "open" } = query;
  const { status, ...shown } = await openList(readPart(reader, state, query), {
    failure: FETCH_FAILURE,
    what: FETCH_FAILURE,
  });
  const part = listTitlePart(query, state === "open" ? undefined : STATES[state]);
  return data({ part, state, ...shown }, { status });
}

function readPart(
  reader: StaffReader<"see_payments">,
  state: ReviewState,
  place: ListPlace,
): Promise<ListPart<ReviewView>> {
  return readListPart(place, {
    size: PAGE_SIZE,
    read: (part) => listReviews(db, reader, state, part),
    count: () => countReviews(db, state),
    row: reviewView,
    to: (next) => paths.admin.payments({ state, ...next }),
  });
}

const EMPTY: Record<ReviewState, string> = {
  open: "No payments to review.",
  dealt_with: "No payments have been resolved yet.",
  gone: "No payments have been closed automatically yet.",
};

const OPTIONS = Object.entries(STATES).map(([value, label]) => ({ value, label }));

/**
 * Lists payment reviews: payments that match no order, and payments that differ from Stripe’s
 * records.
 */
export default function Payments() {
  const page = useLoaderData<typeof loader>();
  const { state } = page;
  const fetcher = useFetcher<typeof loader>();
  return (
    <StaffPage
      title="Payments to look at"
      lead="Payments that don’t match an order, properties registered by two sellers, and differences between our records and Stripe’s. We check for differences every night."
      trail={[{ label: "Transactions", to: paths.admin.transactions() }]}
      actions={
        <IfPermitted needs="keep_invoices">
          <ButtonLink to={paths.admin.invoices()} kind="secondary" size="small">
            Invoices
          </ButtonLink>
        </IfPermitted>
      }
    >
      <WithDialog>
        <Filters label="Filter payments">
          <FilterSelect name="state" label="Show" options={OPTIONS} value={state} />
        </Filters>
        <GrowingTable
          page={page}
          fetcher={fetcher}
          caption="Payments"
          list="payments"
          columns={columns(state)}
          empty={EMPTY[state]}
        />
      </WithDialog>
    </StaffPage>
  );
}

function columns(state: ReviewState): readonly Column<ReviewView>[] {
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
  { key: "sum", title: "Amount", cell: ({ sum }) => textOrDash(sum), align: "end" },
  {
    key: "stripe",
    title: "In Stripe",
    cell: ({ stripe_status, stripe_id }) =>
      stripe_id ? (
        <>
          {stripe_status}
          <br />
          <code>{stripe_id}</code>
        </>
      ) : (
        "None"
      ),
  },
  {
    key: "why",
    title: "Reason and date",
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
  title: "Resolved by",
  cell: ({ dealt_with }) => textOrDash(dealt_with),
};
const gone: Column<ReviewView> = {
  key: "gone",
  title: "Closed",
  cell: (row) => textOrDash(row.gone),
};
const action: Column<ReviewView> = {
  key: "action",
  title: "Action",
  cell: ({ id, dealt_with, name, refundable }) => (
    <>
      <DialogLink
        needs="decide_payments"
        id={`edit-${id}`}
        to={paths.admin.paymentReview(id)}
        what={name}
      >
        {dealt_with ? "Change" : "Resolve"}
      </DialogLink>
      {refundable ? (
        <IfPermitted needs="refund">
          <ButtonLink to={paths.admin.refund(...refundable)} kind="quiet" size="small">
            Refund<span className="vh"> {name}</span>
          </ButtonLink>
        </IfPermitted>
      ) : null}
    </>
  ),
};

function MatterAndCustomer({
  row: { transaction_id, group, address, customer, other_sale },
}: {
  row: ReviewView;
}) {
  if (group) {
    return <Link to={paths.admin.transactionsGroup(group.id)}>Group {group.name}</Link>;
  }
  if (!transaction_id) return <>Not linked to a matter</>;
  return (
    <>
      <Link to={paths.admin.transactionTab.orders(transaction_id)}>{address}</Link>
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
            The other sale ({other_sale.customer})
          </Link>
        </>
      ) : null}
    </>
  );
}
