import { Link } from "@remix-run/react";
import { type ReactNode, useId } from "react";
import { idPart } from "./id-part.ts";

export type Column<Row> = {
  key: string;
  title: string;
  /** What is seen of the title, where rows are close together: the rest of it is heard, and shown to who points at it. */
  short?: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand at the end. */
  align?: "end";
  /** Long texts, which would otherwise be pressed to a word a line; `line` is for what is never broken, like a date and a time. */
  width?: "wide" | "line";
  /** Orders the list: the link's target, and how it is ordered now. */
  sort?: { to: string; now?: "ascending" | "descending" };
};

/** What a table loses for some browsers when it is laid out as something else. */
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

/** A table in a box that scrolls sideways by itself. */
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
  /** What is said instead of an empty table. */
  empty?: ReactNode;
  /** Names a list, whose rows are cards on narrow screens; a stylesheet may lay it out by this name. */
  list?: string | undefined;
  /** The key of the column that names the row: the first, if it is not said. */
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

/** Called, not rendered: a list has hundreds of cells, and a component costs more than what it shows. */
function cellOf<Row>(
  row: Row,
  { key, title, cell, align, width }: Column<Row>,
  { roles, isHead }: { roles: Roles; isHead: boolean },
) {
  const looks = {
    "data-align": align,
    "data-width": width,
    // The stylesheet shows the title beside the cell where the row is a card.
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
