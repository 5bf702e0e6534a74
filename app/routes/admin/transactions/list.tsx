import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { requireAdmin } from "#app/auth/guards.server.ts";
import {
  countTransactions,
  listTransactions,
  TRANSACTION_SORTS,
} from "#app/domain/transactions/list-transactions.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { readDb } from "#db/connection.ts";
import { GrowingTable } from "../shared/growing-table.tsx";
import {
  openList,
  listTitlePart,
  readListPart,
  filters,
  loadMore,
  readListQuery,
} from "../shared/list.server.ts";
import {
  chosenFilters,
  matterFilters,
  readMatterFilters,
  toFilter,
} from "../shared/matter-filters.server.ts";
import { MatterFilters } from "../shared/matter-filters.tsx";
import { StaffPage } from "../shared/staff-page.tsx";
import type { ListPart } from "../shared/growing-list.tsx";
import { columns, rowView, type TransactionRow } from "./columns.tsx";
import { IfPermitted } from "../shared/allowed.tsx";
import { StatusStripKey } from "./status-strip.tsx";

export const handle: PageHandle = { title: "Transactions", part: fromData("part") };

/** Number of rows that each "Load More" adds (J-025, W-002). */
const PAGE_SIZE = 20;

/** Query parameters of the list (J-001 to J-005). */
const transactionsQuery = loadMore.extend({
  ...matterFilters.shape,
  sort: filters.oneOf(TRANSACTION_SORTS),
});
type TransactionsQuery = z.output<typeof transactionsQuery>;

export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "look");
  const query = readListQuery(request, transactionsQuery);
  // The message depends on whether the first or a later part can’t be read (J-030, J-031).
  const failure = query.after
    ? "There was an error while fetching more transactions"
    : "There was an error while fetching transactions";
  const [{ status, ...shown }, narrowed] = await Promise.all([
    openList(readPart(reader, query), { failure, what: "listing transactions" }),
    query.only ? null : readMatterFilters(query),
  ]);
  const sort = sortSelect(query);
  const labels = narrowed?.labels ?? [];
  const part = listTitlePart(
    query,
    ...labels,
    SORTS.find(({ value }) => value === query.sort)?.label,
  );
  return data({ part, filters: narrowed, sort, ...shown }, { status });
}

async function readPart(
  reader: StaffReader,
  query: TransactionsQuery,
): Promise<ListPart<TransactionRow>> {
  const { sort } = query;
  const now = new Date();
  const filter = { ...(await toFilter(query, reader.id, now)), sort };
  return readListPart(query, {
    size: PAGE_SIZE,
    read: (part) => listTransactions(readDb, reader, filter, part),
    count: () => countTransactions(readDb, filter),
    row: (matter) => rowView(matter, now, sort),
    to: (next) => paths.admin.transactions({ ...chosenFilters(query), sort, ...next }),
  });
}

const SORTS = [
  { value: "unpaid_since", label: "Unpaid since" },
  { value: "late_by", label: "Late by" },
];

const sortSelect = ({ sort }: TransactionsQuery) => ({
  name: "sort",
  label: "Sort by",
  all: "Newest first",
  options: SORTS,
  value: sort,
});

export default function Transactions() {
  const page = useLoaderData<typeof loader>();
  const fetcher = useFetcher<typeof loader>();
  return (
    <StaffPage
      title="Transactions"
      crumbs={false}
      actions={
        <>
          <ButtonLink to={paths.admin.feed()} kind="secondary" size="small">
            Transaction feed
          </ButtonLink>
          <ButtonLink to={paths.admin.documentRequests()} kind="secondary" size="small">
            Documents
          </ButtonLink>
          <IfPermitted needs="manage_work">
            <ButtonLink to={paths.admin.workload()} kind="secondary" size="small">
              Workload
            </ButtonLink>
            <ButtonLink
              to={paths.admin.assignMatters(page.filters?.filter)}
              kind="secondary"
              size="small"
            >
              Assign to…
            </ButtonLink>
          </IfPermitted>
          <IfPermitted needs="handle">
            <ButtonLink to={paths.admin.absences()} kind="secondary" size="small">
              Days away
            </ButtonLink>
          </IfPermitted>
          <IfPermitted needs="see_payments">
            <ButtonLink to={paths.admin.payments()} kind="secondary" size="small">
              Payments to look at
            </ButtonLink>
          </IfPermitted>
        </>
      }
    >
      {page.filters ? (
        <MatterFilters filters={page.filters} sort={page.sort} clear={paths.admin.transactions()} />
      ) : null}
      <GrowingTable
        page={page}
        fetcher={fetcher}
        caption="Transactions"
        list="transactions"
        rowHead="address"
        columns={columns}
        empty="Transactions not found"
        above={(count) => (
          <div className="list-above">
            <p>{count}</p>
            <StatusStripKey />
          </div>
        )}
      />
    </StaffPage>
  );
}
