import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useFetcher, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { countFeed, listFeed } from "#app/domain/transactions/list-feed.server.ts";
import { FEED_FILTERS } from "#app/domain/transactions/progress.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { LoadMore } from "#app/ui/pagination.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { readDb } from "#db/connection.ts";
import { fromText, readListPart } from "../kit/list-part.server.ts";
import { type ListPart, type PartFetcher, useLoadMore } from "../kit/use-load-more.ts";
import { cardView, type FeedCardView } from "./card-view.ts";
import { FeedCard } from "./feed-card.tsx";
import { type FeedQuery, readFeedQuery } from "./feed-query.server.ts";

export const handle: PageHandle = { title: "Transaction Feed", part: fromData("part") };

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  const query = readFeedQuery(request);
  const { filter, after } = query;
  const list = await nullIfFailed(readPart(query), { what: "listing the feed" });
  const part = [filter && FEED_FILTERS[filter].label, fromText(query)].filter(Boolean).join(", ");
  return data(
    {
      part,
      filter: filter ?? null,
      list,
      start: after ? paths.admin.feed({ filter }) : null,
      problem: list ? null : FAILURE,
    },
    { status: list ? 200 : 500 },
  );
}

/** The feed grows by this many (J-047). */
const PAGE_SIZE = 5;

const FAILURE = "There was an error while fetching transactions";

function readPart({ filter, ...place }: FeedQuery): Promise<ListPart<FeedCardView>> {
  const now = new Date();
  return readListPart(place, {
    size: PAGE_SIZE,
    read: (part) => listFeed(readDb, filter, part),
    count: () => countFeed(readDb, filter),
    row: (matter) => cardView(matter, now),
    to: (next) => paths.admin.feed({ filter, ...next }),
  });
}

const FILTERS = [
  { filter: null, label: "Show All", to: paths.admin.feed() },
  ...Object.entries(FEED_FILTERS).map(([filter, { label }]) => ({
    filter,
    label,
    to: paths.admin.feed({ filter }),
  })),
];

export default function Feed() {
  const { filter: chosen, list, start, problem } = useLoaderData<typeof loader>();
  const fetcher = useFetcher<typeof loader>();
  return (
    <Page
      title="Transaction Feed"
      width="wide"
      above={<Breadcrumbs items={[{ label: "Transaction Feed" }]} />}
    >
      <Tabs
        label="Filter the feed"
        items={FILTERS.map(({ filter, ...tab }) => ({ ...tab, current: filter === chosen }))}
      />
      {problem ? <Notification kind="error" title={problem} /> : null}
      {list ? <FeedList part={list} fetcher={fetcher} start={start} /> : null}
    </Page>
  );
}

/** Presses within this time are one (J-048). */
const DEBOUNCE_MS = 500;

function FeedList({
  part,
  fetcher,
  start,
}: {
  part: ListPart<FeedCardView>;
  fetcher: PartFetcher<FeedCardView>;
  start: string | null;
}) {
  const { rows, last, problem, busy, load } = useLoadMore(part, fetcher, {
    debounce_ms: DEBOUNCE_MS,
  });
  return (
    <>
      {start ? (
        <p>
          <Link to={start}>Back to the start of the list</Link>
        </p>
      ) : null}
      {rows.length > 0 ? null : <p>Transactions not found</p>}
      <ul className="feed">
        {rows.map((card) => (
          <FeedCard key={card.id} card={card} />
        ))}
        {busy ? <li className="feed-card">Loading events...</li> : null}
      </ul>
      {problem ? <Notification kind="error" title={problem} live /> : null}
      <LoadMore
        shown={last.shown}
        total={last.total}
        more={last.more}
        to={last.next}
        busy={busy}
        noun="transactions"
        label={`Load ${PAGE_SIZE} More`}
        onMore={load}
      />
    </>
  );
}
