import { expressionBuilder, sql } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import { listAgentOptions } from "#app/domain/estate-agents/agent-parts.server.ts";
import { readChoices } from "#app/domain/fields/choices.server.ts";
import type { Choices } from "#app/domain/fields/choices.ts";
import { readListCount } from "#app/domain/paging/list-counts.server.ts";
import { countUpToMax, follows, MAX_COUNTED } from "#app/domain/paging/paging.server.ts";
import { keysetPage, type KeysetQuery } from "#app/domain/paging/paging.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { listLawyerGroupOptions } from "#app/domain/solicitors/lawyer-groups.server.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { selectListed, toListed } from "./listed-transactions.server.ts";
import { FEED_FILTERS, type FeedFilter } from "./stage.ts";

/** Which matters staff want to see (J-001 to J-005, J-026); what is left out does not narrow the list. */
export type TransactionFilter = {
  paid?: boolean | undefined;
  estate_agent_id?: string | undefined;
  /** The solicitors of either side. */
  lawyer_group_id?: string | undefined;
  group_id?: string | undefined;
  /** Where they are, as `listed_transactions` keeps it. */
  stage?: string | undefined;
  /** Who has them; null for those that wait for a buyer, which nobody has. */
  holder?: string | null | undefined;
};

export type ListedTransaction = Awaited<ReturnType<typeof listTransactions>>["items"][number];

/** The matters of the office, newest first (J-026). */
export async function listTransactions(
  db: Db,
  reader: StaffReader,
  filter: TransactionFilter,
  query: KeysetQuery,
) {
  const { limit, after } = query;
  const shown = newest(db, filter, { limit: limit + 1, after });
  const rows = await selectListed(db, shown.as("listed_transactions"))
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
  await reader.shown({ list: "transactions" });
  return keysetPage(matters, limit);
}

/**
 * How many matters there are in all (the old totalFilteredItems, J-026). Those of a group, and of a stage or holder with
 * another filter, are counted one by one, up to a bound; of every other filter the number is kept.
 *
 * @returns `more` when there are more than were counted.
 */
export async function countTransactions(
  db: Db,
  filter: TransactionFilter,
): Promise<{ total: number; more: boolean }> {
  const { paid, estate_agent_id = null, lawyer_group_id = null, group_id, stage, holder } = filter;
  const isAtStage = stage !== undefined || holder !== undefined;
  const isOfOthers = paid !== undefined || estate_agent_id !== null || lawyer_group_id !== null;
  if (group_id !== undefined || holder === null || (isAtStage && isOfOthers)) {
    return countUpToMax(db, newest(db, filter, { limit: MAX_COUNTED + 1 }).as("found"));
  }
  if (isAtStage) {
    const filter = sql<string>`stage_filter(${stage ?? null}, ${holder ?? null})`;
    return { total: await readListCount(db, "stages", [filter]), more: false };
  }
  const filters = (paid === undefined ? [true, false] : [paid]).map(
    (is) => sql<string>`transaction_filter(${is}, ${estate_agent_id}, ${lawyer_group_id})`,
  );
  return { total: await readListCount(db, "transactions", filters), more: false };
}

/**
 * The rows to show and no other, from an index that is in the order of the list already. Solicitors stand in two columns,
 * each with its index: two short lists are put together, where an "or" would read the whole table. A matter with the same
 * on both sides is in the seller's.
 */
function newest(db: Db, filter: TransactionFilter, query: KeysetQuery) {
  const { lawyer_group_id } = filter;
  const all = matching(db, filter, query);
  if (!lawyer_group_id) return db.selectFrom(all.as("newest")).selectAll();

  const sellers = all.where("seller_lawyer_group_id", "=", lawyer_group_id);
  const buyers = all
    .where("buyer_lawyer_group_id", "=", lawyer_group_id)
    .where("seller_lawyer_group_id", "is distinct from", lawyer_group_id);
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
  { paid, estate_agent_id, group_id, stage, holder }: TransactionFilter,
  place: KeysetQuery,
) {
  let query = inOrder(db, place);
  if (estate_agent_id) query = query.where("estate_agent_id", "=", estate_agent_id);
  if (group_id) query = query.where("group_id", "=", group_id);
  if (stage) query = query.where("stage", "=", stage);
  // A completed matter has no holder either.
  if (holder === null) query = query.where("stage", "=", "instructed").where("holder", "is", null);
  else if (holder) query = query.where("holder", "=", holder);
  // As the condition of the indexes for unpaid matters says it, not as a parameter (AMB-E07).
  if (paid === true) query = query.where(sql<boolean>`payment = 'complete'`);
  if (paid === false) query = query.where(sql<boolean>`payment <> 'complete'`);
  return query;
}

/** The newest rows, or those that follow a matter. */
function inOrder(db: Db, { limit, after }: KeysetQuery) {
  const query = db
    .selectFrom("listed_transactions")
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  return after ? query.where(follows("listed_transactions", "created_at", after)) : query;
}

/**
 * What the list of matters can be narrowed to: agents and lawyer groups by name (J-002 to J-005, AMB-J05), each with the one
 * that it is narrowed to, and with what is looked for where there are many.
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
 * The matters of the office as the feed shows them, newest first, with what last happened in each (J-034 to J-044).
 * For staff: no owner narrows it.
 *
 * @param filter a step that is not complete; undefined shows all (J-049 to J-054)
 */
export async function listFeed(
  db: Db,
  reader: StaffReader,
  filter: FeedFilter | undefined,
  query: KeysetQuery,
) {
  const { limit, after } = query;
  const shown = newestOfFeed(db, filter, { limit: limit + 1, after });
  const rows = await selectListed(db, shown.as("listed_transactions"))
    .select(latestEvent().as("event"))
    .execute();
  const matters = rows.map((row) => ({ ...toListed(row), event: row.event }));
  await reader.shown({ list: "transactions" });
  return keysetPage(matters, limit);
}

/** What last happened, or null (J-040). */
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

/** How many matters the feed has in all (J-045): all are counted. */
export async function countFeed(
  db: Db,
  filter: FeedFilter | undefined,
): Promise<{ total: number; more: false }> {
  const counted = filter ? FEED_FILTERS[filter].step : "all";
  return { total: await readListCount(db, "feed", [sql<string>`${counted}`]), more: false };
}

/** The rows to show, from an index that is in the order of the feed and holds only what the filter lets through. */
function newestOfFeed(db: Db, filter: FeedFilter | undefined, place: KeysetQuery) {
  const query = inOrder(db, place);
  if (!filter) return query;
  // In the words of the index, so that a plan that is kept for any parameters uses it too.
  return query.where(sql<boolean>`${sql.ref(FEED_FILTERS[filter].step)} <> 'complete'`);
}
