import { type Kysely, sql } from "kysely";

/** Description of each table, by subject. */
const SUBJECTS: Record<string, Record<string, string>> = {
  "People and access": {
    users: "everybody who signs in: customers and staff",
    sessions: "a browser that is signed in",
    staff_roles: "what a member of staff may do, since when and by whom",
    access_reviews: "that somebody looked over who may do what, with what they saw",
    passkeys: "a passkey of a member of staff",
    totp_keys: "the sealed key of an authenticator app",
    recovery_codes: "one-time codes for who has lost both, hashed",
    magic_link_tokens: "links that were emailed, each good once",
    invitations: "who was asked by email to sell or buy a home",
    drafts: "what was typed and is no record yet",
    form_submissions: "the answer that the first post of a form got",
    data_copies: "a copy of what is held on a person, made when they ask",
    privacy_requests: "who asked that their data be erased, and what became of it",
    correction_requests: "what customers say is wrong in what is held on them, and the answer",
    unwanted_emails: "which kinds of email a customer has switched off",
    erasures: "that a person was erased, under a hash, for a backup that brings them back",
    calendar_addresses: "a person's private calendar address, by its digest",
    calendar_dates:
      "which day of a date a person's calendar was told last, and how often it has moved",
    rate_limits: "turns of limits, under hashed keys",
  },
  "A matter": {
    transactions: "a matter: one sale of one home",
    properties: "a home",
    addresses: "an address, of a home, a person or a firm",
    parties: "further sellers and buyers, and givers of gifts",
    purchase_intents: "a buyer's wish to buy the home",
    transaction_groups: "new homes that a company sells together",
    companies: "a company that sells",
    events: "what happened in a matter",
    listed_transactions:
      "where a matter is, derived before each commit that changes it: what lists are narrowed by, and what its stages follow from",
    stage_notes: "what staff tell customers beside a stage",
    stage_spans: "how long a stage of a matter took, in working days",
    stage_history:
      "the middle half of the last matters, a row for each stage that enough have come through",
    referrals:
      "who asked to be put in touch with an adviser for a mortgage, or has money in another currency",
    leads: "homes whose owners a valuer has told us of",
    contact_requests: "what visitors wrote on the contact page",
  },
  Money: {
    products: "what can be ordered, with its price",
    orders: "what the seller of a matter was charged",
    order_items: "the lines of an order",
    referral_codes: "codes that stand for payment",
    payment_reviews: "payments that a person has to look at",
    stripe_events: "messages of Stripe that were taken",
  },
  "Solicitors and estate agents": {
    law_firms: "a firm of solicitors",
    lawyer_groups: "people in it who act together",
    lawyer_group_members: "a solicitor or legal assistant of a group",
    solicitor_letters: "an instruction as it was sent",
    solicitor_letter_matters: "the matters that an instruction is about",
    brands: "what several offices share",
    estate_agents: "one office",
    valuers: "who values homes for an office",
    negotiators: "who sells them",
    office_coordinators: "who gets an office's weekly email",
    office_health: "how many homes an office marketed in a week",
  },
  "Checks, searches, reports": {
    checks: "an identity check, ordered from Thirdfort",
    search_orders: "an order of searches",
    searches: "one search of an order",
    search_documents: "a result that came back",
    search_messages: "a message of the provider, as it came",
    search_problems: "what of a message could not be taken",
    additional_requests: "what is needed besides",
    reports: "a report on the documents of a matter's searches",
    intelligence: "where a matter stood when staff asked",
  },
  Emails: {
    pending_news: "what has happened in a matter that a customer is about to be told of",
    email_log: "emails that we owe somebody, and what became of them",
    email_outcomes: "whether an email that we sent arrived, for each of its readers",
    inbound_emails: "an email that came in",
    inbound_attachments: "a file of one",
    email_rematches: "a run that looks for the matters of emails again",
  },
  "The service": {
    audit_log: "what staff looked at and changed, and what customers changed",
    audit_unsealed: "rows of it that wait to be sealed",
    audit_seals: "the chain of hashes over it",
    audit_checks: "what a night found when it compared the two",
    admin_config: "settings that staff change",
    retention_runs: "what a night deleted because its time was over, or only counted",
    restorations: "the database was restored from a backup",
    worker_heartbeats: "a worker that is alive",
    processes: "a process that is alive, and how the breakers of its vendors stand",
    backups: "a backup that was made, and whether a drill has restored it",
    alerts: "what a person must see to, told once when it begins and once when it is over",
    search_words: "words that staff search by",
  },
  Views: {
    matter_ends:
      "since when a matter is over, or nothing has happened in it, and by which life it goes",
    matter_emails: "the addresses of everybody in a matter",
    search_facts: "what a search may match, with what it is called",
    search_texts: "all that is searched of a record, in one text",
    referral_rules: "who wants a referral by their answers: what referrals keeps",
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
 * Generates docs/data-model.md for a migrated database: a diagram of references and the columns,
 * per subject.
 * @throws {Error} naming a table without a description, or a description without a table
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

Written by \`npm run db:types\` from the migrations; what each table holds is said in \`db/data-model.ts\`. The words are in the
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
