import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { countFeed, listFeed } from "#app/domain/transactions/list-feed.server.ts";
import { FEED_FILTERS } from "#app/domain/transactions/progress.ts";
import { paths } from "#app/paths.ts";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import { readDb } from "#db/connection.ts";
import { GrowingList } from "../kit/growing-list.tsx";
import { partText, openList, readListPart } from "../kit/list-part.server.ts";
import { StaffPage } from "../kit/staff-page.tsx";
import type { ListPart } from "../kit/use-load-more.ts";
import { cardView, type FeedCardView } from "./card-view.ts";
import { FeedCard } from "./feed-card.tsx";
import { type FeedQuery, readFeedQuery } from "./feed-query.server.ts";

export const handle: PageHandle = { title: "Transaction Feed", part: fromData("part") };

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  const query = readFeedQuery(request);
  const { filter } = query;
  const { status, ...shown } = await openList(readPart(query), {
    failure: "There was an error while fetching transactions",
    what: "listing the feed",
  });
  const part = partText(query, filter && FEED_FILTERS[filter].label);
  return data({ part, filter: filter ?? null, ...shown }, { status });
}

/** The feed grows by this many (J-047). */
const PAGE_SIZE = 5;

/** Presses within this time are one (J-048). */
const DEBOUNCE_MS = 500;

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
  const page = useLoaderData<typeof loader>();
  const fetcher = useFetcher<typeof loader>();
  return (
    <StaffPage title="Transaction Feed">
      <Tabs
        label="Filter the feed"
        items={FILTERS.map(({ filter, ...tab }) => ({ ...tab, current: filter === page.filter }))}
      />
      <GrowingList
        page={page}
        fetcher={fetcher}
        debounce_ms={DEBOUNCE_MS}
        noun="transactions"
        label={`Load ${PAGE_SIZE} More`}
      >
        {(cards, { busy }) => (
          <>
            {cards.length > 0 ? null : <p>Transactions not found</p>}
            <ul className="feed">
              {cards.map((card) => (
                <FeedCard key={card.id} card={card} />
              ))}
              {busy ? <li className="feed-card">Loading events...</li> : null}
            </ul>
          </>
        )}
      </GrowingList>
    </StaffPage>
  );
}
