import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { countHistory, listHistory } from "#app/domain/transactions/list-history.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import type { Column } from "#app/ui/data-table.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { fromData, type PageHandle, titleFromData } from "#app/ui/page.ts";
import { readDb } from "#db/connection.ts";
import { textOrDash } from "../kit/cells.tsx";
import { GrowingTable } from "../kit/growing-table.tsx";
import { fromText, type ListPlace, readListPart } from "../kit/list-part.server.ts";
import { loadMoreNumbered, readListQuery } from "../kit/list-query.server.ts";
import { RecordPage } from "../kit/record-page.tsx";
import type { ListPart } from "../kit/use-load-more.ts";
import { type HistoryRow, historyRow } from "./history-view.ts";
import { openTransaction } from "./open-transaction.server.ts";

export const handle: PageHandle = {
  title: titleFromData("Transaction"),
  part: fromData("part"),
};

const PAGE_SIZE = 20;

/** Who has looked at a matter, and who has changed what. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { data: opened, init } = await openTransaction(request, params.id);
  const { title, record } = opened;
  const query = readListQuery(request, loadMoreNumbered);
  const part = ["History", fromText(query)].filter(Boolean).join(" ");
  if (!record) {
    return data({ title, part, id: null, list: null, start: null, problem: null }, init ?? {});
  }
  const { id } = record;
  const list = await nullIfFailed(readPart(id, query), { what: "reading a history" });
  return data(
    {
      title,
      part,
      id,
      list,
      start: query.after ? paths.admin.transactionHistory(id) : null,
      problem: list ? null : "There was an error while fetching the history",
    },
    { status: list ? 200 : 500 },
  );
}

function readPart(id: string, place: ListPlace): Promise<ListPart<HistoryRow>> {
  return readListPart(place, {
    size: PAGE_SIZE,
    read: (part) => listHistory(readDb, id, part),
    count: () => countHistory(readDb, id),
    row: historyRow,
    to: (next) => paths.admin.transactionHistory(id, next),
  });
}

const columns: readonly Column<HistoryRow>[] = [
  { key: "at", title: "Date", cell: ({ at }) => at },
  { key: "who", title: "Who", cell: ({ who }) => who },
  { key: "what", title: "What", cell: ({ what }) => what, width: "wide" },
  { key: "fields", title: "Fields", cell: ({ fields }) => textOrDash(fields), width: "wide" },
];

export default function TransactionHistory() {
  const { title, id, list, start, problem } = useLoaderData<typeof loader>();
  const fetcher = useFetcher<typeof loader>();
  return (
    <RecordPage
      title={id ? `History of ${title}` : title}
      trail={[
        { label: "Transactions", to: paths.admin.transactions() },
        ...(id ? [{ label: title, to: paths.admin.transaction(id) }] : []),
      ]}
    >
      {problem ? <Notification kind="error" title={problem} /> : null}
      {list ? (
        <div className="stack">
          <p>
            Times are London’s. One view stands for everything that somebody looks at within a
            quarter of an hour.
          </p>
          <GrowingTable
            caption={`History of ${title}`}
            list="history"
            columns={columns}
            part={list}
            fetcher={fetcher}
            start={start}
            empty="Nobody has looked at this transaction yet."
          />
        </div>
      ) : null}
    </RecordPage>
  );
}
