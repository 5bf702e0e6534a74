import { formatCount } from "#app/domain/shared/format.ts";
import {
  type Month,
  monthName,
  shortMonthName,
  type StatsMonths,
} from "#app/domain/stats/months.ts";
import type { MonthOfTransactions } from "#app/domain/stats/statistics.server.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { MonthColumns } from "./charts.tsx";
import { type Panel, StatsPanel } from "./panel.tsx";

type Row = { type: string; values: Record<Month, number> };

/**
 * Shows the number of new matters in three months: resale, development and in total (S-001, S-002).
 */
export function NewTransactions({
  months,
  panel,
}: {
  months: StatsMonths;
  panel: Panel<MonthOfTransactions[]>;
}) {
  return (
    <StatsPanel title="New Transactions" panel={panel}>
      {(counted) => {
        const row = (type: string, part: "total" | "resale" | "development"): Row => ({
          type,
          values: Object.fromEntries(counted.map((month) => [month.month, month[part]])),
        });
        return (
          <MonthlyTable
            caption="New transactions"
            months={months}
            rows={[
              row("Total", "total"),
              row("Resale", "resale"),
              row("Development", "development"),
            ]}
          />
        );
      }}
    </StatsPanel>
  );
}

/** Shows the number of new leads in three months, from all valuers (S-003). */
export function NewLeads({
  months,
  panel,
}: {
  months: StatsMonths;
  panel: Panel<{ month: Month; total: number }[]>;
}) {
  return (
    <StatsPanel title="New Leads" panel={panel}>
      {(counted) => {
        const values = Object.fromEntries(counted.map(({ month, total }) => [month, total]));
        return (
          <MonthlyTable caption="New leads" months={months} rows={[{ type: "Total", values }]} />
        );
      }}
    </StatsPanel>
  );
}

function MonthlyTable({
  caption,
  months,
  rows,
}: {
  caption: string;
  months: StatsMonths;
  rows: readonly Row[];
}) {
  const columns: readonly Column<Row>[] = [
    { key: "type", title: "Type", cell: ({ type }) => type },
    ...monthColumns<Row>(months, ({ values }, month) => values[month] ?? 0),
  ];
  const points = months
    .toReversed()
    .map((month) => ({ month, value: rows[0]?.values[month] ?? 0 }));
  const values = points.map(({ month, value }) => `${value} in ${monthName(month)}`).join(", ");
  return (
    <div className="chart-and-table">
      <MonthColumns
        title={`Bar chart: ${values} so far`}
        points={points.map(({ month, value }) => ({ label: shortMonthName(month), value }))}
      />
      <DataTable
        caption={`${caption} per month`}
        hideCaption
        columns={columns}
        rows={rows}
        rowKey={({ type }) => `${caption} ${type}`}
      />
    </div>
  );
}

/**
 * Returns a column for each month, from oldest to newest. The last column also shows the change
 * since the month before.
 */
export function monthColumns<Row>(
  months: StatsMonths,
  count: (row: Row, month: Month) => number,
): Column<Row>[] {
  const [current, previous] = months;
  return months.toReversed().map((month) => ({
    key: month,
    title: shortMonthName(month),
    align: "end",
    cell: (row) => {
      const number = count(row, month);
      return month === current ? (
        <>
          {formatCount(number)} <Change by={number - count(row, previous)} />
        </>
      ) : (
        formatCount(number)
      );
    },
  }));
}

function Change({ by }: { by: number }) {
  const text = by === 0 ? "±0" : `${by > 0 ? "+" : "−"}${formatCount(Math.abs(by))}`;
  return <span className="stats-change">{text}</span>;
}
