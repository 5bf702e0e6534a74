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
  eventLabel,
  type EventName,
  isEventName,
} from "#app/domain/events/catalogue.ts";
import type { listEvents } from "#app/domain/events/events.server.ts";
import { adminMoment } from "#app/domain/fields/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { SideMark } from "../marks.tsx";

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

const PICTURES = {
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

/** The picture of an event, beside its name (K-088). */
function EventIcon({ name }: { name: string }) {
  const icon = eventIcon(name);
  const Icon = PICTURES[icon];
  return <Icon aria-hidden="true" data-icon={icon} />;
}

type Icon = keyof typeof PICTURES;

const ICONS: Record<EventName, Icon> = {
  transaction_created: "house",
  seller_terms_accepted: "document",
  payment_successful: "card",
  payment_failed: "card",
  referral_code_applied: "ticket",
  payment_review_dealt_with: "card",
  payment_review_reopened: "card",
  estate_agent_assigned: "shop",
  estate_agent_status_updated: "shop",
  estate_agent_introduction_email_sent: "envelope",
  estate_agent_replaced: "shop",
  estate_agent_release_email_sent: "envelope",
  estate_agent_changed_email_sent: "envelope",
  seller_solicitor_preferred: "scales",
  purchase_intent_created: "key",
  buyer_terms_accepted: "document",
  purchase_intent_success_email_sent: "envelope",
  purchase_intent_activated: "tick",
  purchase_intent_deactivated: "cross",
  purchase_taken_up_again: "tick",
  seller_solicitors_assigned: "scales",
  buyer_solicitors_assigned: "scales",
  seller_introduction_email_sent: "envelope",
  seller_solicitor_instruction_email_sent: "envelope",
  plot_plan_request_email_sent: "envelope",
  buyer_introduction_email_sent: "envelope",
  buyer_additional_info_email_sent: "envelope",
  buyer_solicitor_instruction_email_sent: "envelope",
  solicitors_replaced: "scales",
  solicitor_release_email_sent: "envelope",
  solicitor_changed_email_sent: "envelope",
  other_solicitor_changed_email_sent: "envelope",
  person_corrected: "document",
  sale_agreed: "calendar",
  exchanged: "calendar",
  completed: "calendar",
  aborted: "calendar",
  buyer_found_email_sent: "envelope",
  thirdfort_seller_request_email_sent: "envelope",
  thirdfort_buyer_request_email_sent: "envelope",
  thirdfort_check_ordered: "id-card",
  thirdfort_check_aborted: "id-card",
  thirdfort_check_reordered: "id-card",
  thirdfort_check_completed: "id-card",
  thirdfort_check_failed: "id-card",
  thirdfort_check_result_changed: "id-card",
  thirdfort_order_called_off: "id-card",
  searches_ordered: "magnifier",
  searches_reordered: "magnifier",
  search_completed: "magnifier",
  searches_order_called_off: "magnifier",
  search_results_not_taken: "magnifier",
  additional_request_created: "paper",
  additional_request_sent: "paper",
  additional_request_received: "paper",
  additional_request_forwarded: "paper",
  property_search_report_generated: "chart",
  invitation_sent: "envelope",
  invitation_clicked: "envelope",
};

/** The picture beside an event (K-088); one that this version does not know looks like a document. */
export function eventIcon(name: string): Icon {
  return isEventName(name) ? ICONS[name] : "document";
}

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
