/**
 * What can happen in a matter (docs/specification/events.md): to which side it belongs, whether it is a milestone, and
 * which picture stands beside it. "either" means that the caller says which side.
 */

type Icon =
  | "house"
  | "document"
  | "card"
  | "ticket"
  | "shop"
  | "envelope"
  | "key"
  | "tick"
  | "cross"
  | "scales"
  | "calendar"
  | "id-card"
  | "magnifier"
  | "paper"
  | "chart";

type Kind = { type: "seller" | "buyer" | "either"; milestone: boolean; icon: Icon };

const milestone = true;

const seller = (icon: Icon, isMilestone = false) =>
  ({ type: "seller", icon, milestone: isMilestone }) as const;
const buyer = (icon: Icon, isMilestone = false) =>
  ({ type: "buyer", icon, milestone: isMilestone }) as const;
const either = (icon: Icon, isMilestone = false) =>
  ({ type: "either", icon, milestone: isMilestone }) as const;

export const catalogue = {
  transaction_created: seller("house", milestone),
  seller_terms_accepted: seller("document"),
  payment_successful: seller("card", milestone),
  referral_code_applied: seller("ticket", milestone),
  estate_agent_assigned: seller("shop"),
  estate_agent_status_updated: seller("shop"),
  estate_agent_introduction_email_sent: seller("envelope"),
  purchase_intent_created: buyer("key", milestone),
  buyer_terms_accepted: buyer("document"),
  purchase_intent_success_email_sent: buyer("envelope", milestone),
  purchase_intent_activated: buyer("tick", milestone),
  purchase_intent_deactivated: buyer("cross"),
  seller_solicitors_assigned: seller("scales", milestone),
  buyer_solicitors_assigned: buyer("scales", milestone),
  seller_introduction_email_sent: seller("envelope"),
  seller_solicitor_instruction_email_sent: seller("envelope"),
  plot_plan_request_email_sent: seller("envelope"),
  buyer_introduction_email_sent: buyer("envelope"),
  buyer_additional_info_email_sent: buyer("envelope"),
  buyer_solicitor_instruction_email_sent: buyer("envelope"),
  sale_agreed: buyer("calendar", milestone),
  exchanged: buyer("calendar", milestone),
  completed: buyer("calendar", milestone),
  aborted: buyer("calendar", milestone),
  buyer_found_email_sent: buyer("envelope"),
  thirdfort_seller_request_email_sent: seller("envelope"),
  thirdfort_buyer_request_email_sent: buyer("envelope"),
  thirdfort_check_ordered: either("id-card"),
  thirdfort_check_aborted: either("id-card"),
  thirdfort_check_reordered: either("id-card"),
  thirdfort_check_completed: either("id-card", milestone),
  thirdfort_check_failed: either("id-card"),
  searches_ordered: seller("magnifier", milestone),
  searches_reordered: seller("magnifier", milestone),
  search_completed: seller("magnifier"),
  additional_request_created: seller("paper"),
  additional_request_sent: seller("paper"),
  additional_request_received: seller("paper"),
  additional_request_forwarded: seller("paper"),
  property_search_report_generated: seller("chart"),
  invitation_sent: either("envelope"),
  invitation_clicked: either("envelope"),
} as const satisfies Record<string, Kind>;

export type EventName = keyof typeof catalogue;

/** Events whose side depends on the person they are about. */
export type EitherSideEvent = {
  [Name in EventName]: (typeof catalogue)[Name]["type"] extends "either" ? Name : never;
}[EventName];

function isEventName(name: string): name is EventName {
  return Object.hasOwn(catalogue, name);
}

/** An event's name as staff read it: "Payment Successful" for payment_successful (J-040). */
export function eventLabel(name: string): string {
  return name
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

/** The picture beside an event (K-088); one that this version does not know looks like a document. */
export function eventIcon(name: string): Icon {
  return isEventName(name) ? catalogue[name].icon : "document";
}
