/**
 * Register of personal data: for each table, the columns with their purpose and retention, how to
 * find a person’s rows, and what a data copy omits. A data copy includes every personal column that
 * has no reason here to omit it, so it includes new columns. A test compares the register with the
 * database.
 */

import { type RawBuilder, sql } from "kysely";
import { LOOKUP_PARTS, TYPED_PARTS } from "#app/domain/shared/address.ts";
import { PARTY_COLUMNS, USER_COLUMNS } from "#app/domain/people/questions.ts";
import { PURCHASE_COLUMNS } from "#app/domain/purchases/questions.ts";
import { SALE_COLUMNS } from "#app/domain/sales/questions.ts";
import type { DB } from "#db/types.d.ts";
import {
  type DataSubject,
  either,
  hasAddress,
  hasAddressAndName,
  is,
  isSeller,
  ofOwn,
  ofPurchase,
  ofSale,
  OWN_PURCHASES,
  OWN_SALES,
  within,
} from "./find-person.server.ts";
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
  staffSearch,
  type ProcessingPurpose,
  lead,
  matter,
  money,
  partner,
  request,
  emailContent,
  sent,
  staffAtWork,
  worksHere,
} from "./processing-purposes.server.ts";

type Column<Table extends keyof DB> = keyof DB[Table] & string;

type Rows<Column extends string> = {
  where: (person: DataSubject) => RawBuilder<boolean>;
  /**
   * A data copy includes `only` these columns, or all `except` these. The other columns are about
   * another person.
   */
  only?: readonly Column[];
  except?: readonly Column[];
};

type Personal<Column extends string> = ProcessingPurpose & { columns: readonly Column[] };

export type PersonalData<Column extends string = string> = Personal<Column> & {
  /** Name of the data. Customers, partners and staff read it, so it does not contain "you". */
  label: string;
  also?: readonly Personal<Column>[];
  /**
   * Purpose of the document whose key is in s3_document_key, and the column with the document’s
   * name. A data copy omits the documents of rows to which `except` applies.
   */
  file?: ProcessingPurpose &
    ({ label_column: Column; except?: RawBuilder<boolean> } | { withheld: string });
} & (
    | {
        rows: readonly Rows<Column>[];
        context?: readonly Column[];
        /** Keys of a JSON column whose values are about other people, so a data copy omits them. */
        omittedKeys?: { readonly [Name in Column]?: readonly string[] };
        omitted?: { readonly [Name in Column]?: string };
      }
    | { withheld: string }
  );

const OTHER_PEOPLE = ["sellers", "buyers", "giftors", "representative", "typed"];

const COLLEAGUES = "this is about other members of staff";
const OPENS = "this could give someone with this copy access to your account or calendar";
const ERASED = "stored under a code, after a person’s data was deleted";
const OFFICE = "this is about a firm or an office, not a person";
const IN_COPY = "this is taken from other data in this copy";

/** Builds a condition for rows about a payment for the person’s own sales, or for their group. */
const ofOwnPayment = either(
  within("order_id", "orders", ofSale),
  ofOwn("group_id", OWN_SALES, "group_id"),
);

/** Builds a condition for conversations about the person’s own sales or purchases. */
const isOfOwnSide = (person: DataSubject) => sql<boolean>`(
  (side = 'seller' and ${ofSale(person)}) or ${ofPurchase(person)})`;

const ENTRIES = {
  users: {
    label: "Account details",
    columns: [
      ...USER_COLUMNS,
      "email",
      "correspondence_address_id",
      "stripe_customer_id",
      "last_signed_in_at",
    ],
    ...account,
    context: ["type", "active"],
    rows: [{ where: is("id") }],
  },
  sessions: {
    label: "Browsers signed in to the account",
    columns: ["user_id", "data", "device", "ip_address"],
    ...access,
    periods: ["session"],
    context: ["signed_in_at", "last_seen_at", "expires_at"],
    rows: [{ where: is("user_id") }],
  },
  firm_sessions: {
    label: "Sign-ins to the pages of law firms and estate agents",
    columns: ["email", "person_name", "token_hash", "requested_by", "id_hash"],
    ...access,
    whose: ["solicitor", "estate agent"],
    periods: ["firm_session"],
    context: ["side", "used_at", "expires_at"],
    rows: [{ where: hasAddress("email") }],
    omitted: { token_hash: OPENS, requested_by: OPENS, id_hash: OPENS },
  },
  staff_roles: {
    label: "Staff roles",
    columns: ["user_id", "role", "given_by"],
    ...worksHere,
    context: ["given_at"],
    rows: [
      { where: is("user_id"), except: ["given_by"] },
      { where: is("given_by"), only: ["given_by"] },
    ],
  },
  access_reviews: {
    label: "Reviews of staff access",
    columns: ["reviewed_by", "staff"],
    ...worksHere,
    context: ["reviewed_at"],
    rows: [{ where: is("reviewed_by"), only: ["reviewed_by"] }],
    omitted: { staff: COLLEAGUES },
  },
  handlers: {
    label: "Staff who handle matters",
    columns: ["user_id"],
    ...worksHere,
    context: ["takes_new_matters"],
    rows: [{ where: is("user_id") }],
  },
  workloads: {
    label: "Numbers of matters of staff",
    columns: ["handler_id"],
    ...worksHere,
    context: ["open_matters", "late_matters", "unanswered", "overdue"],
    rows: [{ where: is("handler_id") }],
  },
  staff_absences: {
    label: "Absences of staff",
    columns: ["user_id", "stand_in_id", "created_by"],
    ...worksHere,
    context: ["starts_on", "ends_on"],
    rows: [
      { where: is("user_id"), except: ["created_by"] },
      { where: is("stand_in_id"), only: ["stand_in_id"] },
      { where: is("created_by"), only: ["created_by"] },
    ],
  },
  passkeys: {
    label: "Passkeys",
    columns: ["user_id", "credential_id", "public_key", "counter", "transports", "name"],
    ...worksHere,
    context: ["created_at", "last_used_at"],
    rows: [{ where: is("user_id") }],
    omitted: { credential_id: OPENS, public_key: OPENS, counter: OPENS },
  },
  totp_keys: {
    label: "Authenticator app",
    columns: ["user_id", "sealed_key"],
    ...worksHere,
    context: ["created_at"],
    rows: [{ where: is("user_id") }],
    omitted: { sealed_key: OPENS },
  },
  recovery_codes: {
    label: "Recovery codes",
    columns: ["user_id", "code_hash"],
    ...worksHere,
    context: ["used_at"],
    rows: [{ where: is("user_id") }],
    omitted: { code_hash: OPENS },
  },
  magic_link_tokens: {
    label: "Sign-in links we emailed",
    columns: ["user_id", "requested_by", "used_by", "typed", "token_hash"],
    ...access,
    periods: ["link"],
    context: ["purpose", "expires_at", "used_at"],
    rows: [{ where: is("user_id") }],
    omitted: { token_hash: OPENS, requested_by: OPENS, used_by: OPENS },
  },
  invitations: {
    label: "Invitations",
    columns: ["user_id", "invited_by", "property_address_id", "link_click_count", "token_hash"],
    ...matter,
    context: ["role", "status", "email_sent_at"],
    rows: [{ where: is("user_id") }],
    omitted: { token_hash: OPENS },
  },
  drafts: {
    label: "Answers not submitted yet",
    columns: ["user_id", "data"],
    ...matter,
    why: "to make sure no answers are lost",
    periods: ["draft"],
    context: ["form", "updated_at"],
    omittedKeys: { data: OTHER_PEOPLE },
    rows: [{ where: is("user_id") }],
  },
  form_submissions: {
    label: "Record of submitted forms",
    columns: ["body_hash", "location"],
    ...access,
    why: "to avoid processing the same form twice",
    periods: ["sent_form"],
    withheld: "stored under a random code, so we can’t tell whose they are",
  },
  calendar_addresses: {
    label: "Private calendar link",
    columns: ["user_id", "token_hash"],
    ...account,
    why: "to show people their dates in their own calendar",
    context: ["created_at"],
    rows: [{ where: is("user_id") }],
    omitted: { token_hash: OPENS },
  },
  calendar_dates: {
    label: "Dates sent to a calendar",
    columns: ["user_id", "side", "kind", "day"],
    ...matter,
    why: "to update people’s calendars when a date changes",
    context: ["is_cancelled", "changed_at"],
    rows: [{ where: is("user_id") }],
  },
  ready_links: {
    label: "Links that share how ready a sale is",
    columns: ["created_by", "token_hash"],
    ...matter,
    why: "to show estate agents and buyers how far a sale is",
    context: ["created_at", "expires_at", "revoked_at", "opened_at"],
    rows: [{ where: is("created_by") }],
    omitted: { token_hash: OPENS },
  },
  rate_limits: {
    label: "Counts of recent requests, such as for sign-in links",
    columns: ["key"],
    ...access,
    whose: [...access.whose, "visitor"],
    why: "to limit misuse",
    periods: ["limit"],
    withheld: "stored under a code, so we can’t tell whose they are",
  },
  parties: {
    label: "Details in someone else’s sale or purchase",
    columns: [...PARTY_COLUMNS, "kind", "correspondence_address_id"],
    ...matter,
    rows: [{ where: hasAddressAndName }],
  },
  transactions: {
    label: "Sales",
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
      "end_reason",
      "end_note",
      "pause_note",
      "agent_fee_pence",
      "agent_fee_basis_points",
      "agent_fee_includes_vat",
      "seller_lender",
      "referral_fee_paid",
      "referral_fee",
    ],
    ...matter,
    also: [{ columns: ["handler_id"], ...staffAtWork }],
    rows: [
      { where: is("seller_id"), except: ["buyer_comments", "handler_id"] },
      { where: is("handler_id"), only: ["handler_id"] },
      {
        where: (person) => sql<boolean>`id in (
          select transaction_id from purchase_intents where is_active and buyer_id = ${person.id})`,
        only: ["buyer_comments"],
      },
    ],
  },
  purchase_intents: {
    label: "Purchases",
    columns: [
      ...PURCHASE_COLUMNS,
      "remortgage",
      "mortgage_broker",
      "referral_fee_paid",
      "referral_fee",
      "buyer_id",
      "terms_accepted_at",
      "terms_accepted_by",
    ],
    ...matter,
    context: [
      "sale_agreed",
      "contract_pack_sent_on",
      "enquiries_raised_on",
      "enquiries_answered_on",
      "exchanged",
      "completed",
      "aborted",
      "priority_search_on",
    ],
    rows: [{ where: is("buyer_id") }],
  },
  property_information: {
    label: "Agreement to share answers about a property",
    columns: ["share_agreed_by"],
    ...matter,
    context: ["share_agreed_at", "confirmed_at"],
    rows: [{ where: is("share_agreed_by") }],
  },
  property_answers: {
    label: "Answers about a property",
    columns: ["answer", "answered_by"],
    ...matter,
    context: ["question", "answered_at"],
    rows: [
      { where: is("answered_by") },
      {
        // Answers of another seller are about the same home.
        where: (person) => sql<boolean>`answered_by <> ${person.id} and ${ofSale(person)}`,
        only: ["answer"],
      },
    ],
  },
  property_confirmations: {
    label: "Confirmed answers about a property",
    columns: ["user_id", "name"],
    ...matter,
    context: ["confirmed_at"],
    rows: [{ where: is("user_id") }],
  },
  property_information_shares: {
    label: "Firms that were sent answers about a property",
    columns: ["email"],
    ...matter,
    also: [{ columns: ["shared_by"], ...staffAtWork }],
    context: ["shared_at"],
    rows: [
      { where: hasAddress("email"), only: ["email"] },
      { where: is("shared_by"), only: ["shared_by"] },
    ],
  },
  properties: {
    label: "Properties for sale",
    columns: ["tenure", "tenure_details", "description"],
    ...matter,
    also: [
      {
        columns: ["title_number"],
        ...matter,
        part: "title number of the property",
        why: "to find the property’s title register at HM Land Registry",
      },
    ],
    rows: [{ where: ofOwn("id", OWN_SALES, "property_id") }],
  },
  addresses: {
    label: "Addresses",
    columns: [...TYPED_PARTS, "country", "country_iso_2", ...LOOKUP_PARTS],
    ...address,
    rows: [
      {
        where: either(
          within("id", "users", is("id"), "correspondence_address_id"),
          within("id", "parties", hasAddressAndName, "correspondence_address_id"),
          within("id", "invitations", is("user_id"), "property_address_id"),
          within("id", "properties", ofOwn("id", OWN_SALES, "property_id"), "address_id"),
          within("id", "properties", ofOwn("id", OWN_PURCHASES, "property_id"), "address_id"),
        ),
      },
    ],
  },
  events: {
    label: "Activity in a sale or purchase",
    columns: ["author", "author_id", "comments"],
    ...matter,
    also: [{ columns: ["handler_id"], ...staffAtWork }],
    context: ["event_name", "date_time"],
    omitted: { handler_id: IN_COPY },
    rows: [
      { where: is("author_id") },
      {
        // A comment by our team may be about another person.
        where: (person) => sql<boolean>`author_id is distinct from ${person.id} and (
          (type = 'seller' and ${ofSale(person)}) or ${ofPurchase(person)})`,
        only: ["author", "author_id"],
      },
    ],
  },
  changes: {
    label: "Corrected details",
    columns: ["old_value", "new_value", "person_id"],
    ...matter,
    context: ["field", "changed_at"],
    rows: [
      { where: is("person_id") },
      { where: within("person_id", "parties", hasAddressAndName) },
      {
        where: (person) => sql<boolean>`person_id is null and (
          (purchase_intent_id is null and ${ofSale(person)}) or ${ofPurchase(person)})`,
        except: ["person_id"],
      },
    ],
  },
  stage_notes: {
    label: "Notes from our team",
    columns: ["note", "author_id"],
    ...matter,
    context: ["stage", "created_at"],
    rows: [
      { where: is("author_id") },
      {
        where: (person) => sql<boolean>`author_id is distinct from ${person.id} and (
          (reader <> 'buyer' and ${ofSale(person)}) or (reader <> 'seller' and ${ofActivePurchase(person)}))`,
        only: ["note"],
      },
    ],
  },
  listed_transactions: {
    label: "Sale summaries in staff lists",
    columns: [
      "seller_id",
      "buyer_id",
      "asking_price_pounds",
      "tags",
      "payment_type",
      "stripe_transaction_status",
      "paid_at",
      "check_of",
      "handler_id",
    ],
    ...matter,
    withheld: IN_COPY,
  },
  adviser_referrals: {
    label: "Requests for an introduction to an adviser",
    columns: ["kind", "sort_name"],
    ...matter,
    rows: [{ where: either(ofSale, ofPurchase) }],
  },
  companies: {
    label: "Companies selling a property",
    columns: ["name", "company_number", "address_id"],
    ...matter,
    rows: [{ where: ofOwn("id", OWN_SALES, "company_seller_id") }],
  },
  transaction_groups: {
    label: "Properties sold together",
    columns: ["name"],
    ...matter,
    also: [
      { columns: ["created_by"], ...staffAtWork },
      { columns: ["stripe_transaction_id", "paid_pence"], ...money },
    ],
    rows: [{ where: either(ofOwn("id", OWN_SALES, "group_id"), is("created_by")) }],
  },
  leads: {
    label: "Details from an estate agent about an owner and their property",
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
    also: [{ columns: ["valuer_id"], ...lead, whose: ["estate agent"] }],
    rows: [
      {
        where: isSeller(1, 2),
        except: ["seller_2_name", "seller_2_email", "seller_2_phone"],
      },
      {
        where: isSeller(2, 1),
        except: ["seller_1_name", "seller_1_email", "seller_1_phone"],
      },
    ],
    omitted: { valuer_id: "this names the valuer" },
  },
  contact_requests: {
    label: "Contact form messages",
    columns: ["full_name", "email", "mobile_number", "message", "referrer"],
    ...enquiry,
    rows: [{ where: hasAddress("email") }],
  },
  orders: {
    label: "Orders",
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
    context: ["code"],
    rows: [{ where: ofSale }],
  },
  payment_reviews: {
    label: "Payments our team reviewed",
    columns: ["stripe_transaction_id", "stripe_payment_id", "reason", "amount_pence", "note"],
    ...money,
    also: [{ columns: ["dealt_with_by"], ...staffAtWork }],
    rows: [{ where: ofOwnPayment }],
  },
  refunds: {
    label: "Refunds",
    columns: ["stripe_payment_id", "stripe_refund_id", "amount_pence", "reason", "requested_by"],
    ...money,
    context: ["status", "answered_at"],
    rows: [
      { where: ofOwnPayment, except: ["requested_by"] },
      { where: is("requested_by"), only: ["requested_by"] },
    ],
  },
  invoices: {
    label: "Invoices to offices and developers",
    columns: ["created_by"],
    ...staffAtWork,
    rows: [{ where: is("created_by") }],
  },
  invoice_items: {
    label: "Decisions not to invoice a sale",
    columns: ["reason", "decided_by"],
    ...money,
    rows: [
      { where: within("order_id", "orders", ofSale), except: ["decided_by"] },
      { where: is("decided_by"), only: ["decided_by"] },
    ],
  },
  referral_codes: {
    label: "Referral codes",
    columns: ["code", "label"],
    ...partner,
    withheld: OFFICE,
  },
  law_firms: {
    label: "Law firms",
    columns: ["email", "phone_number", "address_id"],
    ...partner,
    rows: [{ where: hasAddress("email") }],
  },
  lawyer_groups: {
    label: "Solicitors’ teams",
    columns: ["name", "invoicing_address", "thirdfort_recipient_emails"],
    ...partner,
    rows: [{ where: within("id", "lawyer_group_members", hasAddress("email"), "lawyer_group_id") }],
    omitted: { thirdfort_recipient_emails: "these name colleagues" },
  },
  lawyer_group_members: {
    label: "Solicitors and legal assistants",
    columns: ["first_name", "last_name", "email", "phone_number", "kind"],
    ...partner,
    rows: [{ where: hasAddress("email") }],
  },
  solicitor_letters: {
    label: "Letters to solicitors",
    columns: ["letter"],
    ...matter,
    withheld:
      "each one includes other people’s details. Your own are in your answers. Ask us if you’d like to go through them",
  },
  instruction_answers: {
    label: "Law firms’ answers to instructions",
    columns: ["answer", "fee_earner", "firm_reference", "reason", "note", "answered_by"],
    ...matter,
    context: ["side", "answered_at"],
    rows: [
      {
        where: (person) => sql<boolean>`(
          (purchase_intent_id is null and ${ofSale(person)}) or ${ofPurchase(person)})`,
      },
    ],
  },
  estate_agents: {
    label: "Estate agent offices",
    columns: ["office_phone_number", "office_address_id", "thirdfort_requester_emails"],
    ...partner,
    withheld: OFFICE,
  },
  valuers: {
    label: "Valuers",
    columns: ["first_name", "last_name", "email", "phone_number", "is_subscribed"],
    ...partner,
    rows: [{ where: hasAddress("email") }],
  },
  negotiators: {
    label: "Negotiators",
    columns: ["first_name", "last_name", "email", "phone_number"],
    ...partner,
    rows: [{ where: hasAddress("email") }],
  },
  office_coordinators: {
    label: "Office coordinators",
    columns: ["first_name", "last_name", "email", "phone_number", "is_subscribed"],
    ...partner,
    rows: [{ where: hasAddress("email") }],
  },
  identity_checks: {
    label: "ID checks",
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
    also: [{ columns: ["requested_by"], ...check, whose: ["staff"] }],
    context: ["last_polled_at"],
    rows: [{ where: hasAddressAndName }, { where: is("requested_by"), only: ["requested_by"] }],
  },
  search_orders: {
    label: "Search orders",
    columns: ["answer", "reference", "sub_building_name", "building_name", "building_number"],
    ...matter,
    also: [{ columns: ["ordered_by"], ...staffAtWork }],
    rows: ofSaleOrBy("ordered_by"),
  },
  searches: {
    label: "Searches",
    columns: ["reference"],
    ...matter,
    also: [{ columns: ["ordered_by"], ...staffAtWork }],
    context: ["product_id", "status"],
    rows: ofSaleOrBy("ordered_by"),
  },
  search_documents: {
    label: "Search documents",
    columns: ["file_name"],
    ...matter,
    also: [{ columns: ["left_out_by"], ...staffAtWork }],
    rows: [
      { where: within("search_id", "searches", ofSale) },
      { where: is("left_out_by"), only: ["left_out_by"] },
    ],
    file: { ...matter, label_column: "file_name" },
  },
  document_requests: {
    label: "Requests for documents",
    columns: ["title", "purpose", "reason", "missing_reason"],
    ...matter,
    also: [{ columns: ["requested_by", "decided_by"], ...staffAtWork }],
    context: ["kind", "status", "requested_on", "due_on", "answered_at"],
    rows: [
      {
        where: (person) => sql<boolean>`(
          (purchase_intent_id is null and ${ofSale(person)}) or ${ofPurchase(person)})`,
        except: ["requested_by", "decided_by"],
      },
      { where: is("requested_by"), only: ["requested_by"] },
      { where: is("decided_by"), only: ["decided_by"] },
    ],
  },
  documents: {
    label: "Documents that were uploaded",
    columns: ["file_name", "uploaded_by"],
    ...matter,
    context: ["file_type", "size_bytes", "created_at"],
    rows: [
      {
        where: (person) => sql<boolean>`(
          (purchase_intent_id is null and estate_agent_id is null and ${ofSale(person)})
          or ${ofPurchase(person)})`,
        except: ["uploaded_by"],
      },
      { where: is("uploaded_by"), only: ["uploaded_by"] },
    ],
    file: {
      ...matter,
      label_column: "file_name",
      except: sql<boolean>`scan in ('pending', 'infected')`,
    },
  },
  document_shares: {
    label: "Documents that were emailed to solicitors",
    columns: ["shared_by"],
    ...staffAtWork,
    context: ["shared_at"],
    rows: [{ where: is("shared_by") }],
  },
  search_message_errors: {
    label: "Unreadable messages about searches",
    columns: ["sent"],
    ...matter,
    also: [{ columns: ["dealt_with_by"], ...staffAtWork }],
    rows: ofSaleOrBy("dealt_with_by"),
  },
  reports: {
    label: "Search reports",
    columns: ["content"],
    ...matter,
    also: [{ columns: ["shared_by"], ...staffAtWork }],
    rows: [{ where: ofSale }, { where: is("shared_by"), only: ["shared_by"] }],
    file: { ...matter, label_column: "reference" },
  },
  intelligence: {
    label: "Progress summaries drafted for our team",
    columns: ["summary", "next_step", "waiting_on", "blockers", "key_dates", "context"],
    ...matter,
    withheld: "each one includes other people’s details. Ask us if you’d like to go through them",
  },
  email_log: {
    label: "Emails we sent",
    columns: ["recipient", "user_id", "props", "dedupe_key", "postmark_message_id", "last_error"],
    ...sent,
    also: [{ columns: ["subject", "body_text", "copied_to"], ...emailContent }],
    context: ["name", "sent_at"],
    rows: [
      { where: hasAddress("recipient") },
      {
        // Emails to our team about the person, or to their former address.
        where: (person) =>
          sql<boolean>`user_id = ${person.id} and recipient <> ${person.email}::citext`,
        except: ["subject", "body_text"],
      },
    ],
    omitted: { copied_to: "this names other people" },
  },
  email_outcomes: {
    label: "Delivery of our emails",
    columns: ["recipient", "failure"],
    ...sent,
    context: ["delivered_at", "failed_at"],
    rows: [{ where: hasAddress("recipient") }],
  },
  pending_notifications: {
    label: "Emails waiting to be sent",
    columns: ["user_id"],
    ...matter,
    rows: [{ where: is("user_id") }],
  },
  email_opt_outs: {
    label: "Email preferences",
    columns: ["user_id", "kind"],
    ...account,
    context: ["since"],
    rows: [{ where: is("user_id") }],
  },
  conversations: {
    label: "Conversations with us",
    columns: ["sender"],
    ...email,
    also: [{ columns: ["handler_id", "answerer_id", "answerer_key"], ...staffAtWork }],
    context: ["state", "last_message_at"],
    rows: [
      {
        where: either(hasAddress("sender"), isOfOwnSide),
        except: ["handler_id", "answerer_id", "answerer_key"],
      },
      { where: is("handler_id"), only: ["handler_id"] },
      { where: is("answerer_id"), only: ["answerer_id", "answerer_key"] },
    ],
  },
  messages: {
    label: "Messages and notes",
    columns: [
      ...["text", "spoke_with", "sent_to", "subject", "firm_email"],
      ...["author_id", "idempotency_key"],
    ],
    ...matter,
    why: "to answer people and to record what was agreed",
    context: ["kind", "at", "call_minutes"],
    rows: [
      {
        where: within("conversation_id", "conversations", isOfOwnSide),
        except: ["author_id", "idempotency_key"],
      },
      { where: is("author_id"), only: ["author_id", "idempotency_key"] },
    ],
  },
  message_mentions: {
    label: "Mentions of staff in notes",
    columns: ["user_id"],
    ...staffAtWork,
    context: ["read_at"],
    rows: [{ where: is("user_id") }],
  },
  matched_senders: {
    label: "Email addresses matched to a matter",
    columns: ["email"],
    ...email,
    also: [{ columns: ["matched_by"], ...staffAtWork }],
    context: ["matched_at"],
    rows: [
      { where: hasAddress("email"), except: ["matched_by"] },
      { where: is("matched_by"), only: ["matched_by"] },
    ],
  },
  sale_agreements: {
    label: "Sale agreed with a buyer",
    columns: [
      "buyer_id",
      "agreed_price_pounds",
      "memorandum_on",
      "co_buyer_first_name",
      "co_buyer_last_name",
      "co_buyer_email",
      "co_buyer_phone_number",
    ],
    ...matter,
    context: ["created_at", "ended_at"],
    rows: [
      { where: is("buyer_id"), only: ["buyer_id", "agreed_price_pounds", "memorandum_on"] },
      {
        where: hasAddress("co_buyer_email"),
        only: [
          "co_buyer_first_name",
          "co_buyer_last_name",
          "co_buyer_email",
          "co_buyer_phone_number",
        ],
      },
    ],
  },
  matter_actions: {
    label: "Changes to a sale or purchase by our team",
    columns: ["before", "after"],
    ...matter,
    also: [{ columns: ["done_by", "undone_by"], ...staffAtWork }],
    context: ["kind", "done_at", "undone_at"],
    rows: [
      {
        // A correction of a person’s address is about that person alone. A change of the buyer
        // names the buyers of two purchases.
        where: (person) => sql<boolean>`kind <> 'agree_sale' and kind not like '%_buyer' and case
          when after ? 'person_id' then after ->> 'person_id' = ${person.id}
            or after ->> 'person_id' in (
              select id from parties where ${hasAddressAndName(person)})
          else (purchase_intent_id is null and ${ofSale(person)}) or ${ofPurchase(person)} end`,
        except: ["done_by", "undone_by"],
      },
      { where: is("done_by"), only: ["done_by"] },
      { where: is("undone_by"), only: ["undone_by"] },
    ],
  },
  memoranda: {
    label: "Memoranda of sale from estate agents",
    columns: [
      "first_name",
      "last_name",
      "email",
      "phone_number",
      "agreed_price_pounds",
      "sent_by",
      "sent_email",
      "reason",
    ],
    ...matter,
    also: [{ columns: ["decided_by"], ...staffAtWork }],
    context: ["status", "sent_at", "decided_at"],
    rows: [
      {
        where: hasAddress("email"),
        only: ["first_name", "last_name", "email", "phone_number", "agreed_price_pounds", "reason"],
      },
      { where: hasAddress("sent_email"), only: ["sent_by", "sent_email", "reason"] },
      { where: is("decided_by"), only: ["decided_by"] },
    ],
  },
  tasks: {
    label: "Tasks of our team",
    columns: ["title"],
    ...matter,
    also: [{ columns: ["assignee_id", "created_by", "done_by"], ...staffAtWork }],
    context: ["due_on", "done_at"],
    rows: [
      { where: ofSale, only: ["title"] },
      { where: is("assignee_id"), only: ["assignee_id"] },
      { where: is("created_by"), only: ["created_by"] },
      { where: is("done_by"), only: ["done_by"] },
    ],
  },
  chases: {
    label: "Questions to firms about a step",
    columns: ["answer", "answer_waiting_for", "answer_note", "answered_by", "token_hash"],
    ...matter,
    also: [{ columns: ["asked_by"], ...staffAtWork }],
    context: ["step", "asked_at", "follow_up_on", "answer_day", "answered_at"],
    rows: [
      {
        where: (person) => sql<boolean>`(
          (purchase_intent_id is null and ${ofSale(person)}) or ${ofPurchase(person)})`,
        except: ["asked_by"],
      },
      { where: is("asked_by"), only: ["asked_by"] },
    ],
    omitted: { token_hash: OPENS },
  },
  desk_items: {
    label: "Work that waits for our team",
    columns: ["handler_id", "facts"],
    ...staffAtWork,
    rows: [{ where: is("handler_id"), only: ["handler_id"] }],
    omitted: { facts: IN_COPY },
  },
  inbound_emails: {
    label: "Emails sent to us",
    columns: [
      "message_id",
      "from_email",
      "from_name",
      "to_email",
      "subject",
      "mailbox_hash",
      "in_reply_to",
      "thread",
      "text_body",
      "html_body",
      "sender_doubt",
    ],
    ...email,
    context: ["received_at"],
    rows: [{ where: hasAddress("from_email") }],
  },
  inbound_attachments: {
    label: "Email attachments",
    columns: ["file_name"],
    ...email,
    rows: [{ where: within("email_id", "inbound_emails", hasAddress("from_email")) }],
    file: { ...email, label_column: "file_name" },
  },
  email_rematches: {
    label: "Email rematching runs",
    columns: ["started_by"],
    ...staffAtWork,
    rows: [{ where: is("started_by") }],
  },
  audit_log: {
    label: "Log of who viewed or changed records",
    columns: ["actor_id", "subject_id", "fields", "request_id", "search_text_hash"],
    whose: ["staff", ...EVERYBODY_IN_A_MATTER],
    why: "to prove who viewed or changed records, using only reference numbers and field names",
    basis: "legal obligation",
    periods: ["log"],
    context: ["action", "at", "subject_type"],
    rows: [
      { where: is("actor_id") },
      {
        where: (person) =>
          sql<boolean>`subject_type = 'user' and subject_id = ${person.id} and actor_id is distinct from ${person.id}`,
      },
    ],
  },
  restorations: {
    label: "Database restores",
    columns: ["ended_by"],
    ...staffAtWork,
    rows: [{ where: is("ended_by") }],
  },
  search_words: {
    label: "Search index for our team",
    columns: ["word"],
    ...staffSearch,
    withheld: IN_COPY,
  },
  search_messages: {
    label: "Messages from our search provider",
    columns: [],
    ...matter,
    withheld: "the seller’s copy has the documents that came with them",
    file: {
      ...matter,
      withheld:
        "Messages from our search provider: the seller’s copy has the documents that came with them",
    },
  },
  data_copies: {
    label: "Copies of data",
    columns: ["user_id", "asked_by", "size_bytes"],
    ...copy,
    context: ["status"],
    rows: [{ where: is("user_id") }],
    file: { ...copy, withheld: "Earlier copies of your data: a copy doesn’t include other copies" },
  },
  privacy_requests: {
    label: "Requests to delete data",
    columns: ["user_id", "reason", "decided_by"],
    ...request,
    context: ["status", "decided_at"],
    rows: [{ where: is("user_id") }],
  },
  correction_requests: {
    label: "Correction requests",
    columns: ["user_id", "request_text", "answer", "decided_by"],
    ...corrected,
    context: ["status", "decided_at"],
    rows: [{ where: is("user_id") }],
  },
  erased_people: {
    label: "Record of deletions",
    columns: ["s3_document_key", "keeps"],
    ...request,
    withheld: ERASED,
    file: { ...request, withheld: `Record of deletions: ${ERASED}` },
  },
} as const satisfies { readonly [Table in keyof DB]?: PersonalData<Column<Table>> };

export type PersonalTable = keyof typeof ENTRIES;

export const PERSONAL_DATA: Readonly<Record<PersonalTable, PersonalData>> = ENTRIES;

export const PERSONAL_TABLES = Object.keys(ENTRIES).filter(
  (table): table is PersonalTable => table in ENTRIES,
);

/** Lists a table’s personal columns, grouped by purpose. */
export function listPurposes(table: PersonalTable): Personal<string>[] {
  const data = PERSONAL_DATA[table];
  return [data, ...(data.also ?? [])].filter(({ columns }) => columns.length > 0);
}

export function personalColumns(table: PersonalTable): string[] {
  return listPurposes(table).flatMap(({ columns }) => columns);
}

function ofActivePurchase(person: DataSubject) {
  return sql<boolean>`transaction_id in (
    select transaction_id from purchase_intents where is_active and buyer_id = ${person.id})`;
}

/**
 * Returns conditions for finding a person’s rows in a table about sales. The seller gets the whole
 * row; a member of staff who acted on it gets only the column with their id.
 */
function ofSaleOrBy<Name extends string>(staff: Name) {
  return [{ where: ofSale }, { where: is(staff), only: [staff] }] as const;
}
