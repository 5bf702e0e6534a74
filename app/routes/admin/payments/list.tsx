import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import {
  countReviews,
  listReviews,
  REVIEW_STATES,
  type ReviewState,
} from "#app/domain/payments/payment-reviews.server.ts";
import { paths } from "#app/paths.ts";
import { Filters, FilterSelect } from "#app/ui/filters.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { GrowingTable } from "../kit/growing-table.tsx";
import { partText, type ListPlace, openList, readListPart } from "../kit/list-part.server.ts";
import { filters, loadMore, readListQuery } from "../kit/list-query.server.ts";
import { StaffPage } from "../kit/staff-page.tsx";
import type { ListPart } from "../kit/use-load-more.ts";
import { WithDialog } from "../kit/with-dialog.tsx";
import { columns } from "./columns.tsx";
import { FETCH_FAILURE } from "./failures.ts";
import { type ReviewView, reviewView } from "./view.ts";

export const handle: PageHandle = { title: "Payments to look at", part: fromData("part") };

const PAGE_SIZE = 20;

const STATES: Record<ReviewState, string> = {
  open: "To look at",
  dealt_with: "Dealt with",
  gone: "Gone by themselves",
};

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  const query = readListQuery(request, { state: filters.oneOf(REVIEW_STATES), ...loadMore });
  const { state = "open" } = query;
  const { status, ...shown } = await openList(readPart(state, query), {
    failure: FETCH_FAILURE,
    what: FETCH_FAILURE,
  });
  const part = partText(query, state === "open" ? undefined : STATES[state]);
  return data({ part, state, ...shown }, { status });
}

function readPart(state: ReviewState, place: ListPlace): Promise<ListPart<ReviewView>> {
  return readListPart(place, {
    size: PAGE_SIZE,
    read: (part) => listReviews(db, state, part),
    count: () => countReviews(db, state),
    row: reviewView,
    to: (next) => paths.admin.payments({ state, ...next }),
  });
}

const EMPTY: Record<ReviewState, string> = {
  open: "There is nothing to look at.",
  dealt_with: "Nothing has been dealt with yet.",
  gone: "Nothing has gone by itself yet.",
};

const OPTIONS = Object.entries(STATES).map(([value, label]) => ({ value, label }));

/** Money that does not fit, and what differs between Stripe and us; each to be dealt with by a person. */
export default function Payments() {
  const page = useLoaderData<typeof loader>();
  const { state } = page;
  const fetcher = useFetcher<typeof loader>();
  return (
    <StaffPage
      title="Payments to look at"
      lead="Money that does not fit an order, homes that two customers would sell, and what Stripe and we do not agree about. Both are compared every night."
      trail={[{ label: "Transactions", to: paths.admin.transactions() }]}
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
