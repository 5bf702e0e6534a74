import { sql } from "kysely";
import { keysetPage, type KeysetQuery } from "#app/domain/paging/paging.ts";
import { readListCount } from "#app/domain/paging/list-counts.server.ts";
import { selectAddress } from "#app/domain/properties/address.server.ts";
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
import { FEED_FILTERS, type FeedFilter } from "./progress.ts";

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
