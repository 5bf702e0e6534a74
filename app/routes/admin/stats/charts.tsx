/**
 * Charts that the server draws. Each chart has a title, and a table next to it with every number.
 */

import { useId } from "react";
import { formatCount } from "#app/domain/shared/format.ts";

type Point = { label: string; value: number };

const HEIGHT = 118;
const FLOOR = 94;
const TALLEST = 76;
const STEP = 65;
const BAR = 44;

export function MonthColumns({ title, points }: { title: string; points: readonly Point[] }) {
  const id = useId();
  const most = Math.max(1, ...points.map(({ value }) => value));
  const width = STEP * points.length + 21;
  return (
    <svg className="chart" viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-labelledby={id}>
      <title id={id}>{title}</title>
      {points.map(({ label, value }, place) => {
        const height = (TALLEST * value) / most;
        const middle = 43 + STEP * place;
        return (
          <g key={label} className={place === points.length - 1 ? "chart-now" : "chart-before"}>
            <rect x={middle - BAR / 2} y={FLOOR - height} width={BAR} height={height} />
            <text className="chart-value" x={middle} y={FLOOR - height - 5} textAnchor="middle">
              {formatCount(value)}
            </text>
            <text x={middle} y={HEIGHT - 8} textAnchor="middle">
              {label}
            </text>
          </g>
        );
      })}
      <path className="chart-axis" d={`M0 ${FLOOR + 0.5}H${width}`} />
    </svg>
  );
}

type Pair = { id: string; label: string; now: number; before: number };

const ROW = 20;
const START = 184;
const LONGEST = 200;
const MAX_LABEL = 24;

/** Maximum number of rows in a chart. A longer chart would not fit on the page. */
const CHART_ROWS = 10;

export function TwoMonths({
  of,
  now,
  before,
  rows,
}: {
  of: string;
  now: string;
  before: string;
  rows: readonly Pair[];
}) {
  const first = rows.slice(0, CHART_ROWS);
  return (
    <figure className="stack">
      <ul className="chart-key">
        <li data-month="now">{now}</li>
        <li data-month="before">{before}</li>
      </ul>
      <PairedBars
        title={`Bar chart of the top ${first.length} ${of} in ${now} and ${before}. The table shows each number`}
        rows={first}
      />
    </figure>
  );
}

function PairedBars({ title, rows }: { title: string; rows: readonly Pair[] }) {
  const id = useId();
  const most = Math.max(1, ...rows.flatMap(({ now, before }) => [now, before]));
  const length = (value: number) => (LONGEST * value) / most;
  const height = ROW * rows.length + 4;
  return (
    <svg
      className="chart"
      viewBox={`0 0 430 ${height}`}
      role="img"
      aria-labelledby={id}
      data-bars=""
    >
      <title id={id}>{title}</title>
      {rows.map((row, place) => (
        <g key={row.id} transform={`translate(0 ${ROW * place})`}>
          <text x={START - 8} y={14} textAnchor="end">
            {shorten(row.label)}
          </text>
          <rect className="chart-now" x={START} y={3} width={length(row.now)} height={8} />
          <rect className="chart-before" x={START} y={12} width={length(row.before)} height={5} />
          <text className="chart-value" x={START + length(row.now) + 4} y={11}>
            {formatCount(row.now)}
          </text>
        </g>
      ))}
      <path className="chart-axis" d={`M${START} 0V${height}`} />
    </svg>
  );
}

function shorten(label: string) {
  const letters = Array.from(label);
  return letters.length > MAX_LABEL ? `${letters.slice(0, MAX_LABEL - 1).join("")}…` : label;
}
