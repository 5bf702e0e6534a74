import { Link } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { EventTitle, type EventView } from "../events/event-rows.tsx";

/** Renders the latest events of a matter, each on one line. */
export function LatestEventLines({ id, events }: { id: string; events: EventView[] | null }) {
  return (
    <Card
      title="Latest events"
      actions={
        <Link to={paths.admin.transactionTab.events(id, { events: "all" })}>All events</Link>
      }
    >
      {events ? (
        <ol className="overview-events">
          {events.map((event) => (
            <li key={event.id}>
              <EventTitle event={event} short />
              <time dateTime={event.at} title={event.at_text}>
                {shortDate(event)}
              </time>
            </li>
          ))}
          {events.length === 0 ? <li>No event found</li> : null}
        </ol>
      ) : (
        <Notification kind="error" title="There was an error while fetching the latest events" />
      )}
    </Card>
  );
}

/** Returns "24/11", or "24/11/2025" for another year. */
function shortDate({ at, at_text }: EventView) {
  return at_text.slice(0, at.startsWith(String(new Date().getFullYear())) ? 5 : 10);
}
