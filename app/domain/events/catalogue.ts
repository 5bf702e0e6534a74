import { capitalise } from "#app/domain/shared/format.ts";

/**
 * Side, milestone and icon of each event of a matter (docs/specification/events.md, K-088). For
 * "either", the code that records the event passes the side.
 *
 * An "_email_sent" event is recorded when the email is queued, in the database transaction that
 * decides to send it. `email_log` has the recipient and whether the email was sent.
 */

export type EventIcon =
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

type Kind = { type: "seller" | "buyer" | "either"; milestone: boolean; icon: EventIcon };

const seller = (icon: EventIcon) => ({ type: "seller", milestone: false, icon }) as const;
const sellerMilestone = (icon: EventIcon) => ({ type: "seller", milestone: true, icon }) as const;
const buyer = (icon: EventIcon) => ({ type: "buyer", milestone: false, icon }) as const;
const buyerMilestone = (icon: EventIcon) => ({ type: "buyer", milestone: true, icon }) as const;
const either = (icon: EventIcon) => ({ type: "either", milestone: false, icon }) as const;
const eitherMilestone = (icon: EventIcon) => ({ type: "either", milestone: true, icon }) as const;

export const catalogue = {
  transaction_created: sellerMilestone("house"),
  seller_terms_accepted: seller("document"),
  payment_successful: sellerMilestone("card"),
  payment_failed: seller("card"),
  referral_code_applied: sellerMilestone("ticket"),
  payment_review_dealt_with: seller("card"),
  payment_review_reopened: seller("card"),
  refund_requested: seller("card"),
  refund_made: seller("card"),
  refund_failed: seller("card"),
  invoice_recorded: seller("paper"),
  invoice_received: seller("paper"),
  invoice_not_received: seller("paper"),
  invoice_cancelled: seller("paper"),
  invoice_not_needed: seller("paper"),
  invoice_needed_again: seller("paper"),
  estate_agent_assigned: seller("shop"),
  estate_agent_status_updated: seller("shop"),
  estate_agent_introduction_email_sent: seller("envelope"),
  estate_agent_replaced: seller("shop"),
  estate_agent_release_email_sent: seller("envelope"),
  estate_agent_changed_email_sent: seller("envelope"),
  seller_solicitor_preferred: seller("scales"),
  purchase_intent_created: buyerMilestone("key"),
  buyer_terms_accepted: buyer("document"),
  purchase_intent_success_email_sent: buyerMilestone("envelope"),
  purchase_intent_activated: buyerMilestone("tick"),
  purchase_intent_deactivated: buyer("cross"),
  purchase_taken_up_again: buyer("tick"),
  seller_solicitors_assigned: sellerMilestone("scales"),
  buyer_solicitors_assigned: buyerMilestone("scales"),
  seller_introduction_email_sent: seller("envelope"),
  seller_solicitor_instruction_email_sent: seller("envelope"),
  plot_plan_request_email_sent: seller("envelope"),
  buyer_introduction_email_sent: buyer("envelope"),
  buyer_additional_info_email_sent: buyer("envelope"),
  buyer_solicitor_instruction_email_sent: buyer("envelope"),
  papers_returned: either("paper"),
  papers_not_returned: either("paper"),
  solicitors_replaced: either("scales"),
  solicitor_release_email_sent: either("envelope"),
  solicitor_changed_email_sent: either("envelope"),
  other_solicitor_changed_email_sent: either("envelope"),
  person_corrected: either("document"),
  person_added: either("document"),
  person_removed: either("document"),
  sale_agreed: buyerMilestone("calendar"),
  contract_pack_ready: seller("document"),
  contract_pack_sent: seller("document"),
  enquiries_raised: buyer("calendar"),
  enquiries_answered: seller("calendar"),
  exchanged: buyerMilestone("calendar"),
  priority_search_made: buyer("calendar"),
  completed: buyerMilestone("calendar"),
  aborted: buyerMilestone("calendar"),
  date_planned: either("calendar"),
  date_moved: either("calendar"),
  date_withdrawn: either("calendar"),
  buyer_found_email_sent: buyer("envelope"),
  thirdfort_seller_request_email_sent: seller("envelope"),
  thirdfort_buyer_request_email_sent: buyer("envelope"),
  thirdfort_check_ordered: either("id-card"),
  thirdfort_check_aborted: either("id-card"),
  thirdfort_check_reordered: either("id-card"),
  thirdfort_check_completed: eitherMilestone("id-card"),
  thirdfort_check_failed: either("id-card"),
  thirdfort_check_result_changed: either("id-card"),
  thirdfort_order_called_off: either("id-card"),
  searches_ordered: sellerMilestone("magnifier"),
  searches_reordered: sellerMilestone("magnifier"),
  search_completed: seller("magnifier"),
  searches_order_called_off: seller("magnifier"),
  search_results_not_taken: seller("magnifier"),
  additional_request_created: seller("paper"),
  additional_request_sent: seller("paper"),
  additional_request_received: seller("paper"),
  additional_request_forwarded: seller("paper"),
  document_requested: either("paper"),
  document_received: either("paper"),
  document_not_available: either("paper"),
  document_accepted: either("paper"),
  document_sent_back: either("paper"),
  document_not_needed: either("paper"),
  document_reopened: either("paper"),
  documents_emailed: either("envelope"),
  property_search_report_generated: seller("chart"),
  property_report_shared: buyer("chart"),
  property_report_withdrawn: buyer("chart"),
  property_information_confirmed: seller("paper"),
  property_information_changed: seller("paper"),
  property_information_sharing_agreed: seller("paper"),
  property_information_sharing_ended: seller("paper"),
  property_information_shared: seller("envelope"),
  invitation_sent: either("envelope"),
  invitation_clicked: either("envelope"),
  handler_assigned: seller("id-card"),
  matter_handed_over: seller("id-card"),
  agreed_price_changed: buyer("document"),
  asking_price_corrected: seller("document"),
  tenure_corrected: seller("document"),
  title_number_corrected: seller("document"),
  address_corrected: seller("document"),
  ownership_corrected: seller("document"),
  lender_corrected: buyer("document"),
  seller_lender_corrected: seller("document"),
  action_undone: either("document"),
  sale_ended: sellerMilestone("cross"),
  sale_resumed: sellerMilestone("tick"),
  sale_paused: seller("calendar"),
  sale_pause_ended: seller("calendar"),
  buyer_released: buyer("cross"),
  buyer_resumed: buyer("tick"),
  buyer_replaced: buyer("tick"),
  buyer_agreed: buyer("calendar"),
  memorandum_received: seller("document"),
  memorandum_declined: seller("cross"),
  unit_taken_out: seller("document"),
  firm_chased: either("envelope"),
  firm_answered: either("envelope"),
  instruction_accepted: either("scales"),
  instruction_declined: either("scales"),
  dates_proposed: either("calendar"),
  email_received: either("envelope"),
  email_could_not_be_delivered: either("cross"),
  email_marked_as_spam: either("cross"),
} satisfies Record<string, Kind>;

export type EventName = keyof typeof catalogue;

/** Names of events whose side depends on the person that the event is about. */
export type EitherSideEvent = {
  [Name in EventName]: (typeof catalogue)[Name]["type"] extends "either" ? Name : never;
}[EventName];

/** Events that mark a sale as paid, with money or with a referral code (AMB-E07). */
export const PAYMENT_EVENTS = [
  "payment_successful",
  "referral_code_applied",
] as const satisfies EventName[];

/** Events of a refund that staff make. */
export const REFUND_EVENTS = [
  "refund_requested",
  "refund_made",
  "refund_failed",
] as const satisfies EventName[];

/** Returns true if this version of the app has an event with this stored name. */
export function isEventName(name: string): name is EventName {
  return Object.hasOwn(catalogue, name);
}

/** Returns an event's label for staff: "Payment Successful" for payment_successful (J-040). */
export function eventLabel(name: string): string {
  return name.split("_").map(capitalise).join(" ");
}

export const AUTHOR_LABELS = {
  system: "System",
  seller: "Seller",
  buyer: "Buyer",
  admin: "Admin",
  provider: "Provider",
};
