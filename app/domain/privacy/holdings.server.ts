import { type RawBuilder, sql } from "kysely";
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
import type { FileTable, PersonalTable } from "./records.server.ts";

/**
 * How a person is found in each table of records.server.ts, and what is left out of what they are given. All personal
 * columns of the rows that are found are given unless it is said here why not, so that a new column is given too.
 */

type Column<Table extends keyof DB> = keyof DB[Table] & string;

type Reading<Column extends string> = {
  where: (person: DataSubject) => RawBuilder<boolean>;
  /** These columns alone, or all but these: the others of such rows are about another person. */
  only?: readonly Column[];
  except?: readonly Column[];
};

export type Holding<Column extends string = string> = {
  /** What it is, in words that customers, partners and staff all read: so without "you". */
  called: string;
} & (
  | {
      readings: readonly Reading<Column>[];
      /** What is not personal by itself, and tells what a row is. */
      beside?: readonly Column[];
      /** Keys of columns of JSON that are about other people. */
      prune?: { readonly [Name in Column]?: readonly string[] };
      /** Why no one is given it. */
      leftOut?: { readonly [Name in Column]?: string };
    }
  | { withheld: string }
);

/** In what is drafted of a sale, a purchase or a group of homes. */
const OTHER_PEOPLE = ["sellers", "buyers", "giftors", "representative", "typed"];

const COLLEAGUES = "this is about other members of staff";
const OPENS = "this could give someone with this copy access to your account or calendar";
const ERASED = "stored under a code, after a person’s data was deleted";
const OFFICE = "this is about a firm or an office, not a person";
const IN_COPY = "this is taken from other data in this copy";

export const HOLDINGS: { readonly [Table in PersonalTable]: Holding<Column<Table>> } = {
  users: { called: "Account details", beside: ["type", "active"], readings: [{ where: is("id") }] },
  sessions: {
    called: "Browsers signed in to the account",
    beside: ["signed_in_at", "last_seen_at", "expires_at"],
    readings: [{ where: is("user_id") }],
  },
  staff_roles: {
    called: "Staff roles",
    beside: ["given_at"],
    readings: [
      { where: is("user_id"), except: ["given_by"] },
      { where: is("given_by"), only: ["given_by"] },
    ],
  },
  access_reviews: {
    called: "Reviews of staff access",
    beside: ["reviewed_at"],
    readings: [{ where: is("reviewed_by"), only: ["reviewed_by"] }],
    leftOut: { staff: COLLEAGUES },
  },
  passkeys: {
    called: "Passkeys",
    beside: ["created_at", "last_used_at"],
    readings: [{ where: is("user_id") }],
    leftOut: { credential_id: OPENS, public_key: OPENS, counter: OPENS },
  },
  totp_keys: {
    called: "Authenticator app",
    beside: ["created_at"],
    readings: [{ where: is("user_id") }],
    leftOut: { sealed_key: OPENS },
  },
  recovery_codes: {
    called: "Recovery codes",
    beside: ["used_at"],
    readings: [{ where: is("user_id") }],
    leftOut: { code_hash: OPENS },
  },
  magic_link_tokens: {
    called: "Sign-in links we emailed",
    beside: ["purpose", "expires_at", "used_at"],
    readings: [{ where: is("user_id") }],
    leftOut: { token_hash: OPENS, requested_by: OPENS, used_by: OPENS },
  },
  invitations: {
    called: "Invitations",
    beside: ["role", "status", "email_sent_at"],
    readings: [{ where: is("user_id") }],
    leftOut: { token_hash: OPENS },
  },
  drafts: {
    called: "Answers not submitted yet",
    beside: ["form", "updated_at"],
    prune: { data: OTHER_PEOPLE },
    readings: [{ where: is("user_id") }],
  },
  form_submissions: {
    called: "Record of submitted forms",
    withheld: "stored under a random code, so we can’t tell whose they are",
  },
  calendar_addresses: {
    called: "Private calendar link",
    beside: ["created_at"],
    readings: [{ where: is("user_id") }],
    leftOut: { token_hash: OPENS },
  },
  calendar_dates: {
    called: "Dates sent to a calendar",
    beside: ["is_cancelled", "changed_at"],
    readings: [{ where: is("user_id") }],
  },
  rate_limits: {
    called: "Counts of recent requests, such as for sign-in links",
    withheld: "stored under a code, so we can’t tell whose they are",
  },
  parties: {
    called: "Details in someone else’s sale or purchase",
    readings: [{ where: hasAddressAndName }],
  },
  transactions: {
    called: "Sales",
    readings: [
      { where: is("seller_id"), except: ["buyer_comments"] },
      {
        where: (person) => sql<boolean>`id in (
          select transaction_id from purchase_intents where is_active and buyer_id = ${person.id})`,
        only: ["buyer_comments"],
      },
    ],
  },
  purchase_intents: {
    called: "Purchases",
    beside: [
      "sale_agreed",
      "contract_pack_sent_on",
      "enquiries_raised_on",
      "enquiries_answered_on",
      "exchanged",
      "completed",
      "aborted",
      "priority_search_on",
    ],
    readings: [{ where: is("buyer_id") }],
  },
  properties: {
    called: "Properties for sale",
    readings: [{ where: ofOwn("id", OWN_SALES, "property_id") }],
  },
  addresses: {
    called: "Addresses",
    readings: [
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
    called: "Activity in a sale or purchase",
    beside: ["event_name", "date_time"],
    readings: [
      { where: is("author_id") },
      {
        // A comment of our team may be about another person.
        where: (person) => sql<boolean>`author_id is distinct from ${person.id} and (
          (type = 'seller' and ${ofSale(person)}) or ${ofPurchase(person)})`,
        only: ["author", "author_id"],
      },
    ],
  },
  stage_notes: {
    called: "Notes from our team",
    beside: ["stage", "created_at"],
    readings: [
      { where: is("author_id") },
      {
        where: (person) => sql<boolean>`author_id is distinct from ${person.id} and (
          (reader <> 'buyer' and ${ofSale(person)}) or (reader <> 'seller' and ${ofActivePurchase(person)}))`,
        only: ["note"],
      },
    ],
  },
  referrals: {
    called: "Requests for an introduction to an adviser",
    readings: [{ where: either(ofSale, ofPurchase) }],
  },
  companies: {
    called: "Companies selling a property",
    readings: [{ where: ofOwn("id", OWN_SALES, "company_seller_id") }],
  },
  transaction_groups: {
    called: "Properties sold together",
    readings: [{ where: either(ofOwn("id", OWN_SALES, "group_id"), is("created_by")) }],
  },
  leads: {
    called: "Details from an estate agent about an owner and their property",
    readings: [
      {
        where: isSeller(1, 2),
        except: ["seller_2_name", "seller_2_email", "seller_2_phone"],
      },
      {
        where: isSeller(2, 1),
        except: ["seller_1_name", "seller_1_email", "seller_1_phone"],
      },
    ],
    leftOut: { valuer_id: "this names the valuer" },
  },
  contact_requests: {
    called: "Contact form messages",
    readings: [{ where: hasAddress("email") }],
  },
  orders: { called: "Orders", beside: ["code"], readings: [{ where: ofSale }] },
  payment_reviews: {
    called: "Payments our team reviewed",
    readings: [{ where: within("order_id", "orders", ofSale) }],
  },
  referral_codes: { called: "Referral codes", withheld: OFFICE },
  law_firms: { called: "Law firms", readings: [{ where: hasAddress("email") }] },
  lawyer_groups: {
    called: "Solicitors’ teams",
    readings: [
      { where: within("id", "lawyer_group_members", hasAddress("email"), "lawyer_group_id") },
    ],
    leftOut: { thirdfort_recipient_emails: "these name colleagues" },
  },
  lawyer_group_members: {
    called: "Solicitors and legal assistants",
    readings: [{ where: hasAddress("email") }],
  },
  solicitor_letters: {
    called: "Letters to solicitors",
    withheld:
      "each one includes other people’s details. Your own are in your answers. Ask us if you’d like to go through them",
  },
  estate_agents: { called: "Estate agent offices", withheld: OFFICE },
  valuers: { called: "Valuers", readings: [{ where: hasAddress("email") }] },
  negotiators: { called: "Negotiators", readings: [{ where: hasAddress("email") }] },
  office_coordinators: {
    called: "Office coordinators",
    readings: [{ where: hasAddress("email") }],
  },
  checks: {
    called: "ID checks",
    beside: ["looked_at"],
    readings: [{ where: hasAddressAndName }, { where: is("requested_by"), only: ["requested_by"] }],
  },
  search_orders: { called: "Search orders", readings: ofSaleOrBy("ordered_by") },
  searches: {
    called: "Searches",
    beside: ["product_id", "status"],
    readings: ofSaleOrBy("ordered_by"),
  },
  search_documents: {
    called: "Search documents",
    readings: [
      { where: within("search_id", "searches", ofSale) },
      { where: is("left_out_by"), only: ["left_out_by"] },
    ],
  },
  search_problems: {
    called: "Unreadable messages about searches",
    readings: ofSaleOrBy("dealt_with_by"),
  },
  reports: {
    called: "Search reports",
    readings: [{ where: ofSale }, { where: is("shared_by"), only: ["shared_by"] }],
  },
  intelligence: {
    called: "Progress summaries drafted for our team",
    withheld: "each one includes other people’s details. Ask us if you’d like to go through them",
  },
  email_log: {
    called: "Emails we sent",
    beside: ["name", "sent_at"],
    readings: [
      { where: hasAddress("recipient") },
      {
        // To our team, or to an address that they had before.
        where: (person) =>
          sql<boolean>`user_id = ${person.id} and recipient <> ${person.email}::citext`,
        except: ["subject", "words"],
      },
    ],
    leftOut: { copied_to: "this names other people" },
  },
  email_outcomes: {
    called: "Delivery of our emails",
    beside: ["delivered_at", "failed_at"],
    readings: [{ where: hasAddress("recipient") }],
  },
  pending_news: {
    called: "Emails waiting to be sent",
    readings: [{ where: is("user_id") }],
  },
  unwanted_emails: {
    called: "Email preferences",
    beside: ["since"],
    readings: [{ where: is("user_id") }],
  },
  inbound_emails: {
    called: "Emails sent to us",
    beside: ["received_at"],
    readings: [{ where: hasAddress("from_email") }],
  },
  inbound_attachments: {
    called: "Email attachments",
    readings: [{ where: within("email_id", "inbound_emails", hasAddress("from_email")) }],
  },
  email_rematches: {
    called: "Email rematching runs",
    readings: [{ where: is("started_by") }],
  },
  audit_log: {
    called: "Log of who viewed or changed records",
    beside: ["action", "at", "subject_type"],
    readings: [
      { where: is("actor_id") },
      {
        where: (person) =>
          sql<boolean>`subject_type = 'user' and subject_id = ${person.id} and actor_id is distinct from ${person.id}`,
      },
    ],
  },
  restorations: { called: "Database restores", readings: [{ where: is("ended_by") }] },
  listed_transactions: {
    called: "Sale summaries in staff lists",
    withheld: IN_COPY,
  },
  search_words: {
    called: "Search index for our team",
    withheld: IN_COPY,
  },
  data_copies: {
    called: "Copies of data",
    beside: ["status"],
    readings: [{ where: is("user_id") }],
  },
  privacy_requests: {
    called: "Requests to delete data",
    beside: ["status", "decided_at"],
    readings: [{ where: is("user_id") }],
  },
  correction_requests: {
    called: "Correction requests",
    beside: ["status", "decided_at"],
    readings: [{ where: is("user_id") }],
  },
  erasures: { called: "Record of deletions", withheld: ERASED },
};

/** In a table of matters: those that go on with a purchase of the person. */
function ofActivePurchase(person: DataSubject) {
  return sql<boolean>`transaction_id in (
    select transaction_id from purchase_intents where is_active and buyer_id = ${person.id})`;
}

/** What belongs to a sale is given to its seller; who of our team acted is given to them, and nothing else of it. */
function ofSaleOrBy<Name extends string>(staff: Name) {
  return [{ where: ofSale }, { where: is(staff), only: [staff] }] as const;
}

/**
 * Documents that are given, by the table that names them, with the column that they are called by; else what they are and
 * why not.
 */
export const GIVEN_FILES: {
  readonly [Table in FileTable]: { called: Column<Table> } | { withheld: string };
} = {
  search_documents: { called: "file_name" },
  reports: { called: "reference" },
  inbound_attachments: { called: "file_name" },
  search_messages: {
    withheld:
      "Messages from our search provider: the seller’s copy has the documents that came with them",
  },
  data_copies: { withheld: "Earlier copies of your data: a copy doesn’t include other copies" },
  erasures: { withheld: `Record of deletions: ${ERASED}` },
};
