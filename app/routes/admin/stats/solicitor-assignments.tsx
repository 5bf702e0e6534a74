import { formatCount } from "#app/domain/fields/words.ts";
import { monthName, shortMonthName, type StatsMonths } from "#app/domain/stats/months.ts";
import type { FirmAssignments } from "#app/domain/stats/statistics.server.ts";
import { paths } from "#app/paths.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { RowLink } from "../kit/cells.tsx";
import { TwoMonths } from "./charts.tsx";
import { type Panel, StatsPanel } from "./panel.tsx";

/** How often each law firm was assigned to sellers and to buyers, in this month and in the one before (S-007). */
export function SolicitorAssignments({
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
              counted="Assignments"
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
              caption="Assignments of each law firm"
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

/** The last row is of all firms, and leads nowhere. */
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
    // Seven columns in half a page leave no room for the year.
    short: `${name.slice(0, 3)} ${side}`,
    align: "end",
    cell: (row) => {
      const text = formatCount(row[month][count]);
      return count === "total" ? <span className="stats-sum">{text}</span> : text;
    },
  }));
}
