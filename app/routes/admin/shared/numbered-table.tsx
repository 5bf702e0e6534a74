import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import type { NumberedPage } from "#app/domain/paging/paging.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Pager, Pagination, pageRangeText } from "#app/ui/pagination.tsx";

/** Renders a table with numbered pages, "1 - 10 of n", and page links (M-014, M-015). */
export function NumberedTable<Row extends { id: string }>({
  caption,
  name,
  columns,
  list,
  empty,
}: {
  caption: string;
  name: string;
  columns: readonly Column<Row>[];
  list: NumberedPage<Row>;
  empty: ReactNode;
}) {
  const [search] = useSearchParams();
  const pageHref = (page: number) => {
    const query = new URLSearchParams(search);
    query.set("page", String(page));
    return `?${query}`;
  };
  return (
    <>
      <DataTable
        caption={caption}
        hideCaption
        list={name}
        columns={columns}
        rows={list.items}
        rowKey={(row) => row.id}
        empty={empty}
      />
      <Pager count={pageRangeText(list)}>
        <Pagination page={list.page} last={list.pages} href={pageHref} />
      </Pager>
    </>
  );
}
