import { ADDRESS_LINES } from "#app/domain/fields/address.server.ts";
import { FOUND_PARTS, TYPED_PARTS } from "#app/domain/fields/address.ts";
import { PARTY_COLUMNS, USER_COLUMNS } from "#app/domain/people/questions.ts";
import { PURCHASE_COLUMNS } from "#app/domain/purchases/questions.ts";
import { SALE_COLUMNS } from "#app/domain/sales/questions.ts";
import type { DB } from "#db/types.d.ts";
import {
  access,
  account,
  address,
  check,
  copy,
  corrected,
  email,
  enquiry,
  EVERYBODY_IN_A_MATTER,
  found,
  type Held,
  lead,
  matter,
  money,
  partner,
  request,
  said,
  sent,
  staffAtWork,
  worksHere,
} from "./purposes.server.ts";

/**
 * What we hold about people: each personal column, and each kind of file, with whose it is, why and for how long. A test
 * compares it with the migrated database, so that no column is forgotten.
 */

type Columns<Table> = readonly (keyof Table & string)[];

type PersonalColumns = {
  [Table in keyof DB]: Held & { table: Table; columns: Columns<DB[Table]> };
}[keyof DB];

export const PERSONAL_COLUMNS = [
  {
    table: "users",
    columns: [
      ...USER_COLUMNS,
      "email",
      "correspondence_address_id",
      "stripe_customer_id",
      "last_signed_in_at",
    ],
    ...account,
  },
  {
    table: "sessions",
    columns: ["user_id", "data", "device", "network"],
    ...access,
    lives: ["session"],
  },
  { table: "staff_roles", columns: ["user_id", "role", "given_by"], ...worksHere },
  { table: "access_reviews", columns: ["reviewed_by", "staff"], ...worksHere },
  {
    table: "passkeys",
    columns: ["user_id", "credential_id", "public_key", "counter", "transports", "name"],
    ...worksHere,
  },
  { table: "totp_keys", columns: ["user_id", "sealed_key"], ...worksHere },
  { table: "recovery_codes", columns: ["user_id", "code_hash"], ...worksHere },
  {
    table: "magic_link_tokens",
    columns: ["user_id", "requested_by", "used_by", "typed", "token_hash"],
    ...access,
    lives: ["link"],
  },
  {
    table: "invitations",
    columns: ["user_id", "invited_by", "property_address_id", "link_click_count", "token_hash"],
    ...matter,
  },
  {
    table: "drafts",
    columns: ["user_id", "data"],
    ...matter,
    why: "to make sure no answers are lost",
    lives: ["draft"],
  },
  {
    table: "form_submissions",
    columns: ["body_hash", "location"],
    ...access,
    why: "to avoid processing the same form twice",
    lives: ["sent_form"],
  },
  {
    table: "calendar_addresses",
    columns: ["user_id", "token_hash"],
    ...account,
    why: "to show people their dates in their own calendar",
  },
  {
    table: "calendar_dates",
    columns: ["user_id", "side", "kind", "day"],
    ...matter,
    why: "to update people’s calendars when a date changes",
  },
  {
    table: "rate_limits",
    columns: ["key"],
    ...access,
    whose: [...access.whose, "visitor"],
    why: "to limit misuse",
    lives: ["limit"],
  },
  {
    table: "parties",
    columns: [...PARTY_COLUMNS, "kind", "correspondence_address_id"],
    ...matter,
  },
  {
    table: "transactions",
    columns: [
      ...SALE_COLUMNS,
      "seller_id",
      "terms_accepted_at",
      "terms_accepted_by",
      "estate_agent_status",
      "solicitor_preference",
      "seller_comments",
      "buyer_comments",
      "tags",
    ],
    ...matter,
  },
  {
    table: "purchase_intents",
    columns: [
      ...PURCHASE_COLUMNS,
      "remortgage",
      "buyer_id",
      "terms_accepted_at",
      "terms_accepted_by",
    ],
    ...matter,
  },
  { table: "properties", columns: ["tenure", "tenure_details", "description"], ...matter },
  {
    table: "properties",
    columns: ["title_number"],
    ...matter,
    part: "title number of the property",
    why: "to find the property’s title register at HM Land Registry",
  },
  {
    table: "addresses",
    columns: [...TYPED_PARTS, "country", "country_iso_2", ...FOUND_PARTS],
    ...address,
  },
  { table: "events", columns: ["author", "author_id", "comments"], ...matter },
  { table: "stage_notes", columns: ["note", "author_id"], ...matter },
  {
    table: "listed_transactions",
    columns: [
      "sellers",
      "buyers",
      ...ADDRESS_LINES,
      "asking_price_pounds",
      "tags",
      "payment_type",
      "stripe_transaction_status",
      "paid_at",
      "check_of",
    ],
    ...matter,
  },
  { table: "referrals", columns: ["kind", "sort_name"], ...matter },
  { table: "companies", columns: ["name", "company_number", "address_id"], ...matter },
  { table: "transaction_groups", columns: ["name"], ...matter },
  { table: "transaction_groups", columns: ["created_by"], ...staffAtWork },
  { table: "transaction_groups", columns: ["stripe_transaction_id"], ...money },
  {
    table: "leads",
    columns: [
      "property_address",
      "initial_asking_price_pounds",
      "seller_1_name",
      "seller_1_email",
      "seller_1_phone",
      "seller_2_name",
      "seller_2_email",
      "seller_2_phone",
      "additional_notes",
      "lead_warmth",
      "client_aware_of_product",
    ],
    ...lead,
  },
  { table: "leads", columns: ["valuer_id"], ...lead, whose: ["estate agent"] },
  {
    table: "contact_requests",
    columns: ["full_name", "email", "mobile_number", "message", "referrer"],
    ...enquiry,
  },
  {
    table: "orders",
    columns: [
      "payment_type",
      "total_amount_pence",
      "stripe_customer_id",
      "stripe_transaction_id",
      "stripe_transaction_status",
      "stripe_checkout_session_id",
      "paid_at",
      "payment_failed_at",
      "payment_failure",
      "review",
    ],
    ...money,
  },
  {
    table: "payment_reviews",
    columns: ["stripe_transaction_id", "reason", "amount_pence", "note"],
    ...money,
  },
  { table: "payment_reviews", columns: ["dealt_with_by"], ...staffAtWork },
  { table: "referral_codes", columns: ["code", "label"], ...partner },
  { table: "law_firms", columns: ["email", "phone_number", "address_id"], ...partner },
  {
    table: "lawyer_groups",
    columns: ["name", "invoicing_address", "thirdfort_recipient_emails"],
    ...partner,
  },
  {
    table: "lawyer_group_members",
    columns: ["first_name", "last_name", "email", "phone_number", "kind"],
    ...partner,
  },
  { table: "solicitor_letters", columns: ["letter"], ...matter },
  {
    table: "estate_agents",
    columns: ["office_phone_number", "office_address_id", "thirdfort_requester_emails"],
    ...partner,
  },
  {
    table: "valuers",
    columns: ["first_name", "last_name", "email", "phone_number", "is_subscribed"],
    ...partner,
  },
  {
    table: "negotiators",
    columns: ["first_name", "last_name", "email", "phone_number"],
    ...partner,
  },
  {
    table: "office_coordinators",
    columns: ["first_name", "last_name", "email", "phone_number", "is_subscribed"],
    ...partner,
  },
  {
    table: "checks",
    columns: [
      "thirdfort_id",
      "status",
      "person_type",
      "first_name",
      "last_name",
      "email",
      "phone_number",
      "result",
      "reports",
      "order_key",
      "ordered_as",
    ],
    ...check,
  },
  { table: "checks", columns: ["requested_by"], ...check, whose: ["staff"] },
  {
    table: "search_orders",
    columns: ["answer", "reference", "sub_building_name", "building_name", "building_number"],
    ...matter,
  },
  { table: "search_orders", columns: ["ordered_by"], ...staffAtWork },
  { table: "searches", columns: ["reference"], ...matter },
  { table: "searches", columns: ["ordered_by"], ...staffAtWork },
  { table: "search_documents", columns: ["file_name"], ...matter },
  { table: "search_documents", columns: ["left_out_by"], ...staffAtWork },
  { table: "search_problems", columns: ["sent"], ...matter },
  { table: "search_problems", columns: ["dealt_with_by"], ...staffAtWork },
  { table: "reports", columns: ["content"], ...matter },
  { table: "reports", columns: ["shared_by"], ...staffAtWork },
  {
    table: "intelligence",
    columns: ["summary", "next_step", "waiting_on", "blockers", "key_dates", "context"],
    ...matter,
  },
  {
    table: "email_log",
    columns: ["recipient", "user_id", "props", "dedupe_key", "postmark_message_id", "last_error"],
    ...sent,
  },
  { table: "email_log", columns: ["subject", "words", "copied_to"], ...said },
  { table: "email_outcomes", columns: ["recipient", "failure"], ...sent },
  { table: "pending_news", columns: ["user_id"], ...matter },
  { table: "unwanted_emails", columns: ["user_id", "kind"], ...account },
  {
    table: "inbound_emails",
    columns: [
      "message_id",
      "from_email",
      "from_name",
      "to_email",
      "subject",
      "mailbox_hash",
      "in_reply_to",
      "text_body",
      "html_body",
      "sender_doubt",
    ],
    ...email,
  },
  { table: "inbound_attachments", columns: ["file_name"], ...email },
  { table: "email_rematches", columns: ["started_by"], ...staffAtWork },
  {
    table: "audit_log",
    columns: ["actor_id", "subject_id", "fields", "request_id", "typed_digest"],
    whose: ["staff", ...EVERYBODY_IN_A_MATTER],
    why: "to prove who viewed or changed records, using only reference numbers and field names",
    basis: "legal obligation",
    lives: ["log"],
  },
  { table: "restorations", columns: ["ended_by"], ...staffAtWork },
  { table: "search_words", columns: ["word"], ...found },
  { table: "data_copies", columns: ["user_id", "asked_by", "size_bytes"], ...copy },
  { table: "privacy_requests", columns: ["user_id", "reason", "decided_by"], ...request },
  {
    table: "correction_requests",
    columns: ["user_id", "said", "answer", "decided_by"],
    ...corrected,
  },
  { table: "erasures", columns: ["s3_document_key", "keeps"], ...request },
] as const satisfies readonly PersonalColumns[];

export type PersonalTable = (typeof PERSONAL_COLUMNS)[number]["table"];

/** Files, by the folder of their key, and the column that names them. */
export const PERSONAL_FILES = [
  {
    folder: "transactions/:id/searches",
    table: "search_documents",
    column: "s3_document_key",
    ...matter,
  },
  { folder: "transactions/:id/reports", table: "reports", column: "s3_document_key", ...matter },
  { folder: "search-messages", table: "search_messages", column: "s3_document_key", ...matter },
  { folder: "emails", table: "inbound_attachments", column: "s3_document_key", ...email },
  { folder: "copies", table: "data_copies", column: "s3_document_key", ...copy },
  { folder: "erasures", table: "erasures", column: "s3_document_key", ...request },
] as const satisfies readonly (Held & {
  folder: string;
  table: keyof DB;
  column: string;
})[];

export type FileTable = (typeof PERSONAL_FILES)[number]["table"];
