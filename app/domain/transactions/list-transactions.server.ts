import { sql } from "kysely";
import { listAgentOptions } from "#app/domain/estate-agents/agent-parts.server.ts";
import type { Option } from "#app/domain/fields/answers.ts";
import { readListCount } from "#app/domain/paging/list-counts.server.ts";
import { countUpToMax, follows, MAX_COUNTED } from "#app/domain/paging/paging.server.ts";
import { keysetPage, type KeysetQuery } from "#app/domain/paging/paging.ts";
import { selectAddress } from "#app/domain/fields/address.server.ts";
import { listLawyerGroupOptions } from "#app/domain/solicitors/lawyer-groups.server.ts";
import type { Db } from "#db/connection.ts";
import {
  latestEvent,
  latestPurchase,
  selectLawyerGroup,
  selectOrder,
  selectProgress,
  selectSellers,
  selectWaits,
} from "./matter-parts.server.ts";
import { FEED_FILTERS, type FeedFilter } from "./stage.ts";

/** Which matters staff want to see (J-001 to J-005, J-026); what is left out does not narrow the list. */
export type TransactionFilter = {
  paid?: boolean | undefined;
  estate_agent_id?: string | undefined;
  /** The solicitors of either side. */
  lawyer_group_id?: string | undefined;
  group_id?: string | undefined;
};

export type ListedTransaction = Awaited<ReturnType<typeof listTransactions>>["items"][number];

/** The matters of the office, newest first (J-026). For staff: no owner narrows it. */
export async function listTransactions(db: Db, filter: TransactionFilter, query: KeysetQuery) {
  const { limit, after } = query;
  const rows = await db
    .selectFrom(newest(db, filter, { limit: limit + 1, after }).as("transactions"))
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .select(SHOWN)
    .select((eb) => [
      selectAddress("properties.address_id").$notNull().as("address"),
      selectSellers().as("sellers"),
      selectOrder().as("order"),
      selectLawyerGroup("transactions.seller_lawyer_group_id").as("seller_solicitor"),
      selectLawyerGroup("transactions.buyer_lawyer_group_id").as("buyer_solicitor"),
      latestPurchase().as("purchase"),
      selectProgress().as("progress"),
      selectWaits().as("waits"),
      eb.selectFrom("admin_config").select("benchmark_in_days").as("benchmark_in_days"),
    ])
    .orderBy("transactions.created_at", "desc")
    .orderBy("transactions.id", "desc")
    .execute();
  return keysetPage(rows, limit);
}

/**
 * How many matters there are in all (the old totalFilteredItems, J-026). The matters of a group are few, and counted one
 * by one; of every other filter the number is kept.
 *
 * @returns `more` when there are more than were counted.
 */
export async function countTransactions(
  db: Db,
  filter: TransactionFilter,
): Promise<{ total: number; more: boolean }> {
  const { paid, estate_agent_id = null, lawyer_group_id = null, group_id } = filter;
  if (group_id) {
    return countUpToMax(db, newest(db, filter, { limit: MAX_COUNTED + 1 }).as("found"));
  }
  const filters = (paid === undefined ? [true, false] : [paid]).map(
    (is) => sql<string>`transaction_filter(${is}, ${estate_agent_id}, ${lawyer_group_id})`,
  );
  return { total: await readListCount(db, "transactions", filters), more: false };
}

/** What the list shows of a matter's own row. */
const SHOWN = [
  "transactions.id",
  "transactions.type",
  "transactions.created_at",
  "transactions.asking_price_pounds",
  "transactions.legals_started_at",
  "transactions.tags",
] as const;

/** By what the rest is found. */
const FOUND_BY = [
  "transactions.property_id",
  "transactions.seller_id",
  "transactions.seller_lawyer_group_id",
  "transactions.buyer_lawyer_group_id",
] as const;

/**
 * The rows to show and no other, from an index that is in the order of the list already. Solicitors stand in two columns,
 * each with its index: two short lists are put together, where an "or" would read the whole table. A matter with the same
 * on both sides is in the seller's.
 */
function newest(db: Db, filter: TransactionFilter, query: KeysetQuery) {
  const { lawyer_group_id } = filter;
  const all = matching(db, filter, query);
  if (!lawyer_group_id) return db.selectFrom(all.as("newest")).selectAll();

  const sellers = all.where("transactions.seller_lawyer_group_id", "=", lawyer_group_id);
  const buyers = all
    .where("transactions.buyer_lawyer_group_id", "=", lawyer_group_id)
    .where("transactions.seller_lawyer_group_id", "is distinct from", lawyer_group_id);
  const either = db
    .selectFrom(sellers.as("sellers"))
    .selectAll()
    .unionAll(db.selectFrom(buyers.as("buyers")).selectAll());
  return db
    .selectFrom(either.as("newest"))
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(query.limit);
}

function matching(
  db: Db,
  { paid, estate_agent_id, group_id }: TransactionFilter,
  { limit, after }: KeysetQuery,
) {
  let query = db
    .selectFrom("transactions")
    .select([...SHOWN, ...FOUND_BY])
    .orderBy("transactions.created_at", "desc")
    .orderBy("transactions.id", "desc")
    .limit(limit);
  if (estate_agent_id) query = query.where("transactions.estate_agent_id", "=", estate_agent_id);
  if (group_id) query = query.where("transactions.group_id", "=", group_id);
  if (after) query = query.where(follows("transactions", "created_at", after));
  // As the condition of the indexes for unpaid matters says it, not as a parameter (AMB-E07).
  if (paid === true) query = query.where("transactions.paid", "=", true);
  if (paid === false) query = query.where(sql<boolean>`not transactions.paid`);
  return query;
}

/** What the list of matters can be narrowed to: every agent and every lawyer group, by name (J-002 to J-005, AMB-J05). */
export async function transactionFilterOptions(
  db: Db,
): Promise<{ estate_agents: Option[]; lawyer_groups: Option[] }> {
  const [estate_agents, lawyer_groups] = await Promise.all([
    listAgentOptions(db),
    listLawyerGroupOptions(db),
  ]);
  return { estate_agents, lawyer_groups };
}

export type FeedMatter = Awaited<ReturnType<typeof listFeed>>["items"][number];

/**
 * The matters of the office as the feed shows them, newest first, with what last happened in each (J-034 to J-044).
 * For staff: no owner narrows it.
 *
 * @param filter a step that is not complete; undefined shows all (J-049 to J-054)
 */
export async function listFeed(db: Db, filter: FeedFilter | undefined, query: KeysetQuery) {
  const { limit, after } = query;
  const rows = await db
    .selectFrom(newestOfFeed(db, filter, { limit: limit + 1, after }).as("shown"))
    .innerJoin("transactions", "transactions.id", "shown.id")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .select(["transactions.id", "transactions.type", "transactions.created_at"])
    .select([
      selectAddress("properties.address_id").$notNull().as("address"),
      selectSellers().as("sellers"),
      latestPurchase().as("purchase"),
      latestEvent().as("event"),
      selectProgress().as("progress"),
      selectOrder().as("order"),
      selectLawyerGroup("transactions.seller_lawyer_group_id").as("seller_solicitor"),
      selectLawyerGroup("transactions.buyer_lawyer_group_id").as("buyer_solicitor"),
      selectWaits().as("waits"),
    ])
    .orderBy("transactions.created_at", "desc")
    .orderBy("transactions.id", "desc")
    .execute();
  return keysetPage(rows, limit);
}

/** How many matters the feed has in all (J-045): all are counted. */
export async function countFeed(
  db: Db,
  filter: FeedFilter | undefined,
): Promise<{ total: number; more: false }> {
  const counted = filter ? FEED_FILTERS[filter].step : "all";
  return { total: await readListCount(db, "feed", [sql<string>`${counted}`]), more: false };
}

/** The ids to show, from an index that is in the order of the feed and holds only what the filter lets through. */
function newestOfFeed(db: Db, filter: FeedFilter | undefined, { limit, after }: KeysetQuery) {
  let query = db
    .selectFrom("transaction_progress")
    .select(["transaction_progress.transaction_id as id", "transaction_progress.created_at"])
    .orderBy("transaction_progress.created_at", "desc")
    .orderBy("transaction_progress.transaction_id", "desc")
    .limit(limit);
  if (filter) {
    // In the words of the index, so that a plan that is kept for any parameters uses it too.
    query = query.where(sql<boolean>`${sql.ref(FEED_FILTERS[filter].step)} <> 'complete'`);
  }
  // An id of no transaction narrows nothing: the feed begins at its start.
  if (after) {
    query = query.where(
      sql<boolean>`(transaction_progress.created_at, transaction_progress.transaction_id) < (
        coalesce((select created_at from transactions where id = ${after}), 'infinity'), ${after})`,
    );
  }
  return query;
}
