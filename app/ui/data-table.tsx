import { Link } from "@remix-run/react";
import { type ReactNode, useId } from "react";
import { idPart } from "./id-part.ts";

export type Column<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand at the end. */
  align?: "end";
  /** Long texts, which would otherwise be pressed to a word a line. */
  width?: "wide";
  /** Orders the list: the link's target, and how it is ordered now. */
  sort?: { to: string; now?: "ascending" | "descending" };
};

/** A table in a box that scrolls sideways by itself. The first column names the row. */
export function DataTable<Row>({
  caption,
  hideCaption,
  columns,
  rows,
  rowKey,
  empty,
}: {
  caption: string;
  hideCaption?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** What is said instead of an empty table. */
  empty?: ReactNode;
}) {
  const id = useId();
  if (rows.length === 0 && empty) return <p>{empty}</p>;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A box that scrolls must be reachable by keyboard.
    <div className="data-table-box" role="region" aria-labelledby={id} tabIndex={0}>
      <table className="data-table">
        <caption id={id} className={hideCaption ? "vh" : undefined}>
          {caption}
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <ColumnHead key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} id={`row-${idPart(rowKey(row))}`} tabIndex={-1}>
              {columns.map(({ key, cell, align, width }, index) =>
                index === 0 ? (
                  <th key={key} scope="row" data-align={align} data-width={width}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={key} data-align={align} data-width={width}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ColumnHead<Row>({ column: { title, align, sort } }: { column: Column<Row> }) {
  return (
    <th scope="col" data-align={align} aria-sort={sort?.now}>
      {sort ? (
        <Link to={sort.to} preventScrollReset>
          {title}
          {sort.now ? <span className="vh">, sorted {sort.now}</span> : null}
        </Link>
      ) : (
        title
      )}
    </th>
  );
}
