import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useFetcher, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import {
  REVIEW_LISTS,
  type ReviewList,
  STATUS_LABELS,
} from "#app/domain/documents/request-states.ts";
import {
  countRequestsToReview,
  type ListedRequest,
  listRequestsToReview,
} from "#app/domain/documents/review-lists.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { adminDate, adminMoment } from "#app/domain/shared/dates.ts";
import { paths } from "#app/paths.ts";
import type { Column } from "#app/ui/data-table.tsx";
import { Filters, FilterSelect } from "#app/ui/filters.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { readDb } from "#db/connection.ts";
import { textOrDash } from "../shared/cells.tsx";
import type { ListPart } from "../shared/growing-list.tsx";
import { GrowingTable } from "../shared/growing-table.tsx";
import {
  filters,
  listTitlePart,
  type ListPlace,
  loadMore,
  openList,
  readListPart,
  readListQuery,
} from "../shared/list.server.ts";
import { StaffPage } from "../shared/staff-page.tsx";

const TITLE = "Documents to review";

export const handle: PageHandle = { title: TITLE, part: fromData("part") };

/** Rows of a page, few enough that a query reads at most 200 rows of a table. */
const PAGE_SIZE = 50;

const FAILURE = "There was an error while fetching documents";

const LISTS: Record<ReviewList, string> = { to_review: "To review", overdue: "Overdue" };

const EMPTY: Record<ReviewList, string> = {
  to_review: "No documents to review.",
  overdue: "No documents are overdue.",
};

const documentsQuery = loadMore.extend({ list: filters.oneOf(REVIEW_LISTS) });

export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "look");
  const query = readListQuery(request, documentsQuery);
  const { list = "to_review" } = query;
  const { status, ...shown } = await openList(readPart(reader, list, query), {
    failure: FAILURE,
    what: FAILURE,
  });
  const part = listTitlePart(query, list === "to_review" ? undefined : LISTS[list]);
  return data({ part, chosen: list, ...shown }, { status });
}

function readPart(
  reader: StaffReader,
  list: ReviewList,
  place: ListPlace,
): Promise<ListPart<RequestRow>> {
  return readListPart(place, {
    size: PAGE_SIZE,
    read: (part) => listRequestsToReview(readDb, reader, list, part),
    count: () => countRequestsToReview(readDb, list),
    row: requestRow,
    to: (next) => paths.admin.documentRequests({ list, ...next }),
  });
}

type RequestRow = ReturnType<typeof requestRow>;

function requestRow(request: ListedRequest) {
  const { id, transaction_id, address, title, side, status, missing_reason } = request;
  return {
    id,
    address: addressLine(address),
    href: paths.admin.transactionTab.documents(transaction_id),
    title,
    side: side === "seller" ? "Sellers" : "Buyers",
    status: missing_reason ? `Doesn’t have it: ${missing_reason}` : STATUS_LABELS[status],
    answered: request.answered_at && adminMoment(request.answered_at),
    due: adminDate(request.due_on),
  };
}

const OPTIONS = REVIEW_LISTS.map((value) => ({ value, label: LISTS[value] }));

/** Lists the documents of all matters that staff must review, or that customers have not sent. */
export default function DocumentsToReview() {
  const page = useLoaderData<typeof loader>();
  const { chosen } = page;
  const fetcher = useFetcher<typeof loader>();
  return (
    <StaffPage
      title={TITLE}
      lead="Documents of all matters, oldest first."
      trail={[{ label: "Transactions", to: paths.admin.transactions() }]}
    >
      <Filters label="Filter documents">
        <FilterSelect name="list" label="Show" options={OPTIONS} value={chosen} />
      </Filters>
      <GrowingTable
        page={page}
        fetcher={fetcher}
        caption="Documents"
        list="documents"
        columns={COLUMNS}
        empty={EMPTY[chosen]}
      />
    </StaffPage>
  );
}

const COLUMNS: readonly Column<RequestRow>[] = [
  {
    key: "matter",
    title: "Matter",
    cell: ({ address, href }) => <Link to={href}>{address}</Link>,
    width: "wide",
  },
  { key: "document", title: "Document", cell: ({ title }) => title },
  { key: "from", title: "From", cell: ({ side }) => side },
  { key: "status", title: "Status", cell: ({ status }) => status, width: "wide" },
  { key: "answered", title: "Received", cell: ({ answered }) => textOrDash(answered) },
  { key: "due", title: "Due", cell: ({ due }) => due, width: "line" },
];
