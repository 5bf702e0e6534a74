import { type EventName, isEventName } from "#app/domain/events/catalogue.ts";

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
