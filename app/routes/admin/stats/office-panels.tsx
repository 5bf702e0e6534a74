import type { OfficeHealth as Office, OfficeLeads } from "#app/domain/stats/offices.server.ts";
import { monthName, type StatsMonths } from "#app/domain/stats/months.ts";
import { adminDate } from "#app/domain/fields/dates.ts";
import { formatCount } from "#app/domain/fields/words.ts";
import { paths } from "#app/paths.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { RowLink } from "../kit/cells.tsx";
import { TwoMonths } from "./charts.tsx";
import { monthColumns } from "./month-panels.tsx";
import { MoreOrLess, type Panel, StatsPanel } from "./panel.tsx";

type Steps = { total: number; more: string | null; less: string | null };

/** Those with the most leads of this month first (S-004 to S-006). */
export function LeadsByOffice({
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
      note={`The most leads in ${now} first`}
      panel={panel}
      width="whole"
    >
      {({ rows, ...steps }) => (
        <>
          {rows.length > 0 ? (
            <div className="chart-and-table">
              <TwoMonths
                counted="Leads"
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
                caption="Leads of each office"
                hideCaption
                list="leads-by-office"
                columns={columns}
                rows={rows}
                rowKey={({ id }) => id}
              />
            </div>
          ) : (
            <p>No office has given a lead in these months.</p>
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

/** How many homes each office markets, by the newest week (S-016 to S-018). */
export function OfficeHealth({
  panel,
}: {
  panel: Panel<Steps & { week: string | null; rows: Office[] }>;
}) {
  const week = panel.shown?.week;
  return (
    <StatsPanel
      title="Office Health"
      note={`Updated weekly on Fridays at 5pm UTC${week ? `; last on ${adminDate(week)}` : ""}`}
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
          <MoreOrLess what="offices by their listings" shown={rows.length} {...steps} />
        </>
      )}
    </StatsPanel>
  );
}
