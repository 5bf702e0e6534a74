import { listAgentOptions } from "#app/domain/estate-agents/agent-queries.server.ts";
import {
  listEstateAgents,
  readEstateAgent,
} from "#app/domain/estate-agents/estate-agents.server.ts";
import { listOfficeSales } from "#app/domain/agent-pages/office-sales.server.ts";
import { listInvoices, listToInvoice, sumByMonth } from "#app/domain/invoices/invoices.server.ts";
import { listNotInvoiced } from "#app/domain/invoices/not-invoiced.server.ts";
import { findOptions, readChoices } from "#app/domain/shared/choices.server.ts";
import { listEvents } from "#app/domain/events/events.server.ts";
import { listGroups } from "#app/domain/groups/groups.server.ts";
import { readMatterChecks } from "#app/domain/identity-checks/read-checks.server.ts";
import { readConductingAgent } from "#app/domain/identity-checks/office-requests.server.ts";
import {
  countUnmatchedEmails,
  listEmailsOfMatter,
  listUnmatchedEmails,
} from "#app/domain/inbound-emails/received-emails.server.ts";
import { countInvitations, listInvitations } from "#app/domain/invitations/invitations.server.ts";
import {
  countReviews,
  listReviews,
  REVIEW_STATES,
} from "#app/domain/payments/payment-reviews.server.ts";
import type { KeysetQuery } from "#app/domain/paging/paging.ts";
import { readMatterOrder } from "#app/domain/payments/orders.server.ts";
import {
  countUsers,
  listPurchasesByUser,
  listTransactionsByUser,
  listUsers,
  readUser,
} from "#app/domain/people/users.server.ts";
import { readBuyerFound } from "#app/domain/purchases/buyer-found.server.ts";
import { listMatterPurchases } from "#app/domain/purchases/purchases.server.ts";
import { listReportDocuments } from "#app/domain/reports/read-documents.server.ts";
import { readReport } from "#app/domain/reports/report.server.ts";
import { readSellers } from "#app/domain/sales/read-sale.server.ts";
import { search } from "#app/domain/staff-search/search.server.ts";
import { listRequests } from "#app/domain/searches/additional-requests.server.ts";
import { readSearches } from "#app/domain/searches/searches.server.ts";
import {
  readAssignmentFacts,
  readSolicitorPreference,
} from "#app/domain/assignments/solicitors-choice.server.ts";
import { readLeadsByOffice, readOfficeHealth } from "#app/domain/stats/offices.server.ts";
import {
  countReferrals,
  listReferrals,
  readNewLeads,
  readNewTransactions,
  readSolicitorAssignments,
} from "#app/domain/stats/statistics.server.ts";
import { statsMonths } from "#app/domain/stats/months.ts";
import type { ReferralKind } from "#app/domain/stats/referral-kinds.ts";
import {
  countFeed,
  countTransactions,
  listFeed,
  listTransactions,
  type TransactionFilter,
  transactionFilterOptions,
} from "#app/domain/transactions/list-transactions.server.ts";
import { FEED_FILTERS, type FeedFilter } from "#app/domain/transactions/status-strip.ts";
import {
  readAssignedSolicitors,
  readTransaction,
} from "#app/domain/transactions/read-transaction.server.ts";
import type { Db } from "#db/connection.ts";
import { agentReader, staffReader } from "#tests/support/readers.ts";
import type { Sample } from "./samples.ts";

/** Query of a staff page, run in the same way as the page’s loader runs it. */
export type StaffQuery = {
  name: string;
  /** Target for the 95th percentile, in ms. */
  aim: number;
  ask: (db: Db, sample: Sample) => Promise<unknown>;
};

/** Counts are cached per Kysely instance, and a new instance has an empty cache. */
const uncached = (db: Db) => db.withoutPlugins();

const LIST_AIM = 5;
const SEARCH_AIM = 20;
/** Aim for queries that scan all names, because no index finds a part of a word. */
const OFFICES_AIM = 40;
const PAGE = 20;

type Narrow = (sample: Sample) => TransactionFilter;

const paid: Narrow = () => ({ paid: true });
const unpaid: Narrow = () => ({ paid: false });
const agent: Narrow = (sample) => ({ estate_agent_id: sample.agent });
const lawyers: Narrow = (sample) => ({ lawyer_group_id: sample.lawyers });
const group: Narrow = (sample) => ({ group_id: sample.group });

const stage: Narrow = (sample) => ({ stage: sample.stage });
const holder: Narrow = (sample) => ({ holder: sample.holder });

const both =
  (...filters: Narrow[]): Narrow =>
  (sample) =>
    filters.reduce<TransactionFilter>((sum, filter) => ({ ...sum, ...filter(sample) }), {});

const narrowed: Record<string, Narrow> = {
  all: () => ({}),
  paid,
  unpaid,
  agent,
  lawyers,
  group,
  stage,
  "who has it": holder,
  "stage, who has it": both(stage, holder),
  "stage, agent": both(stage, agent),
  "stage, lawyers": both(stage, lawyers),
  "stage, unpaid": both(stage, unpaid),
  "who has it, agent": both(holder, agent),
  "who has it, lawyers": both(holder, lawyers),
  "agent, paid": both(agent, paid),
  "agent, unpaid": both(agent, unpaid),
  "lawyers, paid": both(lawyers, paid),
  "lawyers, unpaid": both(lawyers, unpaid),
  "agent, lawyers": both(agent, lawyers),
  "agent, lawyers, paid": both(agent, lawyers, paid),
  "agent, lawyers, unpaid": both(agent, lawyers, unpaid),
};

const transactions: StaffQuery[] = Object.entries(narrowed).flatMap(([name, narrow]) => [
  {
    name: `Transactions: ${name}`,
    aim: LIST_AIM,
    ask: (db, sample) => listTransactions(db, staffReader(), narrow(sample), { limit: PAGE }),
  },
  {
    name: `Transactions: ${name}, deep`,
    aim: LIST_AIM,
    ask: (db, sample) =>
      listTransactions(db, staffReader(), narrow(sample), { limit: PAGE, after: sample.oldMatter }),
  },
  {
    name: `Transactions: ${name}, count`,
    aim: LIST_AIM,
    ask: (db, sample) => countTransactions(uncached(db), narrow(sample)),
  },
]);

const FEED_PAGE = 5;

function isFeedFilter(name: string): name is FeedFilter {
  return Object.hasOwn(FEED_FILTERS, name);
}

const feed: StaffQuery[] = [undefined, ...Object.keys(FEED_FILTERS).filter(isFeedFilter)].flatMap(
  (filter) => {
    const name = `Feed: ${filter ? FEED_FILTERS[filter].label : "Show All"}`;
    return [
      {
        name,
        aim: LIST_AIM,
        ask: (db) => listFeed(db, staffReader(), filter, { limit: FEED_PAGE }),
      },
      {
        name: `${name}, deep`,
        aim: LIST_AIM,
        ask: (db, { oldMatter }) =>
          listFeed(db, staffReader(), filter, { limit: FEED_PAGE, after: oldMatter }),
      },
      { name: `${name}, count`, aim: LIST_AIM, ask: (db) => countFeed(uncached(db), filter) },
    ] satisfies StaffQuery[];
  },
);

/** Queries of a paged list: its first page, a deep page, and its count. */
function paged(
  name: string,
  list: (db: Db, query: KeysetQuery) => Promise<unknown>,
  count: (db: Db) => Promise<unknown>,
  place: keyof Sample,
): StaffQuery[] {
  return [
    { name, aim: LIST_AIM, ask: (db) => list(db, { limit: PAGE }) },
    {
      name: `${name}, deep`,
      aim: LIST_AIM,
      ask: (db, sample) => list(db, { limit: PAGE, after: sample[place] }),
    },
    { name: `${name}, count`, aim: LIST_AIM, ask: count },
  ];
}

const lists: StaffQuery[] = [
  {
    name: "Transactions: options of the filters",
    aim: LIST_AIM,
    ask: (db, { agent, lawyers }) =>
      transactionFilterOptions(db, { estate_agent: agent, lawyer_group: lawyers }),
  },
  {
    name: "Transactions: options, as typed",
    aim: LIST_AIM,
    ask: (db, { word }) =>
      findOptions((query) => listAgentOptions(db, query), word.slice(0, 3), 20),
  },
  ...paged(
    "Users",
    (db, query) => listUsers(db, staffReader(), query),
    (db) => countUsers(uncached(db)),
    "user",
  ),
  {
    name: "A user",
    aim: LIST_AIM,
    ask: (db, { user }) =>
      Promise.all([
        readUser(db, staffReader(), user),
        listTransactionsByUser(db, staffReader(), user),
        listPurchasesByUser(db, staffReader(), user),
      ]),
  },
  {
    name: "Estate agents, with counts",
    aim: LIST_AIM,
    ask: (db) => listEstateAgents(db, {}, { page: 1, size: PAGE }),
  },
  {
    name: "Estate agents, last page",
    aim: LIST_AIM,
    ask: (db) => listEstateAgents(db, {}, { page: 1_000_000, size: PAGE }),
  },
  {
    name: "Estate agents: brand",
    aim: LIST_AIM,
    ask: (db, { brand }) => listEstateAgents(db, { brand_id: brand }, { page: 1, size: PAGE }),
  },
  {
    name: "Estate agents: search",
    aim: OFFICES_AIM,
    ask: (db, { word }) => listEstateAgents(db, { search: word }, { page: 1, size: PAGE }),
  },
  {
    name: "Groups, with count",
    aim: LIST_AIM,
    ask: (db) => listGroups(db, staffReader(), { page: 1, size: PAGE }),
  },
  {
    name: "Groups, last page",
    aim: LIST_AIM,
    ask: (db) => listGroups(db, staffReader(), { page: 1_000_000, size: PAGE }),
  },
  ...(["sell", "buy"] as const).flatMap((role) =>
    paged(
      `Invitations: ${role}`,
      (db, query) => listInvitations(db, staffReader(), { ...query, role }),
      (db) => countInvitations(db, role),
      "invitation",
    ),
  ),
  ...REVIEW_STATES.flatMap((state) =>
    paged(
      `Payments: ${state.replace("_", " ")}`,
      (db, query) => listReviews(db, staffReader(), state, query),
      (db) => countReviews(db, state),
      "review",
    ),
  ),
  ...paged(
    "Unmatched emails",
    (db, query) => listUnmatchedEmails(db, staffReader(), query),
    countUnmatchedEmails,
    "email",
  ),
];

/** Last day of the loaded matters. */
const LAST_DAY = "2026-10-30";

const INVOICE_AIM = 20;
const firstPage = { page: 1, size: PAGE };

const invoices: StaffQuery[] = Object.entries<StaffQuery["ask"]>({
  "to invoice": (db) => listToInvoice(db, staffReader(), {}, firstPage),
  "to invoice, of a month": (db) =>
    listToInvoice(db, staffReader(), { month: LAST_DAY.slice(0, 7) }, firstPage),
  unpaid: (db) => listInvoices(db, staffReader(), { state: "invoiced" }, firstPage),
  received: (db) => listInvoices(db, staffReader(), { state: "received" }, firstPage),
  "not needed": (db) => listNotInvoiced(db, staffReader(), {}, firstPage),
  "sums by month": (db) => sumByMonth(db, staffReader(), LAST_DAY),
}).map(([name, ask]) => ({ name: `Invoices: ${name}`, aim: INVOICE_AIM, ask }));

/** List of an office’s sales on its private page. */
const officeSales: StaffQuery = {
  name: "Sales of an estate agent’s office",
  aim: LIST_AIM,
  ask: (db, { agent: id, oldMatter }) =>
    Promise.all(
      [null, oldMatter].map((after) =>
        listOfficeSales(db, agentReader(id), { after, now: new Date(`${LAST_DAY}T12:00:00Z`) }),
      ),
    ),
};

const searches: StaffQuery[] = [
  ...[2, 3, 8].map((length) => ({
    name: `Search: ${length} characters`,
    aim: SEARCH_AIM,
    ask: (db: Db, { word }: Sample) => search(db, staffReader(), word.slice(0, length)),
  })),
  {
    name: "Search: two beginnings of words",
    aim: SEARCH_AIM,
    ask: (db, { word, firstName }) =>
      search(db, staffReader(), `${firstName.slice(0, 3)} ${word.slice(0, 3)}`),
  },
  {
    name: "Search: first and last name",
    aim: SEARCH_AIM,
    ask: (db, { word, firstName }) => search(db, staffReader(), `${firstName} ${word}`),
  },
];

const tabs: StaffQuery[] = Object.entries<StaffQuery["ask"]>({
  "header and property": (db, { matter }) => readTransaction(db, staffReader(), matter),
  sellers: (db, { matter }) => readSellers(db, staffReader(), matter),
  buyers: (db, { matter }) =>
    Promise.all([
      listMatterPurchases(db, staffReader(), matter),
      readBuyerFound(db, staffReader(), matter),
    ]),
  orders: (db, { matter }) => readMatterOrder(db, staffReader(), matter),
  solicitors: async (db, { matter }) => [
    await readAssignedSolicitors(db, staffReader(), matter),
    await readAssignmentFacts(db, staffReader(), matter),
    await readSolicitorPreference(db, staffReader(), matter),
  ],
  "estate agent": (db, { agent }) => readEstateAgent(db, agent),
  "estate agent, to be assigned": (db) => readChoices((query) => listAgentOptions(db, query), {}),
  thirdfort: async (db, { matter }) => {
    const checks = await readMatterChecks(db, staffReader(), matter);
    return [checks, await readConductingAgent(db, checks)];
  },
  searches: async (db, { matter }) => [
    await readSearches(db, staffReader(), matter),
    await listRequests(db, staffReader(), matter),
    await readReport(db, staffReader(), matter),
    await listReportDocuments(db, staffReader(), matter),
  ],
  events: async (db, { matter }) => [
    await listEvents(db, staffReader(), matter, { limit: 5 }),
    await listEmailsOfMatter(db, staffReader(), { transaction_id: matter, limit: 5 }),
  ],
  "all events": async (db, { matter }) => [
    await listEvents(db, staffReader(), matter, { limit: 1_000 }),
    await listEmailsOfMatter(db, staffReader(), { transaction_id: matter, limit: 1_000 }),
  ],
}).map(([name, ask]) => ({ name: `A transaction: ${name}`, aim: LIST_AIM, ask }));

/** Months up to the last day. */
const MONTHS = statsMonths(new Date(`${LAST_DAY}T12:00:00Z`));
const STATS_AIM = 10;
const FIRST_ROWS = 10;

const statistics: StaffQuery[] = Object.entries<StaffQuery["ask"]>({
  "new transactions": (db) => readNewTransactions(db, MONTHS),
  "new leads": (db) => readNewLeads(db, MONTHS),
  "leads by estate agent": (db) => readLeadsByOffice(db, MONTHS, FIRST_ROWS),
  "solicitors assignments": (db) => readSolicitorAssignments(db, MONTHS),
  "foreign currency": (db) => readReferralPanel(db, "foreign_currency"),
  "mortgage referrals": (db) => readReferralPanel(db, "mortgage"),
  "mortgage referrals, deep": (db, { referral }) =>
    listReferrals(db, staffReader(), "mortgage", { limit: PAGE, after: referral }),
  "office health": (db) => readOfficeHealth(db, FIRST_ROWS),
}).map(([name, ask]) => ({ name: `Statistics: ${name}`, aim: STATS_AIM, ask }));

async function readReferralPanel(db: Db, kind: ReferralKind) {
  return [
    await listReferrals(db, staffReader(), kind, { limit: FIRST_ROWS }),
    await countReferrals(uncached(db), kind),
  ];
}

export const staffQueries: readonly StaffQuery[] = [
  ...transactions,
  ...feed,
  ...lists,
  ...invoices,
  officeSales,
  ...searches,
  ...tabs,
  ...statistics,
];
