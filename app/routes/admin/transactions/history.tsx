import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { adminMoment } from "#app/domain/shared/dates.ts";
import { fullName } from "#app/domain/shared/names.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { actionLabel, ACTOR_LABELS } from "#app/domain/transactions/labels.ts";
import {
  countHistory,
  type HistoryEntry,
  listHistory,
} from "#app/domain/history/list-history.server.ts";
import { paths } from "#app/paths.ts";
import type { Column } from "#app/ui/data-table.tsx";
import { fromData, type PageHandle, titleFromData } from "#app/ui/page.ts";
import { readDb } from "#db/connection.ts";
import { textOrDash } from "../shared/cells.tsx";
import { GrowingTable } from "../shared/growing-table.tsx";
import {
  type ListPlace,
  openList,
  listTitlePart,
  readListPart,
  loadMoreNumbered,
  readListQuery,
} from "../shared/list.server.ts";
import { requireActor } from "../shared/open-record.server.ts";
import { StaffPage } from "../shared/staff-page.tsx";
import type { ListPart } from "../shared/growing-list.tsx";
import { fieldLabel } from "#app/domain/history/field-labels.ts";
import { openTransaction } from "./open-transaction.server.ts";

export const handle: PageHandle = {
  title: titleFromData("Transaction"),
  part: fromData("part"),
};

const PAGE_SIZE = 20;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { data: opened, init } = await openTransaction(request, params.id);
  const { title, record } = opened;
  const query = readListQuery(request, loadMoreNumbered);
  const part = ["History", listTitlePart(query)].filter(Boolean).join(" ");
  if (!record) {
    return data({ title, part, id: null, list: null, problem: null }, init ?? {});
  }
  const reader = await requireActor(request, "look");
  const { id } = record;
  const { status, ...shown } = await openList(readPart(reader, id, query), {
    failure: "There was an error while fetching the history",
    what: "reading a history",
  });
  return data({ title, part, id, ...shown }, { status });
}

function readPart(
  reader: StaffReader,
  id: string,
  place: ListPlace,
): Promise<ListPart<HistoryRow>> {
  return readListPart(place, {
    size: PAGE_SIZE,
    read: (part) => listHistory(readDb, reader, id, part),
    count: () => countHistory(readDb, reader, id),
    row: historyRow,
    to: (next) => paths.admin.transactionHistory(id, next),
  });
}

const columns: readonly Column<HistoryRow>[] = [
  { key: "at", title: "Date", cell: ({ at }) => at },
  { key: "who", title: "Who", cell: ({ actor }) => actor },
  { key: "what", title: "What", cell: ({ what }) => what, width: "wide" },
  { key: "fields", title: "Fields", cell: ({ fields }) => textOrDash(fields), width: "wide" },
  { key: "values", title: "Old and new", cell: ({ values }) => textOrDash(values), width: "wide" },
];

export default function TransactionHistory() {
  const page = useLoaderData<typeof loader>();
  const { title, id, list } = page;
  const fetcher = useFetcher<typeof loader>();
  return (
    <StaffPage
      title={id ? `History of ${title}` : title}
      trail={[
        { label: "Transactions", to: paths.admin.transactions() },
        ...(id ? [{ label: title, to: paths.admin.transaction(id) }] : []),
      ]}
    >
      {id ? (
        <div className="stack">
          {list ? (
            <p>
              Times are UK time. Everything one person views within 15 minutes appears as one entry.
            </p>
          ) : null}
          <GrowingTable
            page={page}
            fetcher={fetcher}
            caption={`History of ${title}`}
            list="history"
            columns={columns}
            empty="No views or changes yet."
          />
        </div>
      ) : null}
    </StaffPage>
  );
}

type HistoryRow = ReturnType<typeof historyRow>;

function historyRow(entry: HistoryEntry) {
  const { id, at, actor_kind, action, fields, values, purchase_number, person } = entry;
  const { first_name, last_name } = entry;
  const about = purchase_number === null ? person : `Purchase Intent ${purchase_number}`;
  return {
    id,
    at: adminMoment(at),
    actor:
      first_name === null || last_name === null
        ? ACTOR_LABELS[actor_kind]
        : fullName({ first_name, middle_name: entry.middle_name, last_name }),
    what: [actionLabel(action), about].filter(Boolean).join(": "),
    fields: fields.map(fieldLabel).join(", ") || null,
    values: values.join(". ") || null,
  };
}
