import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData, useOutlet, useParams } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { handlersFor } from "#app/domain/handlers/my-matters.server.ts";
import {
  countText,
  INBOX_LISTS,
  INBOX_VIEWS,
  type InboxList,
  type InboxView,
  LIST_LABELS,
  VIEW_LABELS,
} from "#app/domain/inbox/inbox-lists.ts";
import {
  type Answerers,
  countConversations,
  type InboxQuery,
  listConversations,
  readNextReturn,
} from "#app/domain/inbox/list-conversations.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { londonDay, sentenceDate } from "#app/domain/shared/dates.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FilterSelect } from "#app/ui/filters.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { BackToStart } from "../shared/growing-list.tsx";
import { openList } from "../shared/list.server.ts";
import { StaffPage } from "../shared/staff-page.tsx";
import { placeQuery, readInboxPlace } from "./inbox-place.server.ts";
import { inboxRowView } from "./inbox-row.ts";
import { InboxRows } from "./inbox-rows.tsx";

const TITLE = "Inbox";

export const handle: PageHandle = { title: TITLE, part: fromData("part") };

const FAILURE = "There was an error while fetching the inbox";

/** Rows of a page, few enough that a query reads at most 200 rows. */
const PAGE_SIZE = 15;

/** Answered conversations below the open ones, newest first. */
const ANSWERED_BELOW = 10;

type Place = { view: InboxView; list: InboxList; after: string | undefined };

export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "look");
  const place = readInboxPlace(request);
  const { view, list, after } = place;
  const { status, ...shown } = await openList(readInbox(reader, place), {
    failure: FAILURE,
    what: FAILURE,
  });
  return data(
    {
      part: [VIEW_LABELS[view], LIST_LABELS[list], after && "next part"].filter(Boolean).join(", "),
      view,
      chosen: list,
      start: after ? paths.admin.inbox(placeQuery(place)) : null,
      ...shown,
    },
    { status },
  );
}

async function readInbox(reader: StaffReader, { view, list, after }: Place) {
  const now = new Date();
  const today = londonDay(now);
  const mine = await handlersFor(db, reader.id, today);
  const answerers: Record<InboxView, Answerers> = {
    mine,
    unassigned: "no one",
    everyone: "everyone",
  };
  const query: InboxQuery = { answerers: answerers[view], list, now, today };
  const to = (id: string) => paths.admin.conversation(id, placeQuery({ view, list }));
  const toRow = (row: Parameters<typeof inboxRowView>[0]) =>
    inboxRowView(row, { reader_id: reader.id, now, to });
  const page = await listConversations(db, reader, query, { limit: PAGE_SIZE, after });
  const isWhole = list === "open" && page.next === null;
  const answered = isWhole
    ? await listConversations(db, reader, { ...query, list: "answered" }, { limit: ANSWERED_BELOW })
    : null;
  const snoozed: InboxQuery = { ...query, list: "snoozed" };
  const [returns, snoozed_count] = isWhole
    ? await Promise.all([readNextReturn(db, query), countConversations(db, snoozed)])
    : [null, 0];
  const views = await Promise.all(
    INBOX_VIEWS.map(async (name) => ({
      name,
      to: paths.admin.inbox(placeQuery({ view: name, list })),
      waiting: countText(
        await countConversations(db, { ...query, answerers: answerers[name], list: "open" }),
      ),
    })),
  );
  return {
    views,
    rows: page.rows.map(toRow),
    next: page.next && paths.admin.inbox({ ...placeQuery({ view, list }), after: page.next }),
    answered: answered?.rows.map(toRow) ?? [],
    more_answered: answered?.next
      ? paths.admin.inbox(placeQuery({ view, list: "answered" }))
      : null,
    snoozed:
      returns === null
        ? null
        : {
            to: paths.admin.inbox(placeQuery({ view, list: "snoozed" })),
            text: `${countText(snoozed_count)} snoozed. The next returns on ${sentenceDate(returns, today)}.`,
          },
  };
}

const HEADINGS: Record<InboxList, string> = {
  open: "Unanswered, oldest first",
  answered: "Answered, newest first",
  closed: "Closed, newest first",
  snoozed: "Snoozed, next to return first",
};

const EMPTY: Record<InboxList, string> = {
  open: "No unanswered conversations.",
  answered: "No answered conversations.",
  closed: "No closed conversations.",
  snoozed: "No snoozed conversations.",
};

const OPTIONS = INBOX_LISTS.map((value) => ({ value, label: LIST_LABELS[value] }));

/**
 * Lists the conversations with customers, firms and unknown senders. One that is open is shown next
 * to the list; on a phone, it is a page without the list.
 */
export default function Inbox() {
  const { view, chosen, start, list, problem } = useLoaderData<typeof loader>();
  const conversation = useOutlet();
  const { id } = useParams();
  return (
    <StaffPage title={TITLE} crumbs={false}>
      <div className="inbox" data-open={conversation !== null || undefined}>
        <div className="inbox-head">
          {list ? <Views views={list.views} view={view} /> : null}
          <Form
            method="get"
            action={paths.admin.inbox()}
            className="inbox-filter"
            role="search"
            aria-label="Filter the inbox"
            preventScrollReset
          >
            {view === "mine" ? null : <input type="hidden" name="view" value={view} />}
            <FilterSelect name="list" label="Show" options={OPTIONS} value={chosen} />
            <Button type="submit" kind="secondary" size="small">
              Apply
            </Button>
          </Form>
        </div>
        <div className="inbox-columns">
          <div className="inbox-list">
            {problem ? <Notification kind="error" title={problem} /> : null}
            {start ? <BackToStart to={start} /> : null}
            {list ? (
              <>
                <InboxRows
                  heading={HEADINGS[chosen]}
                  rows={list.rows}
                  current={id}
                  empty={EMPTY[chosen]}
                />
                {list.next ? (
                  <p className="inbox-more">
                    <ButtonLink to={list.next} kind="secondary" size="small">
                      More conversations
                    </ButtonLink>
                  </p>
                ) : null}
                {list.answered.length > 0 ? (
                  <InboxRows
                    heading="Answered, waiting for a reply"
                    rows={list.answered}
                    current={id}
                    empty=""
                  />
                ) : null}
                {list.more_answered ? (
                  <p className="inbox-more">
                    <Link to={list.more_answered}>All answered conversations</Link>
                  </p>
                ) : null}
                {list.snoozed ? (
                  <p className="inbox-more">
                    <Link to={list.snoozed.to}>{list.snoozed.text}</Link>
                  </p>
                ) : null}
              </>
            ) : null}
          </div>
          {conversation ?? <p className="inbox-none hint">Choose a conversation.</p>}
        </div>
      </div>
    </StaffPage>
  );
}

type Views = { name: InboxView; to: string; waiting: string }[];

function Views({ views, view }: { views: Views; view: InboxView }) {
  return (
    <nav aria-label="Whose conversations" className="inbox-views">
      <ul>
        {views.map(({ name, to, waiting }) => (
          <li key={name}>
            <Link to={to} aria-current={name === view ? "page" : undefined}>
              {VIEW_LABELS[name]} <span className="count">{waiting}</span>
              <span className="vh"> unanswered</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
