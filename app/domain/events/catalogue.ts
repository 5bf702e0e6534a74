import { capital } from "#app/domain/fields/words.ts";

/**
 * What can happen in a matter (docs/specification/events.md): to which side it belongs, and whether it is a milestone.
 * "either" means that the caller says which side.
 *
 * An event whose name ends in "_email_sent" is written down when the email is queued, in the transaction that decides to
 * send it. Whether it was sent, and to whom, is in `email_log`.
 */

type Kind = { type: "seller" | "buyer" | "either"; milestone: boolean };

const seller = { type: "seller", milestone: false } as const;
const sellerMilestone = { type: "seller", milestone: true } as const;
const buyer = { type: "buyer", milestone: false } as const;
const buyerMilestone = { type: "buyer", milestone: true } as const;
const either = { type: "either", milestone: false } as const;
const eitherMilestone = { type: "either", milestone: true } as const;

export const catalogue = {
  transaction_created: sellerMilestone,
  seller_terms_accepted: seller,
  payment_successful: sellerMilestone,
  payment_failed: seller,
  referral_code_applied: sellerMilestone,
  payment_review_dealt_with: seller,
  payment_review_reopened: seller,
  estate_agent_assigned: seller,
  estate_agent_status_updated: seller,
  estate_agent_introduction_email_sent: seller,
  estate_agent_replaced: seller,
  estate_agent_release_email_sent: seller,
  estate_agent_changed_email_sent: seller,
  seller_solicitor_preferred: seller,
  purchase_intent_created: buyerMilestone,
  buyer_terms_accepted: buyer,
  purchase_intent_success_email_sent: buyerMilestone,
  purchase_intent_activated: buyerMilestone,
  purchase_intent_deactivated: buyer,
  purchase_taken_up_again: buyer,
  seller_solicitors_assigned: sellerMilestone,
  buyer_solicitors_assigned: buyerMilestone,
  seller_introduction_email_sent: seller,
  seller_solicitor_instruction_email_sent: seller,
  plot_plan_request_email_sent: seller,
  buyer_introduction_email_sent: buyer,
  buyer_additional_info_email_sent: buyer,
  buyer_solicitor_instruction_email_sent: buyer,
  solicitors_replaced: either,
  solicitor_release_email_sent: either,
  solicitor_changed_email_sent: either,
  other_solicitor_changed_email_sent: either,
  person_corrected: either,
  sale_agreed: buyerMilestone,
  exchanged: buyerMilestone,
  completed: buyerMilestone,
  aborted: buyerMilestone,
  buyer_found_email_sent: buyer,
  thirdfort_seller_request_email_sent: seller,
  thirdfort_buyer_request_email_sent: buyer,
  thirdfort_check_ordered: either,
  thirdfort_check_aborted: either,
  thirdfort_check_reordered: either,
  thirdfort_check_completed: eitherMilestone,
  thirdfort_check_failed: either,
  thirdfort_check_result_changed: either,
  thirdfort_order_called_off: either,
  searches_ordered: sellerMilestone,
  searches_reordered: sellerMilestone,
  search_completed: seller,
  searches_order_called_off: seller,
  search_results_not_taken: seller,
  additional_request_created: seller,
  additional_request_sent: seller,
  additional_request_received: seller,
  additional_request_forwarded: seller,
  property_search_report_generated: seller,
  invitation_sent: either,
  invitation_clicked: either,
} as const satisfies Record<string, Kind>;

export type EventName = keyof typeof catalogue;

/** Events whose side depends on the person they are about. */
export type EitherSideEvent = {
  [Name in EventName]: (typeof catalogue)[Name]["type"] extends "either" ? Name : never;
}[EventName];

/** Either says that a sale is paid for, with money or with a code (AMB-E07). */
export const PAYMENT_EVENTS = [
  "payment_successful",
  "referral_code_applied",
] as const satisfies EventName[];

/** Whether this version knows an event that is stored. */
export function isEventName(name: string): name is EventName {
  return Object.hasOwn(catalogue, name);
}

/** The words for what can happen in a matter. */

/** An event's name as staff read it: "Payment Successful" for payment_successful (J-040). */
export function eventLabel(name: string): string {
  return name.split("_").map(capital).join(" ");
}

/** Who made it happen, where no person is known by name. */
export const AUTHOR_LABELS = {
  system: "System",
  seller: "Seller",
  buyer: "Buyer",
  admin: "Admin",
  provider: "Provider",
};
