import type { ReactNode } from "react";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { GrowingList, type PartFetcher, type ShownList } from "./growing-list.tsx";

/** A table that continues with "Load More". */
export function GrowingTable<Row extends { id: string }>({
  page,
  fetcher,
  caption,
  list,
  rowHead,
  columns,
  empty,
  above,
}: {
  page: ShownList<Row>;
  /** Loads the next part from the same route. */
  fetcher: PartFetcher<Row>;
  caption: string;
  /** Names the list for its stylesheet. */
  list: string;
  /** The column that names the row, where it is not the first. */
  rowHead?: string;
  columns: readonly Column<Row>[];
  empty: ReactNode;
  /** Stands over a table that has rows; it is given how many are shown, "Showing 20 of 47". */
  above?: (count: string) => ReactNode;
}) {
  return (
    <GrowingList page={page} fetcher={fetcher}>
      {(rows, { count }) => (
        <>
          {above && rows.length > 0 ? above(count) : null}
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
        </>
      )}
    </GrowingList>
  );
}
