import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatCount } from "#app/domain/fields/words.ts";
import type { NumberedPage } from "#app/domain/paging/paging.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Pagination } from "#app/ui/pagination.tsx";

/** A table with numbered pages: "1 - 10 of n", and links to the pages around (M-014, M-015). */
export function NumberedTable<Row extends { id: string }>({
  caption,
  name,
  columns,
  list,
  empty,
}: {
  caption: string;
  /** Names the list for its stylesheet. */
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
      <div className="numbered-table-pages">
        <p className="hint" role="status">
          {shownText(list)}
        </p>
        <Pagination page={list.page} last={list.pages} href={pageHref} />
      </div>
    </>
  );
}

function shownText({ first, last, total }: NumberedPage<unknown>) {
  const [from, to, all] = [first, last, total].map(formatCount);
  return `${from} - ${to} of ${all}`;
}
