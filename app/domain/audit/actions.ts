import type { Viewed } from "#app/domain/readers/reader.ts";

/**
 * Names in the audit log of the actions that staff take in forms. An action that also records an
 * event has the name of the event.
 */
export const STAFF_ACTIONS = [
  "transaction_tags_updated",
  "significant_dates_updated",
  "stage_note_added",
  "stage_note_taken_back",
  "contract_pack_ready",
  "contract_pack_ready_undone",
  "estate_agent_assigned",
  "estate_agent_replaced",
  "estate_agent_released",
  "estate_agent_instructed",
  "agent_fee_updated",
  "referral_fee_updated",
  "solicitors_assigned",
  "solicitor_letter_sent_again",
  "solicitors_replaced",
  "solicitors_released",
  "solicitors_instructed",
  "person_corrected",
  "person_added",
  "person_removed",
  "purchase_intent_activated",
  "buyer_found_email_sent",
  "property_search_report_generated",
  "property_report_shared",
  "property_report_withdrawn",
  "property_information_shared",
  "report_document_left_out",
  "report_document_taken_in",
  "report_pages_checked",
  "intelligence_refreshed",
  "received_email_read",
  "received_email_matched",
  "received_email_match_undone",
  "conversation_closed",
  "conversation_reopened",
  "conversation_snoozed",
  "conversation_assigned",
  "message_sent",
  "internal_note_added",
  "phone_call_noted",
  "mention_read",
  "thirdfort_check_ordered",
  "thirdfort_check_aborted",
  "thirdfort_check_reordered",
  "thirdfort_order_confirmed",
  "thirdfort_order_called_off",
  "thirdfort_seller_request_email_sent",
  "thirdfort_buyer_request_email_sent",
  "searches_ordered",
  "searches_reordered",
  "searches_order_confirmed",
  "searches_order_called_off",
  "search_problem_dealt_with",
  "water_bill_requested",
  "additional_request_sent",
  "additional_request_received",
  "document_requested",
  "document_received",
  "document_accepted",
  "document_sent_back",
  "document_not_needed",
  "document_reopened",
  "documents_emailed",
  "firm_chased",
  "task_added",
  "stage_tasks_added",
  "task_updated",
  "task_done",
  "task_reopened",
  "task_deleted",
  "document_reminded",
  "payment_review_updated",
  "refund_requested",
  "invoice_recorded",
  "invoice_received",
  "invoice_not_received",
  "invoice_cancelled",
  "invoice_not_needed",
  "invoice_needed_again",
  "law_firm_created",
  "law_firm_updated",
  "law_firm_retired",
  "law_firm_brought_back",
  "lawyer_group_created",
  "lawyer_group_updated",
  "lawyer_group_retired",
  "lawyer_group_brought_back",
  "brand_created",
  "brand_updated",
  "brand_deleted",
  "estate_agent_created",
  "estate_agent_office_updated",
  "estate_agent_checks_updated",
  "coordinator_saved",
  "coordinator_deleted",
  "valuer_added",
  "valuer_updated",
  "valuer_deleted",
  "negotiator_added",
  "negotiator_updated",
  "negotiator_deleted",
  "invitation_created",
  "invitation_resent",
  "invitation_cancelled",
  "transaction_group_created",
  "transaction_created",
  "company_created",
  "company_updated",
  "user_created",
  "rematch_all_emails",
  "rematch_unmatched_emails",
  "restoration_ended",
  "job_retried",
  "job_called_off",
  "data_copy_requested",
  "matter_file_requested",
  "erasure_carried_out",
  "erasure_refused",
  "staff_added",
  "staff_roles_changed",
  "staff_deactivated",
  "staff_brought_back",
  "access_reviewed",
  "sessions_ended",
  "second_factor_added",
  "second_factor_removed",
  "second_factor_reset",
  "recovery_codes_made",
  "recovery_code_used",
  "correction_answered",
  "ready_link_created",
  "ready_link_revoked",
  "matter_handed_over",
  "agreed_price_changed",
  "asking_price_corrected",
  "tenure_corrected",
  "title_number_corrected",
  "address_corrected",
  "ownership_corrected",
  "lender_corrected",
  "seller_lender_corrected",
  "action_undone",
  "sale_ended",
  "sale_resumed",
  "sale_paused",
  "sale_pause_ended",
  "buyer_released",
  "buyer_resumed",
  "buyer_replaced",
  "buyer_agreed",
  "memorandum_declined",
  "unit_taken_out",
  "absence_added",
  "absence_removed",
  "takes_new_matters_changed",
] as const;

/**
 * Names in the audit log of actions that change no record. The audit row of a search contains a
 * hash of the search text (docs/decisions/audit-rows-are-sealed-in-a-chain.md).
 */
type AccessAction =
  | "list_viewed"
  | "searched"
  | "search_document_downloaded"
  | "report_downloaded"
  | "attachment_downloaded"
  | "matter_file_downloaded"
  | "property_information_downloaded"
  | "signed_in"
  | "signed_out"
  | "sign_in_refused"
  | "second_factor_refused"
  | "second_factor_locked_out";

export type StaffAction = (typeof STAFF_ACTIONS)[number] | AccessAction | `${Viewed}_viewed`;

/**
 * Names in the audit log of the actions that customers take in forms. An action that also records
 * an event has the name of the event.
 */
export type CustomerAction =
  | "about_you_saved"
  | "sale_created"
  | "sale_updated"
  | "purchase_updated"
  | "property_answers_saved"
  | "property_information_signed"
  | "data_copy_requested"
  | "data_copy_downloaded"
  | "erasure_requested"
  | "erasure_withdrawn"
  | "correction_requested"
  | "calendar_address_made"
  | "calendar_address_ended"
  | "ready_link_created"
  | "ready_link_revoked";

/** Names in the audit log of the actions that law firms and estate agents take on their page. */
export type FirmAction =
  | "instruction_accepted"
  | "instruction_declined"
  | "significant_dates_updated"
  | "contract_pack_ready"
  | "dates_proposed"
  | "message_written"
  | "firm_file_downloaded"
  | "memorandum_received";
