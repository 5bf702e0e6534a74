import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { LoadMore } from "#app/ui/pagination.tsx";
import { type ListPart, type PartFetcher, useLoadMore } from "./use-load-more.ts";

/**
 * A table that goes on with "Load More", at any depth: with scripts the next rows are added in place, without them the
 * link leads to a page of the next rows.
 */
export function GrowingTable<Row extends { id: string }>({
  caption,
  list,
  rowHead,
  columns,
  part,
  fetcher,
  empty,
  start,
}: {
  caption: string;
  /** Names the list for its stylesheet. */
  list: string;
  /** The column that names the row, where it is not the first. */
  rowHead?: string;
  columns: readonly Column<Row>[];
  part: ListPart<Row>;
  /** Loads the next part from the same route. */
  fetcher: PartFetcher<Row>;
  empty: ReactNode;
  /** Where the list starts, on a page that does not start there. */
  start: string | null;
}) {
  const { rows, last, problem, busy, load } = useLoadMore(part, fetcher);
  return (
    <>
      {start ? (
        <p>
          <Link to={start}>Back to the start of the list</Link>
        </p>
      ) : null}
      <DataTable
        caption={caption}
        hideCaption
        list={list}
        rowHead={rowHead}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        empty={empty}
      />
      {problem ? <Notification kind="error" title={problem} live /> : null}
      <LoadMore
        shown={last.shown}
        total={last.total}
        more={last.more}
        to={last.next}
        busy={busy}
        onMore={load}
      />
    </>
  );
}
