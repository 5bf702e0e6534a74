/** Columns of any table that say nothing about a person: ids, times and numbers. */
export const NEVER_PERSONAL = "id created_at updated_at version position schema_version".split(" ");

/** Columns that say nothing about a person, such as ids of matters, states, times and counts. */
export const NOT_PERSONAL: Readonly<Record<string, string>> = {
  access_reviews: "reviewed_at",
  additional_requests: "search_order_id sent_at status transaction_id type",
  admin_config:
    "benchmark_in_days end_reasons invoicing_amount_pence only_row tags thirdfort_v2_switchover_date",
  alerts: "about began_at ended_at path title what_to_do",
  changes: "changed_at field purchase_intent_id transaction_id",
  chases:
    "answer_day answered_at asked_at end_reason ended_at estate_agent_id expires_at follow_up_on followed_up_at lawyer_group_id purchase_intent_id side step transaction_id",
  firm_sessions: "estate_agent_id expires_at lawyer_group_id side transaction_id used_at",
  instruction_answers: "answered_at lawyer_group_id purchase_intent_id side transaction_id",
  conversations:
    "answer_by last_message_at purchase_intent_id side snoozed_until state transaction_id unanswered unanswered_since waits_from",
  desk_items: "due_at kind since source_id transaction_id",
  handlers: "takes_new_matters",
  workloads: "counted_at late_matters open_matters overdue unanswered",
  matched_senders: "matched_at purchase_intent_id transaction_id",
  matter_numbers: "number",
  message_documents: "document_id message_id",
  message_mentions: "message_id read_at",
  messages: "at call_minutes conversation_id email_log_id inbound_email_id kind",
  sale_agreements: "ended_at invitation_id transaction_id",
  memoranda: "decided_at document_id estate_agent_id sent_at status transaction_id",
  staff_absences: "ends_on starts_on",
  matter_actions: "done_at kind letters_to purchase_intent_id sends_at transaction_id undone_at",
  tasks: "chase_id done_at due_on template transaction_id",
  audit_log: "action actor_kind at subject_type",
  audit_checks: "checked_at findings sealed unsealed",
  audit_seals: "audit_id hash sealed_at",
  audit_unsealed: "audit_id",
  backups: "documents drill_failure drill_ms drilled_at folder made_at rows",
  brands: "brand_name",
  calendar_dates: "changed_at is_cancelled is_tentative sequence transaction_id",
  identity_checks:
    "last_polled_at order_called_off_at order_sent_at purchase_intent_id replaces_id shared_with transaction_id",
  correction_requests: "decided_at status",
  data_copies: "expires_at s3_document_key status transaction_id",
  document_requests:
    "answered_at decided_at due_on kind purchase_intent_id question requested_on source status transaction_id",
  document_shares: "document_id lawyer_group_id outbox_key shared_at",
  documents:
    "conversion converted_document_key estate_agent_id file_type inbound_attachment_id purchase_intent_id request_id s3_document_key scan sha256 size_bytes transaction_id",
  drafts: "form",
  email_log: "name sent_at status transaction_id",
  email_outcomes: "delivered_at email_log_id failed_at transaction_ids",
  email_rematches:
    "changed_matches checked finished_at kind last_email_id match_types new_matches started_at status still_unmatched total unchanged_matches",
  erased_people: "erased_at",
  estate_agents:
    "brand_id office_name receives_buyer_thirdfort_checks receives_seller_thirdfort_checks requests_buyer_thirdfort_checks requests_seller_thirdfort_checks",
  events:
    "action_id date_time event_name milestone purchase_intent_id request_id transaction_id type",
  form_submissions: "form key",
  inbound_attachments: "email_id file_type is_embedded left_out s3_document_key sha256 size_bytes",
  inbound_emails:
    "automatic dkim dmarc html_has_bank_details match_type read_at received_at rematched_at spam_score spf suggested_transaction_id transaction_id",
  intelligence: "generated_at input_tokens model output_tokens transaction_id",
  invitations:
    "email_sent_at is_resend new_user prevent_email property_id purchase_intent_id referral_code role status transaction_id",
  law_firms: "name retired_at",
  lawyer_group_members: "lawyer_group_id",
  lawyer_groups:
    "for_freehold for_leasehold for_new_build law_firm_id legal_fee_pounds panel_solicitor retired_at usual_working_days",
  leads: "estate_agent_id",
  listed_transactions:
    "aborted buyer_checked_on buyer_checks buyer_declined_on buyer_instructed_on buyer_lawyer_group_id changes_on check_since check_unconfirmed choice_open completed contract_pack_ready_on contract_pack_sent_on ended_on enquiries_answered_on enquiries_raised_on estate_agent estate_agent_id exchanged group_id holder id_checks identity_on instructed_on legals_started_at letter_failed_on memorandum_sent_on next_step paused_on paused_until payment property_id property_information property_information_on purchase_intent_id sale_agreed searches searches_on searches_ordered_on searches_since seller_check_pending seller_checks seller_declined_on seller_lawyer_group_id seller_letter_failed since solicitors stage to_assign_since type",
  magic_link_tokens: "expires_at invitation_id purpose role used_at",
  negotiators: "estate_agent_id",
  office_coordinators: "estate_agent_id",
  office_health: "estate_agent_name monthly_listings total_active_listings week weekly_listings",
  invoice_items: "amount_pence decided_at invoice_id order_id",
  invoices:
    "company_id due_on estate_agent_id issued_on month number received_on referral_code total_pence",
  order_items: "order_id product_name product_price_pence",
  orders: "code is_invoiced transaction_id",
  parties: "purchase_intent_id transaction_id",
  passkeys: "last_used_at",
  payment_reviews:
    "closed_at currency dealt_with_at group_id happened_at order_id other_transaction_id stripe_status",
  refunds: "answered_at group_id order_id refusal_code status",
  privacy_requests: "decided_at status",
  processes: "breakers disk_free_bytes disk_used kind release seen_at started_at",
  products: "charged_at_registration code name price_pence",
  property_answers: "answered_at question transaction_id",
  property_confirmations: "confirmed_at transaction_id",
  property_information: "confirmed_at share_agreed_at transaction_id",
  property_information_shares:
    "estate_agent_id lawyer_group_id purchase_intent_id recipient shared_at transaction_id",
  properties: "address_confirmed address_id",
  purchase_intents:
    "aborted completed contract_pack_sent_on enquiries_answered_on enquiries_raised_on exchanged is_active priority_search_on released_on sale_agreed terms_version transaction_id",
  pending_notifications: "event_names noted_at purchase_intent_id side transaction_id",
  rate_limits: "count window_start",
  recovery_codes: "used_at",
  referral_codes: "active estate_agent_id expires_at max_uses used_count",
  adviser_referrals: "purchase_intent_id transaction_id",
  ready_links: "expires_at opened_at revoked_at source transaction_id",
  reports:
    "critical_issues_count generated_at model overall_risk_rating reference s3_document_key shared_at significant_issues_count transaction_id",
  retention_runs: "ran_at deleted only_counted",
  restorations: "access_known backup_made_at ended_at restored_at",
  search_documents:
    "checked_pages dated has_active_content left_out_at s3_document_key search_id sha256 size_bytes unread_pages unreadable",
  search_messages: "received_at s3_document_key sha256 size_bytes transaction_id",
  search_orders: "called_off_at is_reorder ordered_on transaction_id",
  search_message_errors: "dealt_with_at message_id product_id reason transaction_id",
  search_words: "kind record_id",
  searches:
    "completion_date estimated_completion is_reorder product_id s3_document_key search_order_id status told_on provider_status transaction_id",
  sessions: "expires_at id_hash last_seen_at second_factor_at signed_in_at",
  solicitor_letter_matters: "letter_id transaction_id",
  solicitor_letters: "lawyer_group_id purchase_intent_id side",
  staff_roles: "given_at",
  stage_duration_stats: "from_days late_days sales stage to_days",
  stage_notes: "reader stage transaction_id",
  stage_durations: "began_on ended_on stage transaction_id working_days",
  stripe_events: "received_at type",
  totp_keys: "last_step",
  transactions:
    "buyer_lawyer_group_id company_seller_id contract_pack_ready_on ended_on ended_purchase_id estate_agent_id group_id legals_started_at number paused_on paused_until preferred_lawyer_group_id property_id seller_lawyer_group_id terms_version ticked_for_buyer type",
  email_opt_outs: "since",
  users: "active deactivated_at type",
  valuers: "estate_agent_id primary_valuer",
  worker_heartbeats: "seen_at worker_id",
};
