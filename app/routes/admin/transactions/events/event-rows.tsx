import type { LucideIcon } from "lucide-react";
import Calendar from "lucide-react/icons/calendar";
import ChartColumn from "lucide-react/icons/chart-column";
import Check from "lucide-react/icons/check";
import CreditCard from "lucide-react/icons/credit-card";
import Sheet from "lucide-react/icons/file";
import FileText from "lucide-react/icons/file-text";
import House from "lucide-react/icons/house";
import IdCard from "lucide-react/icons/id-card";
import Key from "lucide-react/icons/key";
import Mail from "lucide-react/icons/mail";
import Scale from "lucide-react/icons/scale";
import Search from "lucide-react/icons/search";
import Store from "lucide-react/icons/store";
import Ticket from "lucide-react/icons/ticket";
import X from "lucide-react/icons/x";
import {
  AUTHOR_LABELS,
  catalogue,
  type EventIcon,
  eventLabel,
  isEventName,
} from "#app/domain/events/catalogue.ts";
import { type Standing, STANDING_LABELS } from "#app/domain/events/event-standing.ts";
import type { listEvents } from "#app/domain/events/events.server.ts";
import { adminMoment } from "#app/domain/shared/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { SideMark } from "../marks.tsx";

/**
 * Renders events, from newest to oldest, with their name, side, time and author (K-088 to K-093).
 */
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
            {event.note ? <span className="hint">. {event.note}.</span> : null}
          </p>
        </li>
      ))}
      {events.length === 0 ? <li>No event found</li> : null}
    </ol>
  );
}

/** Renders an event’s name, side and, unless it is `short`, milestone mark (K-088 to K-090). */
export function EventTitle({
  event: { name, label, type, milestone, standing },
  short = false,
}: {
  event: EventView;
  short?: boolean;
}) {
  return (
    <span className="cluster event-title">
      <EventIcon name={name} />
      {label}
      <SideBadge type={type} />
      {standing && !(short && standing === "done") ? <StandingBadge standing={standing} /> : null}
      {milestone && !short && isTrue(standing) ? <Badge tone="done">Milestone</Badge> : null}
    </span>
  );
}

/** Returns false for an event whose date was cleared or moved, or whose action was undone. */
const isTrue = (standing: Standing | null) => standing === null || standing === "done";

const STANDING_TONES = {
  planned: "plain",
  done: "done",
  moved: "plain",
  withdrawn: "stop",
  undone: "stop",
} as const satisfies Record<Standing, string>;

/** Renders what has become of the date or the action of an event (ST-5). */
function StandingBadge({ standing }: { standing: Standing }) {
  return <Badge tone={STANDING_TONES[standing]}>{STANDING_LABELS[standing]}</Badge>;
}

/** Renders the event’s side, seller or buyer (K-089, AMB-K07). */
function SideBadge({ type }: Pick<EventView, "type">) {
  return (
    <>
      <SideMark side={type} />
      <span className="vh">{type === "seller" ? "Seller side" : "Buyer side"}</span>
    </>
  );
}

const PICTURES: Record<EventIcon, LucideIcon> = {
  house: House,
  document: FileText,
  card: CreditCard,
  ticket: Ticket,
  shop: Store,
  envelope: Mail,
  key: Key,
  tick: Check,
  cross: X,
  scales: Scale,
  calendar: Calendar,
  "id-card": IdCard,
  magnifier: Search,
  paper: Sheet,
  chart: ChartColumn,
};

/** Renders the event’s icon (K-088). */
function EventIcon({ name }: { name: string }) {
  const icon = eventIcon(name);
  const Icon = PICTURES[icon];
  return <Icon aria-hidden="true" data-icon={icon} />;
}

/**
 * Returns the icon of an event (K-088). If the event is not known to this version of the code,
 * returns the document icon.
 */
export function eventIcon(name: string): EventIcon {
  return isEventName(name) ? catalogue[name].icon : "document";
}

type Event = Awaited<ReturnType<typeof listEvents>>["items"][number];

export type EventView = ReturnType<typeof eventView>;

/** Maps an event to its row (K-089 to K-093). */
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
    standing: event.standing,
    note: event.note,
  };
}
