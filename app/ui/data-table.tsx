import { Link } from "@remix-run/react";
import { type ReactNode, useId } from "react";
import { idPart } from "./id-part.ts";

export type Column<Row> = {
  key: string;
  title: string;
  /** Short title for dense rows. Screen readers and the tooltip get the full title. */
  short?: string;
  cell: (row: Row) => ReactNode;
  align?: "end";
  /** "wide" prevents narrow wrapping of long text. "line" never wraps, for example dates. */
  width?: "wide" | "line";
  sort?: { to: string; now?: "ascending" | "descending" };
};

/** Roles are explicit, because some browsers drop table semantics if CSS changes the layout. */
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
  /** List name for stylesheets. Rows of a list are cards on narrow screens. */
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

/** Returns a cell. A component would be slow in lists with hundreds of cells. */
function cellOf<Row>(
  row: Row,
  { key, title, cell, align, width }: Column<Row>,
  { roles, isHead }: { roles: Roles; isHead: boolean },
) {
  const looks = {
    "data-align": align,
    "data-width": width,
    // CSS shows the title as a label in cards.
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
