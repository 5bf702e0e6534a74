import { EventTitle } from "./event-title.tsx";
import type { EventView } from "./view.ts";

/** What has happened, newest first, a row each: what and on whose side, when, and who did it (K-088 to K-093). */
export function EventRows({ events }: { events: readonly EventView[] }) {
  return (
    <ol className="event-rows">
      {events.map((event) => (
        <li key={event.id}>
          <EventTitle event={event} />
          <time dateTime={event.at}>{event.at_text}</time>
          <p>
            {event.by}
            {event.comments ? <span className="event-comments">: {event.comments}</span> : null}
          </p>
        </li>
      ))}
      {events.length === 0 ? <li>No event found</li> : null}
    </ol>
  );
}
