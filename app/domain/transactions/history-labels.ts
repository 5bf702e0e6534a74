import type { Selectable } from "kysely";
import type { StaffAction } from "#app/domain/audit/actions.ts";
import { spelledOut } from "#app/domain/fields/words.ts";
import type { DB } from "#db/types.d.ts";

/** The words for what the audit log knows of a matter. */

/** What was done, where its name does not say it as staff would. */
const ACTION_LABELS: Partial<Record<string, string>> = {
  transaction_viewed: "Transaction viewed",
  transaction_tags_updated: "Tags changed",
  significant_dates_updated: "Significant dates changed",
  estate_agent_assigned: "Estate agent assigned",
  estate_agent_replaced: "Estate agent replaced",
  solicitors_assigned: "Solicitors assigned",
  solicitors_replaced: "Solicitors replaced",
  person_corrected: "Details of a person corrected",
  purchase_intent_activated: "Purchase intent activated",
  property_search_report_generated: "Property search report generated",
  report_document_left_out: "Document left out of the property search report",
  report_document_taken_in: "Document taken into the property search report",
  intelligence_refreshed: "Transaction intelligence refreshed",
  buyer_found_email_sent: "Buyer found email sent",
  thirdfort_check_ordered: "Identity check ordered",
  thirdfort_check_aborted: "Identity check aborted",
  thirdfort_check_reordered: "Identity check reordered",
  thirdfort_order_confirmed: "Identity check found at Thirdfort",
  thirdfort_order_called_off: "Order of an identity check called off",
  thirdfort_seller_request_email_sent: "Seller checks requested",
  thirdfort_buyer_request_email_sent: "Buyer and giftor checks requested",
  searches_ordered: "Searches ordered",
  searches_reordered: "Searches reordered",
  searches_order_confirmed: "Order of searches found at OneSearch",
  searches_order_called_off: "Order of searches called off",
  search_problem_dealt_with: "Results that were not taken dealt with",
  water_bill_requested: "Water bill requested",
  additional_request_sent: "Additional request marked as sent",
  additional_request_received: "Additional request marked as received",
} satisfies Partial<Record<StaffAction, string>>;

/** A field, where the column's name does not say it as staff would. */
const FIELD_LABELS: Partial<Record<string, string>> = {
  estate_agent_id: "Estate agent",
  seller_lawyer_group_id: "Seller solicitor",
  buyer_lawyer_group_id: "Buyer solicitor",
  is_active: "Active",
  stripe_transaction_status: "Payment status",
  paid_at: "Date paid",
  terms_accepted_at: "Date of accepting the terms",
  terms_version: "Version of the terms",
  s3_document_key: "Document",
  left_out_by: "Left out of the report",
};

/** Who did it, where the account is not known by name. */
export const ACTOR_LABELS: Record<Selectable<DB["audit_log"]>["actor_kind"], string> = {
  admin: "Staff",
  customer: "Customer",
  system: "System",
  provider: "Provider",
};

/** "Tags changed" for transaction_tags_updated; the words of a name that this version does not know. */
export function actionLabel(action: string): string {
  return ACTION_LABELS[action] ?? spelledOut(action);
}

/** "Estate agent" for estate_agent_id. */
export function fieldLabel(field: string): string {
  return FIELD_LABELS[field] ?? spelledOut(field);
}
