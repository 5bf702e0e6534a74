import { expressionBuilder, type SelectQueryBuilder, sql } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import { listAgentOptions } from "#app/domain/estate-agents/agent-queries.server.ts";
import { readChoices } from "#app/domain/shared/choices.server.ts";
import type { Choices } from "#app/domain/shared/choices.ts";
import { countRows } from "#app/domain/paging/counts.server.ts";
import { keysetAfter } from "#app/domain/paging/paging.server.ts";
import { keysetPage, type KeysetQuery } from "#app/domain/paging/paging.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { listLawyerGroupOptions } from "#app/domain/solicitors/lawyer-groups.server.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { selectListed, toListed } from "./listed-transactions.server.ts";
import { FEED_FILTERS, type FeedFilter } from "./status-strip.ts";

/**
 * Filter of the list of matters (J-001 to J-005, J-026). A value that is undefined does not
 * restrict the list.
 */
export type TransactionFilter = {
  paid?: boolean | undefined;
  estate_agent_id?: string | undefined;
  lawyer_group_id?: string | undefined;
  group_id?: string | undefined;
  stage?: string | undefined;
  /** True selects the matters that have neither completed nor ended. */
  open?: boolean | undefined;
  /** Holder of the matter’s next step. Null selects the matters that wait for a buyer. */
  holder?: string | null | undefined;
  /** Ids of the handlers of a matter. Null selects the matters without a handler. */
  handlers?: readonly string[] | null | undefined;
  /** Step that is open, in the feed. */
  feed?: FeedFilter | undefined;
  /** Order other than the newest first. It shows only the matters that it can sort. */
  sort?: TransactionSort | undefined;
};

/** Orders of the list, oldest first: matters that are unpaid, and matters that wait for someone. */
export const TRANSACTION_SORTS = ["unpaid_since", "late_by"] as const;
export type TransactionSort = (typeof TRANSACTION_SORTS)[number];

export type ListedTransaction = Awaited<ReturnType<typeof listTransactions>>["items"][number];

/** Lists the matters that match a filter, newest first (J-026). */
export async function listTransactions(
  db: Db,
  reader: StaffReader,
  filter: TransactionFilter,
  query: KeysetQuery,
) {
  const { limit, after } = query;
  const { sort } = filter;
  const part = { limit: limit + 1, after };
  const shown = sort ? oldest(db, { ...filter, sort }, part) : newest(db, filter, part);
  const rows = await selectListed(db, shown.as("listed_transactions"))
    .$if(sort !== undefined, (query) =>
      query
        .clearOrderBy()
        .orderBy(`listed_transactions.${SORTED_BY[sort ?? "unpaid_since"]}`)
        .orderBy("listed_transactions.id"),
    )
    .select((eb) =>
      eb.selectFrom("admin_config").select("benchmark_in_days").as("benchmark_in_days"),
    )
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("inbound_emails")
            .whereRef("inbound_emails.transaction_id", "=", "listed_transactions.id")
            .where("inbound_emails.read_at", "is", null),
        )
        .as("has_unread"),
    )
    .execute();
  const matters = rows.map((row) => ({
    ...toListed(row),
    benchmark_in_days: row.benchmark_in_days,
    has_unread: Boolean(row.has_unread),
  }));
  await reader.recordView({ list: "transactions" });
  return keysetPage(matters, limit);
}

/**
 * Counts the matters that match a filter. The specification calls this number totalFilteredItems
 * (J-026).
 */
export async function countTransactions(
  db: Db,
  filter: TransactionFilter,
): Promise<{ total: number; more: false }> {
  return { total: await countMatching(db, filter), more: false };
}

async function countMatching(db: Db, filter: TransactionFilter): Promise<number> {
  const { paid, ...others } = filter;
  // Only unpaid matters have indexes, so paid matters are counted as all matters minus the unpaid
  // ones.
  if (paid) {
    const [all, unpaid] = [
      await countMatching(db, others),
      await countMatching(db, { ...others, paid: false }),
    ];
    return all - unpaid;
  }
  return countRows(db, `transactions ${JSON.stringify(filter)}`, async () => {
    const { lawyer_group_id } = filter;
    const rows = narrow(withSort(db.selectFrom("listed_transactions"), filter.sort), filter);
    if (!lawyer_group_id) return await countOf(rows);
    // Count the matters of each side with the index for that side. Then subtract the matters in
    // which the group acts for both sides, which were counted twice.
    const sellers = rows.where("seller_lawyer_group_id", "=", lawyer_group_id);
    const buyers = rows.where("buyer_lawyer_group_id", "=", lawyer_group_id);
    const both = sellers.where("buyer_lawyer_group_id", "=", lawyer_group_id);
    return (await countOf(sellers)) + (await countOf(buyers)) - (await countOf(both));
  });
}

type Rows<Selected> = SelectQueryBuilder<DB, "listed_transactions", Selected>;

async function countOf(rows: Rows<unknown>): Promise<number> {
  const { total } = await rows.select(sql<number>`count(*)`.as("total")).executeTakeFirstOrThrow();
  return total;
}

/**
 * Selects only the rows that the page shows. Each side has its own index on the lawyer group, and
 * each handler a place in the index on handlers, so short lists are merged; an "or" would read the
 * whole table.
 */
function newest(db: Db, filter: TransactionFilter, query: KeysetQuery) {
  const [first, ...others] = partsOf(narrow(inOrder(db, query), filter), filter);
  let either = db.selectFrom(first.as("part")).selectAll();
  if (others.length === 0) return either;
  for (const part of others) {
    either = either.unionAll(db.selectFrom(part.as("part")).selectAll());
  }
  return db
    .selectFrom(either.as("newest"))
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(query.limit);
}

/** Splits the rows into parts that each have an index, and of which no two have the same row. */
function partsOf<Selected>(
  all: Rows<Selected>,
  { lawyer_group_id, handlers }: TransactionFilter,
): [Rows<Selected>, ...Rows<Selected>[]] {
  if (handlers && handlers.length > 1) {
    const [own, ...others] = handlers.map((id) => all.where("handler_id", "=", id));
    const parts = own ? [own, ...others] : [all];
    const [first, ...more] = lawyer_group_id
      ? parts.map((part) => part.where(actsForSql(lawyer_group_id)))
      : parts;
    return [first ?? all, ...more];
  }
  if (!lawyer_group_id) return [all];
  return [
    all.where("seller_lawyer_group_id", "=", lawyer_group_id),
    all
      .where("buyer_lawyer_group_id", "=", lawyer_group_id)
      .where("seller_lawyer_group_id", "is distinct from", lawyer_group_id),
  ];
}

const actsForSql = (id: string) =>
  sql<boolean>`${id} in (seller_lawyer_group_id, buyer_lawyer_group_id)`;

function narrow<Selected>(
  rows: Rows<Selected>,
  { paid, estate_agent_id, group_id, stage, open, holder, handlers, feed }: TransactionFilter,
) {
  let query = narrowFeed(rows, feed);
  if (estate_agent_id) query = query.where("estate_agent_id", "=", estate_agent_id);
  if (group_id) query = query.where("group_id", "=", group_id);
  if (stage) query = query.where("stage", "=", stage);
  if (open) query = query.where(sql<boolean>`stage not in ('completed', 'aborted')`);
  if (holder === null) query = query.where("stage", "=", "ready_for_buyer");
  else if (holder) query = query.where("holder", "=", holder);
  query = narrowHandlers(query, handlers);
  // The value is a literal and not a parameter, so that the condition matches that of the partial
  // indexes (AMB-E07).
  if (paid === true) query = query.where(sql<boolean>`payment = 'complete'`);
  if (paid === false) query = query.where(sql<boolean>`payment <> 'complete'`);
  return query;
}

function narrowHandlers<Selected>(
  rows: Rows<Selected>,
  handlers: TransactionFilter["handlers"],
): Rows<Selected> {
  if (handlers === undefined) return rows;
  if (handlers === null) return rows.where("handler_id", "is", null);
  const [only, ...others] = handlers;
  return others.length === 0
    ? rows.where("handler_id", "=", only ?? "")
    : rows.where("handler_id", "in", handlers);
}

function inOrder(db: Db, { limit, after }: KeysetQuery) {
  const query = db
    .selectFrom("listed_transactions")
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  return after ? query.where(keysetAfter("listed_transactions", "created_at", after)) : query;
}

const SORTED_BY = { unpaid_since: "created_at", late_by: "since" } as const;

/** Conditions as in the partial indexes of migration 0102, so that PostgreSQL uses the indexes. */
const SORTABLE: Record<TransactionSort, string> = {
  unpaid_since: "payment <> 'complete' and stage <> 'aborted'",
  late_by: "since is not null and holder is not null and next_step <> 'complete'",
};

function withSort<Selected>(rows: Rows<Selected>, sort: TransactionSort | undefined) {
  return sort ? rows.where(sql<boolean>`(${sql.raw(SORTABLE[sort])})`) : rows;
}

/** Selects the rows of the page in the order of `sort`, oldest first, from its index. */
function oldest(
  db: Db,
  { sort, ...filter }: TransactionFilter & { sort: TransactionSort },
  { limit, after }: KeysetQuery,
) {
  const { lawyer_group_id } = filter;
  const column = SORTED_BY[sort];
  let query = withSort(db.selectFrom("listed_transactions").selectAll(), sort)
    .orderBy(column)
    .orderBy("id")
    .limit(limit);
  if (after) {
    query = query.where(sql<boolean>`(${sql.ref(column)}, id) > (
      coalesce((select ${sql.ref(column)} from listed_transactions where id = ${after}), '-infinity'),
      ${after})`);
  }
  if (lawyer_group_id) {
    query = query.where((eb) =>
      eb.or([
        eb("seller_lawyer_group_id", "=", lawyer_group_id),
        eb("buyer_lawyer_group_id", "=", lawyer_group_id),
      ]),
    );
  }
  return db.selectFrom(narrow(query, filter).as("oldest")).selectAll();
}

/**
 * Returns the options of the list’s filters, with the options that staff have chosen (J-002 to
 * J-005, AMB-J05).
 */
export async function transactionFilterOptions(
  db: Db,
  asked: Partial<
    Record<"estate_agent" | "find_agent" | "lawyer_group" | "find_lawyers", string>
  > = {},
): Promise<{ estate_agents: Choices; lawyer_groups: Choices }> {
  const [estate_agents, lawyer_groups] = await Promise.all([
    readChoices((query) => listAgentOptions(db, query), {
      find: asked.find_agent,
      chosen: asked.estate_agent,
    }),
    readChoices((query) => listLawyerGroupOptions(db, query), {
      find: asked.find_lawyers,
      chosen: asked.lawyer_group,
    }),
  ]);
  return { estate_agents, lawyer_groups };
}

export type FeedMatter = Awaited<ReturnType<typeof listFeed>>["items"][number];

/**
 * Lists the matters of the feed, newest first: those in which the filter’s step is open, or all
 * matters (J-034 to J-044, J-049 to J-054). Only staff may use this function: it does not check who
 * reads.
 */
export async function listFeed(
  db: Db,
  reader: StaffReader,
  filter: FeedFilter | undefined,
  query: KeysetQuery,
  handlers?: readonly string[] | null,
) {
  const { limit, after } = query;
  const shown = newestOfFeed(db, filter, { limit: limit + 1, after }, handlers);
  const rows = await selectListed(db, shown.as("listed_transactions"))
    .select(latestEvent().as("event"))
    .execute();
  const matters = rows.map((row) => ({ ...toListed(row), event: row.event }));
  await reader.recordView({ list: "transactions" });
  return keysetPage(matters, limit);
}

/** Selects a matter’s last event, or null (J-040). */
function latestEvent() {
  return jsonObjectFrom(
    expressionBuilder<DB, "listed_transactions">()
      .selectFrom("events")
      .select(["events.type", "events.event_name"])
      .whereRef("events.transaction_id", "=", "listed_transactions.id")
      .orderBy("events.date_time", "desc")
      .orderBy("events.id", "desc")
      .limit(1),
  );
}

/** Counts the matters in the feed (J-045). */
export async function countFeed(
  db: Db,
  filter: FeedFilter | undefined,
  handlers?: readonly string[] | null,
): Promise<{ total: number; more: false }> {
  const all = narrowHandlers(db.selectFrom("listed_transactions"), handlers);
  const rows = narrowFeed(all, filter);
  const name = `feed ${filter ?? "all"} ${JSON.stringify(handlers)}`;
  const total = await countRows(db, name, () => countOf(rows));
  return { total, more: false };
}

function newestOfFeed(
  db: Db,
  filter: FeedFilter | undefined,
  place: KeysetQuery,
  handlers: readonly string[] | null | undefined,
) {
  return newest(db, { handlers, feed: filter }, place);
}

function narrowFeed<Selected>(
  rows: Rows<Selected>,
  filter: FeedFilter | undefined,
): Rows<Selected> {
  if (!filter) return rows;
  // Repeats the condition of the partial index, so that a generic query plan can use the index.
  return rows.where(sql<boolean>`${sql.ref(FEED_FILTERS[filter].step)} <> 'complete'`);
}
