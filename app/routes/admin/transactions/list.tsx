import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { transactionFilterOptions } from "#app/domain/transactions/filter-options.server.ts";
import {
  countTransactions,
  listTransactions,
} from "#app/domain/transactions/list-transactions.server.ts";
import { report } from "#app/http/report.server.ts";
import { paths } from "#app/paths.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Filters, FilterSelect } from "#app/ui/filters.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { LoadMore } from "#app/ui/pagination.tsx";
import { readDb } from "#db/connection.ts";
import { columns } from "./columns.tsx";
import { type ListQuery, PAGE_SIZE, queryForMore, readListQuery } from "./filter.server.ts";
import { rowOf } from "./rows.ts";

export const handle: PageHandle = { title: "Transactions", part: fromData("part") };

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  const query = readListQuery(new URL(request.url).searchParams);
  const [list, options] = await Promise.all([
    readList(query).catch(reported("listing transactions")),
    transactionFilterOptions(readDb).catch(reported("loading filter options")),
  ]);
  const page = {
    part: partOf(query, options),
    query,
    options,
    list,
    problem: list ? null : problemOf(query),
  };
  return data(page, { status: list ? 200 : 500 });
}

type FilterOptions = Awaited<ReturnType<typeof transactionFilterOptions>> | null;

/** How the list is narrowed, and how far it is opened. */
function partOf({ paid, estate_agent, lawyer_group, count }: ListQuery, options: FilterOptions) {
  const chosen = [
    PAID.find(({ value }) => value === paid),
    options?.estate_agents.find(({ value }) => value === estate_agent),
    options?.lawyer_groups.find(({ value }) => value === lawyer_group),
  ].flatMap((option) => option?.label ?? []);
  return [...chosen, ...(count > PAGE_SIZE ? [`first ${count}`] : [])].join(", ");
}

async function readList(query: ListQuery) {
  const filter = {
    paid: query.paid && query.paid === "paid",
    estate_agent_id: query.estate_agent,
    lawyer_group_id: query.lawyer_group,
  };
  const [{ items, next }, counted] = await Promise.all([
    listTransactions(readDb, filter, query.count),
    countTransactions(readDb, filter),
  ]);
  const more = queryForMore(query);
  return {
    rows: items.map((matter) => rowOf(matter)),
    ...counted,
    // The first new row is where the reader goes on (AMB-J03).
    loadMore: next && more ? `${paths.admin.transactions(more)}#row-${next}` : null,
  };
}

function reported(what: string) {
  return (error: unknown) => {
    report(error, { what });
    return null;
  };
}

/** J-030, J-031 */
function problemOf({ count }: ListQuery) {
  return count > PAGE_SIZE
    ? "There was an error while fetching more transactions"
    : "There was an error while fetching transactions";
}

const PAID = [
  { value: "paid", label: "Paid" },
  { value: "unpaid", label: "Unpaid" },
];

export default function Transactions() {
  const { query, options, list, problem } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Transactions"
      width="wide"
      above={<Breadcrumbs items={[{ label: "Transactions" }]} />}
    >
      {options ? null : (
        <Notification
          kind="error"
          title="Failed to load filter options. Please refresh the page."
        />
      )}
      <Filters label="Filter transactions">
        <FilterSelect name="paid" label="Paid status" all="All" options={PAID} value={query.paid} />
        <FilterSelect
          name="estate_agent"
          label="Estate agent"
          all="All Estate Agents"
          options={options?.estate_agents ?? []}
          value={query.estate_agent}
        />
        <FilterSelect
          name="lawyer_group"
          label="Lawyer group"
          all="All Lawyer Groups"
          options={options?.lawyer_groups ?? []}
          value={query.lawyer_group}
        />
      </Filters>
      {problem ? <Notification kind="error" title={problem} /> : null}
      {list ? (
        <>
          <DataTable
            caption="Transactions"
            hideCaption
            columns={columns}
            rows={list.rows}
            rowKey={(row) => row.id}
            empty="Transactions not found"
          />
          <LoadMore
            shown={list.rows.length}
            total={list.total}
            more={list.more}
            to={list.loadMore}
          />
        </>
      ) : null}
    </Page>
  );
}
