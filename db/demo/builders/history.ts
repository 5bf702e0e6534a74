import type { SeedRows } from "../seed-builder.ts";
import { officeDay } from "../calendar.ts";
import type { Matter, Offer } from "../content/matters/matter.ts";
import { staff } from "../content/people.ts";
import { draw, id, pick } from "../deterministic.ts";
import { userId } from "../person.ts";

/**
 * Kinds of events in a matter: which side an event is on, whether it is a milestone, and its usual
 * author. Events of the same day happen in this order.
 */
const catalogue = {
  transaction_created: ["seller", true, "system"],
  estate_agent_assigned: ["seller", false, "seller"],
  estate_agent_status_updated: ["seller", false, "seller"],
  seller_terms_accepted: ["seller", false, "seller"],
  payment_successful: ["seller", true, "system"],
  referral_code_applied: ["seller", true, "seller"],
  estate_agent_introduction_email_sent: ["seller", false, "system"],
  purchase_intent_created: ["buyer", true, "buyer"],
  buyer_terms_accepted: ["buyer", false, "buyer"],
  purchase_intent_success_email_sent: ["buyer", true, "system"],
  purchase_intent_deactivated: ["buyer", false, "system"],
  purchase_intent_activated: ["buyer", true, "admin"],
  sale_agreed: ["buyer", true, "admin"],
  seller_solicitor_preferred: ["seller", false, "seller"],
  seller_solicitors_assigned: ["seller", true, "admin"],
  buyer_solicitors_assigned: ["buyer", true, "admin"],
  seller_introduction_email_sent: ["seller", false, "system"],
  seller_solicitor_instruction_email_sent: ["seller", false, "system"],
  plot_plan_request_email_sent: ["seller", false, "system"],
  buyer_introduction_email_sent: ["buyer", false, "system"],
  buyer_additional_info_email_sent: ["buyer", false, "system"],
  buyer_solicitor_instruction_email_sent: ["buyer", false, "system"],
  buyer_found_email_sent: ["buyer", false, "admin"],
  thirdfort_seller_request_email_sent: ["seller", false, "admin"],
  thirdfort_buyer_request_email_sent: ["buyer", false, "admin"],
  thirdfort_check_ordered: ["seller", false, "admin"],
  thirdfort_check_aborted: ["seller", false, "admin"],
  thirdfort_check_reordered: ["seller", false, "admin"],
  thirdfort_check_completed: ["seller", true, "provider"],
  thirdfort_check_failed: ["seller", false, "provider"],
  searches_ordered: ["seller", true, "admin"],
  searches_reordered: ["seller", true, "admin"],
  search_completed: ["seller", false, "provider"],
  search_results_not_taken: ["seller", false, "provider"],
  additional_request_created: ["seller", false, "provider"],
  additional_request_sent: ["seller", false, "admin"],
  additional_request_received: ["seller", false, "admin"],
  additional_request_forwarded: ["seller", false, "system"],
  documents_emailed: ["seller", false, "admin"],
  property_search_report_generated: ["seller", false, "system"],
  property_report_shared: ["buyer", false, "admin"],
  property_information_confirmed: ["seller", false, "system"],
  property_information_sharing_agreed: ["seller", false, "seller"],
  property_information_shared: ["seller", false, "admin"],
  contract_pack_ready: ["seller", false, "admin"],
  contract_pack_sent: ["seller", false, "admin"],
  enquiries_raised: ["buyer", false, "admin"],
  enquiries_answered: ["seller", false, "admin"],
  exchanged: ["buyer", true, "admin"],
  completed: ["buyer", true, "admin"],
  aborted: ["buyer", true, "admin"],
  sale_paused: ["seller", false, "admin"],
  sale_ended: ["seller", true, "admin"],
  payment_review_dealt_with: ["seller", false, "admin"],
  refund_requested: ["seller", false, "admin"],
  refund_made: ["seller", false, "system"],
  refund_failed: ["seller", false, "system"],
} as const satisfies Record<
  string,
  ["seller" | "buyer", boolean, "system" | "seller" | "buyer" | "admin" | "provider"]
>;

export type EventName = keyof typeof catalogue;
const eventNames = Object.keys(catalogue);

type More = {
  offer?: Offer;
  comments?: string;
  /** True if staff did this instead of the usual author. */
  byStaff?: true;
  side?: "seller" | "buyer";
  nth?: number;
};

/** Adds an event and returns its time. The rows that the event created have the same time. */
export function record(
  book: SeedRows,
  matter: Matter,
  day: number,
  name: EventName,
  more: More = {},
) {
  const [side, milestone, usual] = catalogue[name];
  const author = more.byStaff ? "admin" : usual;
  const at = eventMoment(book, matter, day, name, more);
  const event_id = id("event", [matter.home, name, more.offer?.buyer, more.nth, day].join("|"));
  book.rows.events.push({
    id: event_id,
    transaction_id: transactionId(matter),
    purchase_intent_id: more.offer ? purchaseId(matter, more.offer) : null,
    event_name: name,
    type: more.side ?? side,
    milestone,
    author,
    author_id: authorId(matter, author, more.offer),
    comments: more.comments ?? null,
    date_time: at,
  });
  return at;
}

/**
 * Returns the time of an event. An event that is later in the catalogue happens later in the day.
 */
function eventMoment(book: SeedRows, matter: Matter, day: number, name: EventName, more: More) {
  const step = officeDay / eventNames.length;
  const late = more.nth ?? draw(`${matter.home} ${more.offer?.buyer} ${name}`, 8);
  return book.calendar.at(day, step * eventNames.indexOf(name) + Math.min(late, step - 1));
}

function authorId(matter: Matter, author: string, offer?: Offer) {
  if (author === "admin") return userId(colleague(matter));
  if (author === "seller") return userId(matter.seller);
  if (author === "buyer" && offer) return userId(offer.buyer);
  return null;
}

export function colleague(matter: Matter) {
  return matter.development?.createdBy ?? pick(`colleague ${matter.home}`, staff);
}

export function transactionId(matter: Matter): string {
  return id("transaction", matter.home);
}

export function purchaseId(matter: Matter, offer: Offer): string {
  return id("purchase intent", `${matter.home}: ${offer.buyer}`);
}

/**
 * Returns the purchase that pages show for a matter: the active one, or the newest if none is
 * active (AMB-J01).
 */
export function mainOffer(matter: Matter): Offer | undefined {
  return activeOffer(matter) ?? newest(matter.offers ?? []);
}

/**
 * Returns the purchase that is active on a day. Activating a purchase deactivates the one before
 * it.
 */
export function activeOffer(matter: Matter, day = 0): Offer | undefined {
  const activated = (matter.offers ?? []).filter((offer) => (offer.activated ?? -1) >= day);
  return activated.toSorted((a, b) => (a.activated ?? 0) - (b.activated ?? 0))[0];
}

function newest(offers: Offer[]): Offer | undefined {
  return offers.toSorted((a, b) => a.made - b.made)[0];
}
