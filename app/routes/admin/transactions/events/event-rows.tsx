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
import { Badge } from "#app/ui/badge.tsx";
import { SideMark } from "../side-mark.tsx";
import { eventIcon } from "./event-icons.ts";
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

/** What happened, on whose side, and whether it is a milestone (K-088 to K-090). */
function EventTitle({ event: { name, label, type, milestone } }: { event: EventView }) {
  return (
    <span className="cluster event-title">
      <EventIcon name={name} />
      {label}
      <SideBadge type={type} />
      {milestone ? <Badge tone="done">Milestone</Badge> : null}
    </span>
  );
}

/** Whose event it is: the seller's side or the buyer's (K-089, AMB-K07). */
function SideBadge({ type }: Pick<EventView, "type">) {
  return (
    <>
      <SideMark side={type} />
      <span className="vh">{type === "seller" ? "Seller side" : "Buyer side"}</span>
    </>
  );
}

const ICONS = {
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
} satisfies Record<ReturnType<typeof eventIcon>, unknown>;

/** The picture of an event, beside its name (K-088). */
function EventIcon({ name }: { name: string }) {
  const icon = eventIcon(name);
  const Icon = ICONS[icon];
  return <Icon aria-hidden="true" data-icon={icon} />;
}
