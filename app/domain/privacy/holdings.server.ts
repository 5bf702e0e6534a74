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
  /** What it is, in plain words. */
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
const OTHER_PEOPLE = ["sellers", "buyers", "giftors", "representative"];

const COLLEAGUES = "it is about your colleagues";
const OPENS = "it would open something to whoever reads this copy";
const OF_HOME = "it is about a home, and its seller is given it";
const ERASED = "it is kept by a hash, of people whose data is gone";
const OFFICE = "it is about a firm or an office, and not about a person";

export const HOLDINGS: { readonly [Table in PersonalTable]: Holding<Column<Table>> } = {
  users: { called: "Account", beside: ["type", "active"], readings: [{ where: is("id") }] },
  sessions: {
    called: "Where you are signed in",
    beside: ["signed_in_at", "last_seen_at", "expires_at"],
    readings: [{ where: is("user_id") }],
  },
  staff_roles: {
    called: "Your roles at work",
    beside: ["given_at"],
    readings: [
      { where: is("user_id"), except: ["given_by"] },
      { where: is("given_by"), only: ["given_by"] },
    ],
  },
  access_reviews: {
    called: "Reviews of who works here that you made",
    beside: ["reviewed_at"],
    readings: [{ where: is("reviewed_by"), only: ["reviewed_by"] }],
    leftOut: { staff: COLLEAGUES },
  },
  passkeys: {
    called: "Your passkeys",
    beside: ["created_at", "last_used_at"],
    readings: [{ where: is("user_id") }],
    leftOut: { credential_id: OPENS, public_key: OPENS, counter: OPENS },
  },
  totp_keys: {
    called: "Your authenticator app",
    beside: ["created_at"],
    readings: [{ where: is("user_id") }],
    leftOut: { sealed_key: OPENS },
  },
  recovery_codes: {
    called: "Your recovery codes",
    beside: ["used_at"],
    readings: [{ where: is("user_id") }],
    leftOut: { code_hash: OPENS },
  },
  magic_link_tokens: {
    called: "Links that we emailed",
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
    called: "Answers that are typed and not sent yet",
    beside: ["form", "updated_at"],
    prune: { data: OTHER_PEOPLE },
    readings: [{ where: is("user_id") }],
  },
  stashed_forms: {
    called: "A form that was sent when nobody was signed in any more",
    readings: [{ where: is("user_id") }],
    leftOut: { fields: "it may be about somebody else; the form shows it for an hour" },
  },
  form_submissions: {
    called: "Which forms were sent before",
    withheld: "it is kept by a random key, and nobody can tell whose it is",
  },
  calendar_addresses: {
    called: "Your private calendar address",
    beside: ["created_at"],
    readings: [{ where: is("user_id") }],
    leftOut: { token_hash: OPENS },
  },
  calendar_dates: {
    called: "Dates that your calendar was told",
    beside: ["is_cancelled", "changed_at"],
    readings: [{ where: is("user_id") }],
  },
  rate_limits: {
    called: "How often something was asked for",
    withheld: "it is kept by a hash, and nobody can tell whose it is",
  },
  parties: {
    called: "What was said of you in somebody else's sale or purchase",
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
    called: "Homes for sale",
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
    called: "What happened in a sale or a purchase",
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
    called: "What our team told you beside a stage",
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
    called: "Advisers you asked to be put in touch with",
    readings: [{ where: either(ofSale, ofPurchase) }],
  },
  companies: {
    called: "The company you sell for",
    readings: [{ where: ofOwn("id", OWN_SALES, "company_seller_id") }],
  },
  transaction_groups: {
    called: "Homes that are sold together",
    readings: [{ where: either(ofOwn("id", OWN_SALES, "group_id"), is("created_by")) }],
  },
  leads: {
    called: "What a valuer told us of you and your home",
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
    leftOut: { valuer_id: "it says who the valuer is" },
  },
  contact_requests: {
    called: "Messages by the contact form",
    readings: [{ where: hasAddress("email") }],
  },
  orders: { called: "Orders", beside: ["code"], readings: [{ where: ofSale }] },
  payment_reviews: {
    called: "Payments that we looked at",
    readings: [{ where: within("order_id", "orders", ofSale) }],
  },
  referral_codes: { called: "Codes that stand for payment", withheld: OFFICE },
  law_firms: { called: "A firm of solicitors", readings: [{ where: hasAddress("email") }] },
  lawyer_groups: {
    called: "A group of solicitors",
    readings: [
      { where: within("id", "lawyer_group_members", hasAddress("email"), "lawyer_group_id") },
    ],
    leftOut: { thirdfort_recipient_emails: "it names colleagues" },
  },
  lawyer_group_members: {
    called: "A solicitor or legal assistant",
    readings: [{ where: hasAddress("email") }],
  },
  solicitor_letters: {
    called: "Letters to solicitors",
    withheld:
      "each names everybody in its matter; what it says of you stands in your answers. Ask us, and a person goes through them with you",
  },
  estate_agents: { called: "Offices of estate agents", withheld: OFFICE },
  valuers: { called: "A valuer", readings: [{ where: hasAddress("email") }] },
  negotiators: { called: "A negotiator", readings: [{ where: hasAddress("email") }] },
  office_coordinators: {
    called: "Who coordinates an office",
    readings: [{ where: hasAddress("email") }],
  },
  checks: {
    called: "Identity checks",
    beside: ["looked_at"],
    readings: [{ where: hasAddressAndName }, { where: is("requested_by"), only: ["requested_by"] }],
  },
  search_orders: { called: "Orders of searches", readings: ofSaleOrBy("ordered_by") },
  searches: {
    called: "Searches",
    beside: ["product_id", "status"],
    readings: ofSaleOrBy("ordered_by"),
  },
  search_documents: {
    called: "Documents of searches",
    readings: [
      { where: within("search_id", "searches", ofSale) },
      { where: is("left_out_by"), only: ["left_out_by"] },
    ],
  },
  search_problems: {
    called: "Messages about searches that we could not read",
    readings: ofSaleOrBy("dealt_with_by"),
  },
  reports: { called: "Reports on searches", readings: [{ where: ofSale }] },
  intelligence: {
    called: "Where a matter stands, as drafted for our team",
    withheld:
      "each draft is about everybody in its matter. Ask us, and a person goes through them with you",
  },
  email_log: {
    called: "Emails that we sent",
    beside: ["name", "sent_at"],
    readings: [{ where: either(is("user_id"), hasAddress("recipient")) }],
  },
  inbound_emails: {
    called: "Emails from your address",
    beside: ["received_at"],
    readings: [{ where: hasAddress("from_email") }],
  },
  inbound_attachments: {
    called: "Files that came with them",
    readings: [{ where: within("email_id", "inbound_emails", hasAddress("from_email")) }],
  },
  email_rematches: {
    called: "Runs that you started",
    readings: [{ where: is("started_by") }],
  },
  audit_log: {
    called: "Who looked at or changed what",
    beside: ["action", "at", "subject_type"],
    readings: [
      { where: is("actor_id") },
      {
        where: (person) =>
          sql<boolean>`subject_type = 'user' and subject_id = ${person.id} and actor_id is distinct from ${person.id}`,
      },
    ],
  },
  restorations: { called: "Restorations that you ended", readings: [{ where: is("ended_by") }] },
  listed_transactions: {
    called: "What lists of staff show of a sale",
    withheld: "it is taken from what else is here",
  },
  search_words: {
    called: "Words that our team finds records by",
    withheld: "they are taken from what else is here",
  },
  data_copies: {
    called: "Copies of this kind",
    beside: ["status"],
    readings: [{ where: is("user_id") }],
  },
  privacy_requests: {
    called: "Requests to erase",
    beside: ["status", "decided_at"],
    readings: [{ where: is("user_id") }],
  },
  correction_requests: {
    called: "Corrections that you asked for",
    beside: ["status", "decided_at"],
    readings: [{ where: is("user_id") }],
  },
  erasures: { called: "Who was erased", withheld: ERASED },
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

/** Documents that are given, by the table that names them, with the column that they are called by; else why not. */
export const GIVEN_FILES: {
  readonly [Table in FileTable]: { called: Column<Table> } | { withheld: string };
} = {
  search_documents: { called: "file_name" },
  reports: { called: "reference" },
  inbound_attachments: { called: "file_name" },
  search_messages: { withheld: OF_HOME },
  data_copies: { withheld: "it would be a copy in a copy" },
  erasures: { withheld: ERASED },
};
