import type { Selectable } from "kysely";
import type { StaffAction } from "#app/domain/audit/actions.ts";
import { type Answer, answerLabel } from "#app/domain/shared/answers.ts";
import { adminDate } from "#app/domain/shared/dates.ts";
import { NOT_SURE_YET } from "#app/domain/shared/lenders.ts";
import { labelFromSnakeCase } from "#app/domain/shared/format.ts";
import { lawyerGroupLabel, withRetired } from "#app/domain/solicitors/parts.ts";
import type { DB } from "#db/types.d.ts";

export const TYPE_LABELS = { resale: "Resale", development: "Development" };

/** Labels of the status of an email. "Sent" means that Postmark has accepted the email. */
export const EMAIL_STATUS_LABELS = {
  queued: "Waiting",
  sending: "Sending",
  sent: "Sent",
  failed: "Failed",
  withdrawn: "Withdrawn",
  delivered: "Delivered",
  undelivered: "Could not be delivered",
};

/**
 * Returns a text that says whether a buyer needs a mortgage, such as "Yes, Nationwide Building
 * Society", "Not decided yet" or "No".
 */
export function mortgageText(purchase: {
  mortgage_required_for_purchase: Answer;
  mortgage_provider: string | null;
}): string {
  const { mortgage_required_for_purchase, mortgage_provider } = purchase;
  if (mortgage_required_for_purchase === "not_sure") return "Not decided yet";
  if (mortgage_required_for_purchase === "no") return answerLabel("no");
  const lender =
    mortgage_provider === NOT_SURE_YET ? "no lender chosen yet" : (mortgage_provider ?? "");
  return [answerLabel("yes"), lender].filter(Boolean).join(", ");
}

/** Returns whether there is a mortgage on the property, such as "Yes, Halifax". */
export function sellerMortgageText(sale: {
  has_mortgage: Answer;
  seller_lender: string | null;
}): string {
  const text = answerLabel(sale.has_mortgage);
  return sale.has_mortgage === "yes"
    ? `${text}, ${sale.seller_lender ?? "lender not known"}`
    : text;
}

/** Returns the lawyer group and law firm of a side as text, or "Not assigned" (K-032, K-033). */
export function solicitorText(group: { name: string; law_firm: string } | null): string {
  return group ? lawyerGroupLabel(group) : "Not assigned";
}

/**
 * Returns the lawyer group and law firm of a side as text for staff, with a mark if they are
 * retired.
 */
export function assignedSolicitorText(
  group: { name: string; law_firm: string; retired: boolean } | null,
): string {
  return withRetired(solicitorText(group), group?.retired ?? false);
}

/** Returns the date on which the legal work started, or "Not started" (J-014). */
export function legalsStartedText(started_at: Date | null): string {
  return started_at ? adminDate(started_at) : "Not started";
}

/** Labels of audit actions. An action that is not listed is labelled with the words of its name. */
const ACTION_LABELS: Partial<Record<string, string>> = {
  transaction_viewed: "Transaction viewed",
  transaction_tags_updated: "Tags changed",
  received_email_read: "Received email marked as read",
  received_email_matched: "Received email matched to the matter",
  received_email_match_undone: "Match of a received email undone",
  message_sent: "Email sent from Messages",
  internal_note_added: "Internal note added",
  phone_call_noted: "Phone call noted",
  conversation_closed: "Conversation closed",
  conversation_reopened: "Conversation opened again",
  conversation_snoozed: "Conversation snoozed",
  conversation_assigned: "Conversation assigned",
  significant_dates_updated: "Significant dates changed",
  stage_note_added: "Note for customers added",
  stage_note_taken_back: "Note for customers deleted",
  contract_pack_ready: "Contract pack recorded as ready",
  contract_pack_ready_undone: "Contract pack no longer ready",
  estate_agent_assigned: "Estate agent assigned",
  estate_agent_replaced: "Estate agent replaced",
  solicitors_assigned: "Solicitors assigned",
  solicitors_replaced: "Solicitors replaced",
  person_corrected: "Details of a person corrected",
  person_added: "Person added",
  person_removed: "Person removed",
  purchase_intent_activated: "Purchase intent activated",
  property_search_report_generated: "Property search report generated",
  property_report_shared: "Property report shared with the buyer",
  property_report_withdrawn: "Property report withdrawn from the buyer",
  report_document_left_out: "Document excluded from the property search report",
  report_document_taken_in: "Document included in the property search report",
  report_pages_checked: "Pages without text checked for the property search report",
  intelligence_refreshed: "Transaction intelligence refreshed",
  buyer_found_email_sent: "Buyer found email sent",
  thirdfort_check_ordered: "Identity check ordered",
  thirdfort_check_aborted: "Identity check aborted",
  thirdfort_check_reordered: "Identity check reordered",
  thirdfort_order_confirmed: "Identity check order confirmed",
  thirdfort_order_called_off: "Identity check order cancelled",
  thirdfort_seller_request_email_sent: "Seller checks requested",
  thirdfort_buyer_request_email_sent: "Buyer and giftor checks requested",
  searches_ordered: "Searches ordered",
  searches_reordered: "Searches reordered",
  searches_order_confirmed: "Search order confirmed",
  searches_order_called_off: "Search order cancelled",
  document_reminded: "Reminder of documents sent",
  search_problem_dealt_with: "Unprocessed search results marked as resolved",
  water_bill_requested: "Water bill requested",
  additional_request_sent: "Additional request marked as sent",
  additional_request_received: "Additional request marked as received",
} satisfies Partial<Record<StaffAction, string>>;

/** Labels for the actors in the audit log who have no account with a name. */
export const ACTOR_LABELS: Record<Selectable<DB["audit_log"]>["actor_kind"], string> = {
  admin: "Staff",
  customer: "Customer",
  system: "System",
  provider: "Provider",
};

/**
 * Returns the label of an audit action, such as "Tags changed" for transaction_tags_updated. An
 * action that is not in ACTION_LABELS is labelled with the words of its name.
 */
export function actionLabel(action: string): string {
  return ACTION_LABELS[action] ?? labelFromSnakeCase(action);
}
