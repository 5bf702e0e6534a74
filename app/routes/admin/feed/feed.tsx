import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useFetcher, useLoaderData } from "@remix-run/react";
import Building from "lucide-react/icons/building-2";
import House from "lucide-react/icons/house";
import type { z } from "zod";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { AUTHOR_LABELS, eventLabel } from "#app/domain/events/catalogue.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { hoursAgo, londonDay } from "#app/domain/shared/dates.ts";
import { firstTwoNames } from "#app/domain/shared/names.ts";
import { TYPE_LABELS } from "#app/domain/transactions/labels.ts";
import {
  countFeed,
  type FeedMatter,
  listFeed,
} from "#app/domain/transactions/list-transactions.server.ts";
import { MATTER_STAGE_LABELS, currentStepOf } from "#app/domain/stages/current-step.ts";
import { FEED_FILTERS } from "#app/domain/transactions/status-strip.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { paths } from "#app/paths.ts";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { Filters, FilterSelect } from "#app/ui/filters.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { readDb } from "#db/connection.ts";
import { GrowingList, type ListPart } from "../shared/growing-list.tsx";
import {
  listTitlePart,
  openList,
  readListPart,
  filters,
  loadMore,
  readListQuery,
} from "../shared/list.server.ts";
import { handlerFilter, readHandlers, readHandlerSelect } from "../shared/handler-filter.server.ts";
import { StaffPage } from "../shared/staff-page.tsx";
import { StatusStrip, StepIcons } from "../transactions/status-strip.tsx";

export const handle: PageHandle = { title: "Transaction Feed", part: fromData("part") };

export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "look");
  const query = readListQuery(request, feedQuery);
  const { filter, handler } = query;
  const handlers = query.only ? null : await readHandlerSelect(readDb, handler);
  const { status, ...shown } = await openList(readPart(reader, query), {
    failure: "There was an error while fetching transactions",
    what: "listing the feed",
  });
  const part = listTitlePart(query, filter && FEED_FILTERS[filter].label, handlers?.chosen);
  const select = handlers?.select ?? null;
  return data({ part, filter: filter ?? null, handler, select, ...shown }, { status });
}

/** Number of cards that each “Load More” adds (J-047). */
const PAGE_SIZE = 5;

/** Several clicks on “Load More” within this time count as one click (J-048). */
const DEBOUNCE_MS = 500;

async function readPart(
  reader: StaffReader,
  { filter, handler, ...place }: FeedQuery,
): Promise<ListPart<FeedCardView>> {
  const now = new Date();
  const handlers = await readHandlers(readDb, reader.id, handler, now);
  return readListPart(place, {
    size: PAGE_SIZE,
    read: (part) => listFeed(readDb, reader, filter, part, handlers),
    count: () => countFeed(readDb, filter, handlers),
    row: (matter) => cardView(matter, now),
    to: (next) => paths.admin.feed({ filter, handler, ...next }),
  });
}

const FILTERS = [
  { filter: null, label: "Show All" },
  ...Object.entries(FEED_FILTERS).map(([filter, { label }]) => ({ filter, label })),
];

export default function Feed() {
  const page = useLoaderData<typeof loader>();
  const fetcher = useFetcher<typeof loader>();
  return (
    <StaffPage title="Transaction Feed">
      <Tabs
        label="Filter the feed"
        items={FILTERS.map(({ filter, label }) => ({
          label,
          to: paths.admin.feed({ filter, handler: page.handler }),
          current: filter === page.filter,
        }))}
      />
      {page.select ? (
        <Filters label="Filter by handler">
          {page.filter ? <input type="hidden" name="filter" value={page.filter} /> : null}
          <FilterSelect {...page.select} />
        </Filters>
      ) : null}
      <GrowingList
        page={page}
        fetcher={fetcher}
        debounce_ms={DEBOUNCE_MS}
        noun="transactions"
        label={`Load ${PAGE_SIZE} More`}
      >
        {(cards, { busy }) => (
          <>
            <StepIcons />
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

/** Query parameters of the feed (J-049 to J-054). */
const feedQuery = loadMore.extend({
  filter: filters.oneOf([
    "unpaid",
    "no_estate_agents",
    "no_solicitors",
    "no_searches",
    "no_thirdfort_checks",
  ]),
  handler: handlerFilter(),
});
type FeedQuery = z.output<typeof feedQuery>;

type FeedCardView = ReturnType<typeof cardView>;

/** Maps a matter to its card in the feed (J-035 to J-044, J-055, J-056). */
function cardView(matter: FeedMatter, now: Date) {
  const { type, purchase, event } = matter;
  return {
    id: matter.id,
    type,
    type_label: TYPE_LABELS[type],
    address: addressLine(matter.address),
    sellers: firstTwoNames(matter.sellers),
    purchase: purchase
      ? `Purchase intent: ${firstTwoNames(purchase.buyers)}`
      : "No purchase intent",
    stage: MATTER_STAGE_LABELS[currentStepOf(matter.stage_facts, londonDay(now)).place],
    event: event
      ? `${AUTHOR_LABELS[event.type]} - ${eventLabel(event.event_name)}`
      : "No event found",
    created: `Created ${hoursAgo(matter.created_at, now)}`,
    progress: matter.progress,
  };
}

function FeedCard({ card }: { card: FeedCardView }) {
  const Icon = card.type === "resale" ? House : Building;
  return (
    <li id={`row-${card.id}`} className="feed-card">
      <Icon aria-hidden="true" data-icon={card.type} />
      <div>
        <h2>
          <Link to={paths.admin.transaction(card.id)}>{card.address}</Link>
        </h2>
        <p>
          {card.type_label}: {card.sellers}
        </p>
        <p>{card.purchase}</p>
      </div>
      <div>
        <p>{card.event}</p>
        <p>{card.stage}</p>
        <p>{card.created}</p>
      </div>
      <StatusStrip progress={card.progress} words />
    </li>
  );
}
