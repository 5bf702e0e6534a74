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
              <EventTitle event={event} />
              <time dateTime={event.at}>{event.at_text.slice(0, 10)}</time>
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
