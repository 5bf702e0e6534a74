import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listEvents } from "#app/domain/events/read-events.server.ts";
import { UNKNOWN_ERROR } from "#app/observability/errors.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { Notification } from "#app/ui/notification.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { openTab } from "../open-transaction.server.ts";
import { Tab } from "../tab.tsx";
import { EventRows } from "./event-rows.tsx";
import { ExpandLink, readExpanded } from "./expand-link.tsx";
import { readReceived } from "./received.server.ts";
import { Received } from "./received.tsx";
import { eventView } from "./view.ts";

export const handle: LayoutHandle = { part: "Events" };

/** The timeline of a matter (K-088 to K-096). A missing matter is said by the page around it (K-098). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { expanded, limit } = readExpanded(request, "events");
  return openTab(
    request,
    params.id,
    async ({ id }) => {
      const received = await readReceived(request, id);
      const found = await nullIfFailed(listEvents(db, id, { limit }), {
        what: "reading a timeline",
      });
      const events = found?.items.map(eventView) ?? null;
      return { id, events, expanded, more: Boolean(found?.next), received };
    },
    ({ events }) => events === null,
  );
}

export default function EventsTab() {
  return (
    <Tab page={useLoaderData<typeof loader>()}>
      {({ id, events, expanded, more, received }) => (
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
          <Received id={id} received={received} />
        </>
      )}
    </Tab>
  );
}
