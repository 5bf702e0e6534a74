import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { PLACE } from "#app/domain/desk/desk-place.server.ts";
import {
  listRecentEvents,
  type RecentEvent,
  startOfRecent,
} from "#app/domain/desk/recent-events.server.ts";
import { AUTHOR_LABELS, eventLabel } from "#app/domain/events/catalogue.ts";
import { handlersFor } from "#app/domain/handlers/my-matters.server.ts";
import { adminMoment, dayInWords, londonDay } from "#app/domain/shared/dates.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { BackToStart } from "../shared/growing-list.tsx";
import { filters, readListQuery } from "../shared/list.server.ts";
import { SideMark } from "../transactions/marks.tsx";
import { readDeskHead } from "./desk-scope.server.ts";
import { DeskPage } from "./desk-views.tsx";
import { matterView } from "./item-view.ts";

const TITLE = "Since yesterday";

export const handle: PageHandle = { title: TITLE, part: fromData("part") };

/** Rows of a page, few enough that a query reads at most 200 rows of a table. */
const PAGE_SIZE = 50;

const FAILURE = "There was an error while fetching events";

const eventsQuery = z.object({
  after: z.string().regex(PLACE).optional().catch(undefined),
  handler: filters.id(),
});

export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "look");
  const { after, handler } = readListQuery(request, eventsQuery);
  const now = new Date();
  const head = await readDeskHead(db, reader, handler);
  const { colleague } = head;
  const mine = await handlersFor(db, reader.id, londonDay(now));
  const handlers = colleague ? [colleague.value] : mine;
  const found = await nullIfFailed(
    listRecentEvents(db, reader, { handlers, now }, { limit: PAGE_SIZE, after }),
    { what: FAILURE },
  );
  const of = colleague ? { handler: colleague.value } : {};
  return data(
    {
      part: [colleague?.label, after && "older"].filter(Boolean).join(", "),
      problem: found ? null : FAILURE,
      head,
      since: dayInWords(startOfRecent(now)),
      matters: groupByMatter(found?.items ?? []),
      next: found?.next ? paths.admin.sinceYesterday({ ...of, after: found.next }) : null,
      start: after ? paths.admin.sinceYesterday(of) : null,
    },
    { status: found ? 200 : 500 },
  );
}

type MatterEvents = ReturnType<typeof groupByMatter>[number];

/** Groups events by matter. The matter with the newest event is first. */
function groupByMatter(events: readonly RecentEvent[]) {
  const ids = [...new Set(events.map(({ matter }) => matter.id))];
  return ids.flatMap((id) => {
    const of = events.filter(({ matter }) => matter.id === id);
    return of.slice(0, 1).map(({ matter }) => ({
      id,
      matter: matterView(matter),
      events: of.map(eventRow),
    }));
  });
}

function eventRow({ id, event_name, author, author_name, comments, date_time }: RecentEvent) {
  return {
    id,
    label: eventLabel(event_name),
    by: author_name ?? AUTHOR_LABELS[author],
    comments,
    at: new Date(date_time).toISOString(),
    at_text: adminMoment(date_time),
  };
}

/** Lists what has happened in the reader’s matters since the working day before. */
export default function SinceYesterday() {
  const page = useLoaderData<typeof loader>();
  const { problem, head, since, matters, next, start } = page;
  return (
    <DeskPage
      title={TITLE}
      lead={`Events since ${since}, newest first.`}
      head={head}
      current="since_yesterday"
      what="events"
    >
      {problem ? <Notification kind="error" title={problem} /> : null}
      {start ? <BackToStart to={start} /> : null}
      {matters.length === 0 && !problem ? (
        <p>
          {start ? "There are no older events." : `No events in ${whoseMatters(head.colleague)}.`}
        </p>
      ) : null}
      {matters.map((matter) => (
        <MatterSection key={matter.id} matter={matter} />
      ))}
      {next ? (
        <p>
          <ButtonLink to={next} kind="secondary" size="small">
            Older events
          </ButtonLink>
        </p>
      ) : null}
    </DeskPage>
  );
}

const whoseMatters = (colleague: { label: string } | null) =>
  colleague ? `${colleague.label}’s matters` : "your matters";

function MatterSection({ matter: { id, matter, events } }: { matter: MatterEvents }) {
  return (
    <section className="card desk-events" aria-labelledby={`matter-${id}`}>
      <h2 id={`matter-${id}`}>
        <Link to={matter.href} title={matter.full_address}>
          {matter.number} {matter.address}
        </Link>{" "}
        <span className="desk-person">
          <SideMark side={matter.side} />
          <span className="vh">{matter.side === "seller" ? "Seller: " : "Buyer: "}</span>
          {matter.person}
        </span>
      </h2>
      <ul>
        {events.map(({ id, label, by, comments, at, at_text }) => (
          <li key={id}>
            <time dateTime={at}>{at_text}</time>
            <span>
              <b>{label}</b>, {by}
              {comments ? <span className="desk-second">{comments}</span> : null}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
