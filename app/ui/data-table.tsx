import { Link } from "@remix-run/react";
import { type ReactNode, useId } from "react";
import { idPart } from "./id-part.ts";

export type Column<Row> = {
  key: string;
  title: string;
  /**
   * Short column title for dense rows. The tooltip shows the full title, and screen readers read it
   * out.
   */
  short?: string;
  cell: (row: Row) => ReactNode;
  align?: "end";
  /**
   * "wide" stops long text from wrapping in a narrow column. "line" stops text, such as a date,
   * from wrapping at all.
   */
  width?: "wide" | "line";
  sort?: { to: string; now?: "ascending" | "descending" };
};

/**
 * Roles of the table’s elements. Without them, some browsers drop the table’s semantics if CSS
 * changes its layout.
 */
const ROLES = {
  table: "table",
  group: "rowgroup",
  row: "row",
  columnHead: "columnheader",
  rowHead: "rowheader",
  cell: "cell",
};
type Roles = Partial<typeof ROLES>;
const NATIVE: Roles = {};

/** Renders a table in a box that scrolls sideways. */
export function DataTable<Row>({
  caption,
  hideCaption,
  columns,
  rows,
  rowKey,
  empty,
  list,
  rowHead = columns[0]?.key,
}: {
  caption: string;
  hideCaption?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  empty?: ReactNode;
  /** Name of the list, for stylesheets. The rows of a list become cards on narrow screens. */
  list?: string | undefined;
  rowHead?: string | undefined;
}) {
  const id = useId();
  if (rows.length === 0 && empty) return <p>{empty}</p>;
  const roles = list ? ROLES : NATIVE;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A box that scrolls must be reachable by keyboard.
    <div className="data-table-box" role="region" aria-labelledby={id} tabIndex={0}>
      <table className="data-table" data-list={list} role={roles.table}>
        <caption id={id} className={hideCaption ? "vh" : undefined}>
          {caption}
        </caption>
        <thead role={roles.group}>
          <tr role={roles.row}>
            {columns.map((column) => (
              <ColumnHead key={column.key} column={column} role={roles.columnHead} />
            ))}
          </tr>
        </thead>
        <tbody role={roles.group}>
          {rows.map((row) => (
            <tr key={rowKey(row)} id={`row-${idPart(rowKey(row))}`} tabIndex={-1} role={roles.row}>
              {columns.map((column) =>
                cellOf(row, column, { roles, isHead: column.key === rowHead }),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * Returns a cell. This is not a component, because lists with hundreds of cells would then be slow.
 */
function cellOf<Row>(
  row: Row,
  { key, title, cell, align, width }: Column<Row>,
  { roles, isHead }: { roles: Roles; isHead: boolean },
) {
  const looks = {
    "data-align": align,
    "data-width": width,
    // In a card, CSS shows the title as the label of the cell.
    ...(roles.table && { "data-column": key, "data-title": title }),
  };
  return isHead ? (
    <th key={key} scope="row" role={roles.rowHead} {...looks}>
      {cell(row)}
    </th>
  ) : (
    <td key={key} role={roles.cell} {...looks}>
      {cell(row)}
    </td>
  );
}

function ColumnHead<Row>({
  column: { key, title, short, align, sort },
  role,
}: {
  column: Column<Row>;
  role: string | undefined;
}) {
  return (
    <th
      scope="col"
      title={short && title}
      data-align={align}
      data-column={role && key}
      aria-sort={sort?.now}
      role={role}
    >
      {sort ? (
        <Link to={sort.to} preventScrollReset>
          {title}
          {sort.now ? <span className="vh">, sorted {sort.now}</span> : null}
        </Link>
      ) : short ? (
        <>
          <span aria-hidden="true">{short}</span>
          <span className="vh">{title}</span>
        </>
      ) : (
        title
      )}
    </th>
  );
}
