import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { adminDate } from "#app/domain/shared/dates.ts";
import { formatCount } from "#app/domain/shared/format.ts";
import {
  monthName,
  statsMonths,
  type StatsMonths,
  shortMonthName,
} from "#app/domain/stats/months.ts";
import type { OfficeHealth as Office, OfficeLeads } from "#app/domain/stats/offices.server.ts";
import type { FirmAssignments } from "#app/domain/stats/statistics.server.ts";
import { paths } from "#app/paths.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { readDb } from "#db/connection.ts";
import { readListQuery } from "../shared/list.server.ts";
import { IfPermitted } from "../shared/allowed.tsx";
import { StaffPage } from "../shared/staff-page.tsx";
import { RowLink } from "../shared/cells.tsx";
import { NewLeads, NewTransactions, monthColumns } from "./month-panels.tsx";
import { readPanels, statsQuery } from "./panels.server.ts";
import { ReferralTables } from "./referral-tables.tsx";
import { TwoMonths } from "./charts.tsx";
import { MoreOrLess, type Panel, StatsPanel } from "./panel.tsx";

export const handle: PageHandle = { title: "Stats & Metrics" };

export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "look");
  const now = new Date();
  const months = statsMonths(now);
  const panels = await readPanels(readDb, reader, months, readListQuery(request, statsQuery));
  const isAnyShown = Object.values(panels).some(({ problem }) => problem === null);
  return data({ months, today: adminDate(now), panels }, { status: isAnyShown ? 200 : 500 });
}

export default function Stats() {
  const { months, today, panels } = useLoaderData<typeof loader>();
  const { foreign_currency, mortgage } = panels;
  return (
    <StaffPage
      title="Stats & Metrics"
      badges={
        <p className="hint">
          {`Figures for ${monthName(months[0])} include data up to ${today}. `}
          <IfPermitted needs="operate">
            <Link to={paths.admin.status()}>Service status</Link>
          </IfPermitted>
        </p>
      }
    >
      <div className="stats">
        <NewTransactions months={months} panel={panels.transactions} />
        <NewLeads months={months} panel={panels.leads} />
        <LeadsByOffice months={months} panel={panels.offices} />
        <SolicitorAssignments months={months} panel={panels.assignments} />
        <OfficeHealth panel={panels.health} />
        <ReferralTables foreign_currency={foreign_currency} mortgage={mortgage} />
      </div>
    </StaffPage>
  );
}

type Steps = { total: number; more: string | null; less: string | null };

/**
 * Lists the offices by their leads, starting with those that have the most leads this month (S-004
 * to S-006).
 */
function LeadsByOffice({
  months,
  panel,
}: {
  months: StatsMonths;
  panel: Panel<Steps & { rows: OfficeLeads[] }>;
}) {
  const [now, before] = [monthName(months[0]), monthName(months[1])];
  const columns: readonly Column<OfficeLeads>[] = [
    {
      key: "office",
      title: "Office",
      width: "wide",
      cell: ({ id, office }) => <RowLink to={paths.admin.estateAgent(id)}>{office}</RowLink>,
    },
    ...monthColumns<OfficeLeads>(months, ({ totals }, month) => totals[months.indexOf(month)] ?? 0),
  ];
  return (
    <StatsPanel
      title="Leads By Estate Agent"
      note={`Sorted by leads in ${now}, most first`}
      panel={panel}
      width="whole"
    >
      {({ rows, ...steps }) => (
        <>
          {rows.length > 0 ? (
            <div className="chart-and-table">
              <TwoMonths
                of="offices"
                now={now}
                before={before}
                rows={rows.map(({ id, office, totals }) => ({
                  id,
                  label: office,
                  now: totals[0],
                  before: totals[1],
                }))}
              />
              <DataTable
                caption="Leads by office"
                hideCaption
                list="leads-by-office"
                columns={columns}
                rows={rows}
                rowKey={({ id }) => id}
              />
            </div>
          ) : (
            <p>No offices have sent leads in these months.</p>
          )}
          <MoreOrLess what="offices" shown={rows.length} {...steps} />
        </>
      )}
    </StatsPanel>
  );
}

const healthColumns: readonly Column<Office>[] = [
  {
    key: "estate-agent",
    title: "Estate agent",
    width: "wide",
    cell: ({ estate_agent_name }) => estate_agent_name,
  },
  ...(
    [
      ["weekly_listings", "Weekly"],
      ["monthly_listings", "Monthly"],
      ["total_active_listings", "Total active"],
    ] as const
  ).map(([name, title]) => ({
    key: name,
    title,
    align: "end" as const,
    cell: (office: Office) => formatCount(office[name]),
  })),
];

/**
 * Shows how many properties each office marketed in each week, from newest to oldest (S-016 to
 * S-018).
 */
function OfficeHealth({
  panel,
}: {
  panel: Panel<Steps & { week: string | null; rows: Office[] }>;
}) {
  const week = panel.shown?.week;
  return (
    <StatsPanel
      title="Office Health"
      note={`Updated weekly on Fridays at 5pm UTC${week ? `. Last updated on ${adminDate(week)}` : ""}`}
      panel={panel}
    >
      {({ rows, week: _week, ...steps }) => (
        <>
          <DataTable
            caption="Office health listings"
            hideCaption
            list="office-health"
            columns={healthColumns}
            rows={rows}
            rowKey={({ estate_agent_name }) => estate_agent_name}
            empty="No data available yet. The scraper runs weekly on Fridays."
          />
          <MoreOrLess what="offices by listings" shown={rows.length} {...steps} />
        </>
      )}
    </StatsPanel>
  );
}

/** Shows how often each law firm was assigned on each side, this month and last month (S-007). */
function SolicitorAssignments({
  months: [current, previous],
  panel,
}: {
  months: StatsMonths;
  panel: Panel<{ firms: FirmAssignments[]; all: FirmAssignments }>;
}) {
  const [now, before] = [monthName(current), monthName(previous)];
  return (
    <StatsPanel title="Solicitors Assignments" panel={panel}>
      {({ firms, all }) =>
        firms.length > 0 ? (
          <div className="chart-and-table">
            <TwoMonths
              of="law firms"
              now={now}
              before={before}
              rows={firms.map((firm) => ({
                id: firm.law_firm_id,
                label: firm.law_firm_name,
                now: firm.current.total,
                before: firm.previous.total,
              }))}
            />
            <DataTable
              caption="Assignments by law firm"
              hideCaption
              list="solicitors-assignments"
              columns={[
                firmColumn(all),
                ...sideColumns("previous", shortMonthName(previous)),
                ...sideColumns("current", shortMonthName(current)),
              ]}
              rows={[...firms, all]}
              rowKey={({ law_firm_id }) => law_firm_id}
            />
          </div>
        ) : (
          <p>No solicitors were assigned in these months.</p>
        )
      }
    </StatsPanel>
  );
}

function firmColumn(all: FirmAssignments): Column<FirmAssignments> {
  return {
    key: "law-firm",
    title: "Law firm",
    width: "wide",
    cell: (row) =>
      row === all ? (
        row.law_firm_name
      ) : (
        <RowLink to={paths.admin.lawFirm(row.law_firm_id)}>{row.law_firm_name}</RowLink>
      ),
  };
}

function sideColumns(month: "current" | "previous", name: string): Column<FirmAssignments>[] {
  return (
    [
      ["seller_count", "sell"],
      ["buyer_count", "buy"],
      ["total", "total"],
    ] as const
  ).map(([count, side]) => ({
    key: `${month}-${side}`,
    title: `${name} ${side}`,
    // The column’s title leaves out the year, because there is no room for it.
    short: `${name.slice(0, 3)} ${side}`,
    align: "end",
    cell: (row) => {
      const text = formatCount(row[month][count]);
      return count === "total" ? <span className="stats-sum">{text}</span> : text;
    },
  }));
}
