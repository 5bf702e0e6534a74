import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { requireAdmin } from "#app/auth/guards.server.ts";
import {
  countTransactions,
  listTransactions,
  TRANSACTION_SORTS,
  transactionFilterOptions,
} from "#app/domain/transactions/list-transactions.server.ts";
import {
  HOLDER_NAMES,
  HOLDERS,
  MATTER_STAGE_NAMES,
  MATTER_STAGE_LABELS,
} from "#app/domain/stages/current-step.ts";
import type { Choices } from "#app/domain/shared/choices.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Filters, FilterSelect } from "#app/ui/filters.tsx";
import { Notification } from "#app/ui/notification.tsx";
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
import { OptionFilter } from "../shared/option-fields.tsx";
import { StaffPage } from "../shared/staff-page.tsx";
import type { ListPart } from "../shared/growing-list.tsx";
import { columns, rowView, type TransactionRow } from "./columns.tsx";
import { IfPermitted } from "../shared/allowed.tsx";
import { StatusStripKey } from "./status-strip.tsx";
import { handlerFilter, readHandlers, readHandlerSelect } from "../shared/handler-filter.server.ts";

export const handle: PageHandle = { title: "Transactions", part: fromData("part") };

/** Number of rows that each "Load More" adds (J-025, W-002). */
const PAGE_SIZE = 20;

/** Value of the holder filter for sales that no one holds, because they have no buyer yet. */
const NOBODY = "nobody";

/** Query parameters of the list (J-001 to J-005). */
const transactionsQuery = loadMore.extend({
  paid: filters.oneOf(["paid", "unpaid"]),
  stage: filters.oneOf(MATTER_STAGE_NAMES),
  holder: filters.oneOf([...HOLDER_NAMES, NOBODY]),
  estate_agent: filters.id(),
  find_agent: filters.search(),
  lawyer_group: filters.id(),
  find_lawyers: filters.search(),
  handler: handlerFilter(),
  sort: filters.oneOf(TRANSACTION_SORTS),
});
type TransactionsQuery = z.output<typeof transactionsQuery>;

export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "look");
  const query = readListQuery(request, transactionsQuery);
  const { paid, estate_agent, lawyer_group, stage, holder, handler, sort, after } = query;
  const filter = { paid, estate_agent, lawyer_group, stage, holder, handler, sort };
  // The message depends on whether the first or a later part can’t be read (J-030, J-031).
  const failure = after
    ? "There was an error while fetching more transactions"
    : "There was an error while fetching transactions";
  const [{ status, ...shown }, options] = await Promise.all([
    openList(readPart(reader, query), { failure, what: "listing transactions" }),
    query.only ? undefined : readOptions(query),
  ]);
  const handlers = query.only ? null : await readHandlerSelect(readDb, handler);
  const part = partTitle(query, options, handlers?.chosen);
  return data(
    {
      part,
      filter,
      options,
      paid: paidSelect(query),
      selects: [...selectsOf(query), ...(handlers ? [handlers.select] : [])],
      ...shown,
    },
    { status },
  );
}

function readOptions(query: TransactionsQuery) {
  return nullIfFailed(transactionFilterOptions(readDb, query), { what: "loading filter options" });
}

type FilterOptions = Awaited<ReturnType<typeof readOptions>> | undefined;

function partTitle(query: TransactionsQuery, options: FilterOptions, handler?: string) {
  const chosen = [
    PAID.find(({ value }) => value === query.paid),
    STAGES.find(({ value }) => value === query.stage),
    HOLDER_OPTIONS.find(({ value }) => value === query.holder),
    SORTS.find(({ value }) => value === query.sort),
    options?.estate_agents.chosen,
    options?.lawyer_groups.chosen,
  ].flatMap((option) => option?.label ?? []);
  return listTitlePart(query, ...chosen, handler);
}

async function readPart(
  reader: StaffReader,
  query: TransactionsQuery,
): Promise<ListPart<TransactionRow>> {
  const { paid, estate_agent, lawyer_group, stage, holder, handler, sort } = query;
  const now = new Date();
  const filter = {
    paid: paid && paid === "paid",
    estate_agent_id: estate_agent,
    lawyer_group_id: lawyer_group,
    stage,
    holder: holder === NOBODY ? null : holder,
    handlers: await readHandlers(readDb, reader.id, handler, now),
    sort,
  };
  return readListPart(query, {
    size: PAGE_SIZE,
    read: (part) => listTransactions(readDb, reader, filter, part),
    count: () => countTransactions(readDb, filter),
    row: (matter) => rowView(matter, now, sort),
    to: (next) =>
      paths.admin.transactions({
        ...{ paid, estate_agent, lawyer_group, stage, holder, handler, sort },
        ...next,
      }),
  });
}

const PAID = [
  { value: "paid", label: "Paid" },
  { value: "unpaid", label: "Unpaid" },
];

const STAGES = MATTER_STAGE_NAMES.map((value) => ({ value, label: MATTER_STAGE_LABELS[value] }));
const HOLDER_OPTIONS = [
  ...HOLDER_NAMES.map((value) => ({ value, label: HOLDERS[value] })),
  { value: NOBODY, label: "No one: no buyer yet" },
];

/** The loader sends these options, so that they are not part of the page’s script. */
const paidSelect = ({ paid }: TransactionsQuery) => ({
  name: "paid",
  label: "Paid status",
  all: "All",
  options: PAID,
  value: paid,
});

const SORTS = [
  { value: "unpaid_since", label: "Unpaid since" },
  { value: "late_by", label: "Late by" },
];

function selectsOf({ only, stage, holder, sort }: TransactionsQuery) {
  if (only) return [];
  return [
    { name: "stage", label: "Stage", all: "All stages", options: STAGES, value: stage },
    { name: "holder", label: "Waiting for", all: "Anyone", options: HOLDER_OPTIONS, value: holder },
    { name: "sort", label: "Sort by", all: "Newest first", options: SORTS, value: sort },
  ];
}

const NO_CHOICES: Choices = { options: [], many: false, more: false, find: "", chosen: null };

export default function Transactions() {
  const page = useLoaderData<typeof loader>();
  const { filter, options, paid, selects } = page;
  const agents = options?.estate_agents ?? NO_CHOICES;
  const lawyers = options?.lawyer_groups ?? NO_CHOICES;
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
            <ButtonLink to={paths.admin.assignMatters()} kind="secondary" size="small">
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
      {options === null ? (
        <Notification
          kind="error"
          title="Failed to load filter options. Please refresh the page."
        />
      ) : null}
      <Filters
        label="Filter transactions"
        chosen={Object.values(filter).filter(Boolean).length}
        clear={paths.admin.transactions()}
        open={agents.find !== "" || lawyers.find !== ""}
      >
        <FilterSelect {...paid} />
        <OptionFilter
          name="estate_agent"
          label="Estate agent"
          empty="All Estate Agents"
          of="estate-agents"
          choices={agents}
          find={{ name: "find_agent", noun: "an estate agent" }}
        />
        <OptionFilter
          name="lawyer_group"
          label="Lawyer group"
          empty="All Lawyer Groups"
          of="lawyer-groups"
          choices={lawyers}
          find={{ name: "find_lawyers", noun: "a lawyer group" }}
        />
        {selects.map((select) => (
          <FilterSelect key={select.name} {...select} />
        ))}
      </Filters>
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
