import type { ReactNode } from "react";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { GrowingList, type PartFetcher, type ShownList } from "./growing-list.tsx";

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
  fetcher: PartFetcher<Row>;
  caption: string;
  list: string;
  rowHead?: string;
  columns: readonly Column<Row>[];
  empty: ReactNode;
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
