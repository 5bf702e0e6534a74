import { type Kysely, sql } from "kysely";

/** Description of each table in docs/data-model.md, grouped by subject. */
const SUBJECTS: Record<string, Record<string, string>> = {
  "People and access": {
    users: "people who sign in: customers and staff",
    sessions: "signed-in browsers",
    firm_sessions:
      "sign-in links and sessions of law firms, each for one side of one matter, and of estate agents",
    staff_roles: "roles of a member of staff, with who gave each and when",
    access_reviews: "reviews of who may do what, with what the reviewer saw",
    handlers: "staff who handle matters, and whether new matters are assigned to them",
    workloads: "numbers of matters and conversations of each handler, counted each minute",
    staff_absences: "days on which a member of staff is away, with the stand-in",
    passkeys: "passkeys of staff",
    totp_keys: "encrypted keys of authenticator apps",
    recovery_codes: "hashed one-time codes for staff who have lost their passkey and app",
    magic_link_tokens: "hashed tokens of emailed links; each works once",
    invitations: "invitations by email to sell or buy one property",
    drafts: "answers of forms that have not been submitted",
    form_submissions: "answers to the first submit of each form, for repeated submits",
    data_copies: "copies of a person’s data, made at their request",
    privacy_requests: "requests to erase a person’s data, and their outcome",
    correction_requests: "corrections that customers ask for, and our answers",
    email_opt_outs: "kinds of email that a customer has turned off",
    erased_people: "hashes of erased people, to erase them again after a restore",
    calendar_addresses: "hashes of private calendar addresses",
    calendar_dates:
      "the day of each date that a person’s calendar last got, and how often it has moved",
    rate_limits: "uses of rate limits, under hashed keys",
  },
  "A matter": {
    transactions: "matters: one sale of one property each",
    properties: "properties for sale",
    addresses: "addresses of properties, people and firms",
    parties: "co-sellers, co-buyers and giftors",
    purchase_intents: "purchases: one buyer’s side of a matter each",
    transaction_groups: "groups of new homes that a company sells together",
    companies: "companies that sell",
    events: "events of matters",
    changes: "old and new values of corrections, written by triggers",
    listed_transactions:
      "the stage, holder and list filters of each matter, derived before each commit that changes it",
    stage_notes: "notes by staff that customers read next to a stage",
    stage_durations: "working days that each stage of a matter took",
    stage_duration_stats: "usual durations of each stage, from recent matters",
    adviser_referrals:
      "people who want an adviser for a mortgage or have money in another currency",
    leads: "properties whose owners a valuer has told us about",
    contact_requests: "messages from the contact page",
    document_requests: "documents that a matter needs, with their status",
    ready_links:
      "links to the page that shows how ready a home is for a buyer, under hashed tokens",
    documents: "files that customers, emails or staff have added to a matter",
    document_shares: "documents that staff have emailed to solicitors",
    property_information:
      "matters whose sellers have started to answer questions about the property, with the day of their confirmation",
    property_answers: "each answer about a property, with the seller who gave it",
    property_confirmations: "sellers who have confirmed the answers, with the name that they typed",
    property_information_shares: "firms that staff have sent the answers to",
    matter_numbers: "numbers of matters that have been given",
    sale_agreements: "sales agreed with buyers who have not finished signing up",
    memoranda: "memoranda of sale that estate agents have sent, until staff agree or decline them",
    matter_actions: "actions of staff on a matter, which can be undone until their emails are sent",
    tasks: "tasks of a matter, with their day and person",
    chases: "questions to firms about a step, and their answers",
    desk_items: "work that waits at the desk, derived before each commit that changes a matter",
  },
  Money: {
    products: "items that can be ordered, with their prices",
    orders: "charges to the seller of a matter",
    order_items: "lines of an order",
    referral_codes: "codes that replace payment, in full or in part",
    payment_reviews: "payments that staff must review",
    refunds: "refunds that staff have made",
    invoices: "invoices to owners of referral codes and to developers",
    invoice_items: "orders that an invoice is for, or that staff have decided not to invoice",
    stripe_events: "Stripe events that were processed",
  },
  "Solicitors and estate agents": {
    law_firms: "firms of solicitors",
    lawyer_groups: "teams in a firm that act together",
    lawyer_group_members: "solicitors and legal assistants of a team",
    solicitor_letters: "instruction letters as they were sent",
    solicitor_letter_matters: "matters that an instruction letter is about",
    instruction_answers: "law firms that have accepted or declined an instruction",
    brands: "brands that several estate agents’ offices share",
    estate_agents: "estate agents’ offices",
    valuers: "people who value property for an office",
    negotiators: "people who negotiate sales for an office",
    office_coordinators: "people who get an office’s weekly email",
    office_health: "homes that an office marketed in a week",
  },
  "Checks, searches, reports": {
    identity_checks: "identity checks ordered from Thirdfort",
    search_orders: "orders of searches",
    searches: "single searches of an order",
    search_documents: "documents that came back from searches",
    search_messages: "messages of the search provider, as received",
    search_message_errors: "parts of a provider’s message that could not be processed",
    additional_requests: "further information that the search provider or staff need",
    reports: "reports on the search documents of a matter",
    intelligence: "summaries of a matter, generated when staff ask",
  },
  Conversations: {
    conversations:
      "the conversation with each side of a matter, or with a sender who fits no matter",
    messages: "emails, messages and notes of a conversation, in one stream",
    message_documents: "documents that a message has attached",
    message_mentions: "colleagues whom an internal note mentions",
    matched_senders: "senders whose emails staff have matched to a matter",
  },
  Emails: {
    pending_notifications: "events that a customer is about to be emailed about",
    email_log: "emails that are queued or sent, and their outcome",
    email_outcomes: "delivery of each email, for each of its readers",
    inbound_emails: "received emails",
    inbound_attachments: "files of received emails",
    email_rematches: "runs that match stored emails to matters again",
  },
  "The service": {
    audit_log: "views and changes by staff, and changes by customers",
    audit_unsealed: "audit rows that wait for a seal",
    audit_seals: "the hash chain over the audit log",
    audit_checks: "results of the nightly check of the audit log",
    admin_config: "settings that staff change",
    retention_runs: "counts of what each night deleted, or only counted, because its time was over",
    restorations: "restores of the database from a backup",
    worker_heartbeats: "workers that are alive",
    processes: "processes that are alive, with the state of their circuit breakers",
    backups: "backups, and whether a drill has restored them",
    alerts: "problems that need a person, emailed once when they start and once when they end",
    search_words: "words that staff can search by",
  },
  Views: {
    matter_ends:
      "the day each matter ended or was last active, and the retention period that applies",
    matter_emails: "email addresses of everyone in a matter",
    conversation_addresses: "conversation to which each email address of a matter belongs",
    search_facts: "what a search can match, with its label",
    search_texts: "the searchable text of each record",
    referral_rules: "people who want a referral, by their answers; the source of `referrals`",
  },
};

type Column = {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  refers_to: string | null;
};

/**
 * Generates docs/data-model.md from a migrated database. For each subject it contains a diagram of
 * the references between tables, and the tables' columns.
 * @throws {Error} that names a table without a description, or a description without a table
 */
export async function describeDataModel<T>(db: Kysely<T>): Promise<string> {
  const columns = await readColumns(db);
  const tables = new Set(columns.map(({ table }) => table));
  const described = Object.values(SUBJECTS).flatMap((subject) => Object.keys(subject));
  const missing = [...tables].find((table) => !described.includes(table));
  if (missing) throw new Error(`Describe ${missing} in db/data-model.ts.`);
  const gone = described.find((table) => !tables.has(table));
  if (gone) throw new Error(`Remove ${gone} from db/data-model.ts: it no longer exists.`);
  const parts = Object.entries(SUBJECTS).map(([title, subject]) =>
    describeSubject(title, subject, columns),
  );
  return [INTRODUCTION, ...parts].join("\n");
}

const INTRODUCTION = `# The data model

Written by \`npm run db:types\` from the migrations; the descriptions are in \`db/data-model.ts\`. The terms are in the
[glossary](glossary.md). A column that may be empty has a question mark.
`;

function describeSubject(
  title: string,
  subject: Record<string, string>,
  columns: readonly Column[],
): string {
  const own = columns.filter(({ table }) => table in subject);
  const references = own.filter(({ refers_to }) => refers_to !== null);
  const drawn = [
    ...new Set(references.map(({ table, refers_to }) => `  ${refers_to} ||--o{ ${table} : ""`)),
  ];
  const drawing = drawn.length > 0 ? ["```mermaid", "erDiagram", ...drawn, "```", ""] : [];
  const tables = Object.entries(subject).map(([table, words]) => {
    const listed = own.filter((column) => column.table === table).map(describeColumn);
    return `- **${table}**: ${words}.\n  ${listed.join(", ")}`;
  });
  return [`## ${title}`, "", ...drawing, ...tables, ""].join("\n");
}

function describeColumn({ column, type, nullable, refers_to }: Column) {
  return `\`${column}${nullable ? "?" : ""}\` ${refers_to ? `→ ${refers_to}` : type}`;
}

async function readColumns<T>(db: Kysely<T>): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select class.relname as "table", attribute.attname as "column",
      replace(format_type(attribute.atttypid, attribute.atttypmod), 'timestamp with time zone', 'timestamptz') as type,
      not (attribute.attnotnull or coalesce(domain.typnotnull, false)) as nullable,
      (select confrelid::regclass::text from pg_constraint
        where contype = 'f' and conrelid = class.oid and conkey = array[attribute.attnum]
        order by oid limit 1) as refers_to
    from pg_attribute attribute
    join pg_class class on class.oid = attribute.attrelid and class.relkind in ('r', 'v', 'm')
    left join pg_type domain on domain.oid = attribute.atttypid and domain.typtype = 'd'
    where class.relnamespace = 'public'::regnamespace and attribute.attnum > 0
      and not attribute.attisdropped and class.relname not like 'kysely\\_%'
    order by class.relname, attribute.attnum`.execute(db);
  return rows;
}
