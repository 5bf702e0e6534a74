import { AUTHOR_LABELS, eventLabel } from "#app/domain/events/catalogue.ts";
import type { listEvents } from "#app/domain/events/events.server.ts";
import { adminMoment } from "#app/domain/fields/dates.ts";

type Event = Awaited<ReturnType<typeof listEvents>>["items"][number];

export type EventView = ReturnType<typeof eventView>;

/** An event as staff read it (K-089 to K-093). */
export function eventView(event: Event) {
  const { id, event_name, type, milestone, author, author_name, buyer_name, date_time } = event;
  return {
    id,
    name: event_name,
    label: eventLabel(event_name),
    type,
    milestone,
    at: date_time.toISOString(),
    at_text: adminMoment(date_time),
    by: author_name ?? AUTHOR_LABELS[author],
    comments: event.comments ?? buyer_name,
  };
}
