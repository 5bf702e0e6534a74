import type { Insertable } from "kysely";
import type { DB } from "#db/types.d.ts";
import { type Calendar, officeCalendar } from "./calendar.ts";

/** Names of tables to which the demonstration data add no rows. */
type Other =
  | "sessions"
  | "firm_sessions"
  | "rate_limits"
  | "form_submissions"
  | "drafts"
  | "products"
  | "admin_config"
  | "worker_heartbeats"
  | "processes"
  | "backups"
  | "alerts"
  | "data_copies"
  | "privacy_requests"
  | "correction_requests"
  | "erased_people"
  | "totp_keys"
  | "passkeys"
  | "recovery_codes"
  | "access_reviews"
  | "restorations"
  | "retention_runs"
  | "audit_unsealed"
  | "audit_seals"
  | "audit_checks"
  | "search_words"
  | "search_texts"
  | "search_facts"
  | "email_outcomes"
  | "email_rematches"
  | "matter_emails"
  | "conversation_addresses"
  | "matter_ends"
  | "listed_transactions"
  | "desk_items"
  | "workloads"
  | "matter_numbers"
  | "stage_durations"
  | "stage_duration_stats"
  | "adviser_referrals"
  | "referral_rules";

export type Rows = { [Table in Exclude<keyof DB, Other>]: Insertable<DB[Table]>[] };

/** Rows and documents collected so far, and the time from which each customer exists. */
export type SeedRows = {
  calendar: Calendar;
  rows: Rows;
  documents: Map<string, Buffer>;
  customerSince: Map<string, Date>;
};

export function newSeedRows(today: Date): SeedRows {
  return {
    calendar: officeCalendar(today),
    rows: noRows(),
    documents: new Map(),
    customerSince: new Map(),
  };
}

function noRows(): Rows {
  return {
    addresses: [],
    users: [],
    staff_roles: [],
    handlers: [],
    staff_absences: [],
    brands: [],
    estate_agents: [],
    valuers: [],
    negotiators: [],
    office_coordinators: [],
    law_firms: [],
    lawyer_groups: [],
    lawyer_group_members: [],
    companies: [],
    referral_codes: [],
    properties: [],
    transaction_groups: [],
    transactions: [],
    purchase_intents: [],
    parties: [],
    orders: [],
    order_items: [],
    payment_reviews: [],
    refunds: [],
    invoices: [],
    invoice_items: [],
    stripe_events: [],
    invitations: [],
    magic_link_tokens: [],
    events: [],
    changes: [],
    email_log: [],
    pending_notifications: [],
    email_opt_outs: [],
    identity_checks: [],
    search_orders: [],
    searches: [],
    search_documents: [],
    search_messages: [],
    search_message_errors: [],
    additional_requests: [],
    document_requests: [],
    documents: [],
    document_shares: [],
    reports: [],
    intelligence: [],
    leads: [],
    office_health: [],
    inbound_emails: [],
    inbound_attachments: [],
    contact_requests: [],
    calendar_addresses: [],
    calendar_dates: [],
    ready_links: [],
    solicitor_letters: [],
    instruction_answers: [],
    solicitor_letter_matters: [],
    stage_notes: [],
    property_information: [],
    property_answers: [],
    property_confirmations: [],
    property_information_shares: [],
    matter_actions: [],
    sale_agreements: [],
    memoranda: [],
    tasks: [],
    chases: [],
    conversations: [],
    messages: [],
    message_documents: [],
    message_mentions: [],
    matched_senders: [],
    audit_log: [],
  };
}
