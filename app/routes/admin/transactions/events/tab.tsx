import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { listEvents } from "#app/domain/events/events.server.ts";
import { UNKNOWN_ERROR } from "#app/observability/errors.ts";
import { report } from "#app/observability/report.server.ts";
import { Notification } from "#app/ui/notification.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { openTransaction } from "../open-transaction.server.ts";
import { EventRows } from "./event-rows.tsx";
import { ExpandLink, readExpanded } from "./expand-link.tsx";
import { readReceived } from "./received.server.ts";
import { Received } from "./received.tsx";
import { eventView } from "./view.ts";

export const handle: LayoutHandle = { part: "Events" };

/** The timeline of a matter (K-088 to K-096). A missing matter is said by the page around it (K-098). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { record } = (await openTransaction(request, params.id)).data;
  const { expanded, limit } = readExpanded(request, "events");
  if (!record) return { events: [], expanded, more: false, received: null };
  const received = await readReceived(request, record.id);
  try {
    const { items, next } = await listEvents(db, record.id, { limit });
    return { events: items.map(eventView), expanded, more: next !== null, received };
  } catch (error) {
    report(error, { what: "reading a timeline" });
    return data({ events: null, expanded, more: false, received }, { status: 500 });
  }
}

export default function EventsTab() {
  const { id = "" } = useParams();
  const { events, expanded, more, received } = useLoaderData<typeof loader>();
  return (
    <>
      <section className="stack" aria-labelledby="events">
        <h2 id="events">Events</h2>
        {events ? (
          <EventRows events={events} />
        ) : (
          <Notification kind="error" title={UNKNOWN_ERROR} />
        )}
        <ExpandLink
          id={id}
          list="events"
          expanded={expanded}
          more={more}
          words={["All events", "Show less"]}
        />
      </section>
      {received ? <Received id={id} received={received} /> : null}
    </>
  );
}
