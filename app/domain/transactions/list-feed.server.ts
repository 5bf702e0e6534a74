import { sql } from "kysely";
import { countUpToMax, MAX_COUNTED } from "#app/domain/paging/count.server.ts";
import { keysetPage, type KeysetQuery } from "#app/domain/paging/keyset.ts";
import { selectAddress } from "#app/domain/properties/addresses.server.ts";
import type { Db } from "#db/connection.ts";
import {
  latestEvent,
  latestPurchase,
  selectProgress,
  selectSellers,
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
    .selectFrom(newest(db, filter, { limit: limit + 1, after }).as("shown"))
    .innerJoin("transactions", "transactions.id", "shown.id")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .select([
      "transactions.id",
      "transactions.type",
      "transactions.created_at",
      "transactions.legals_started_at",
    ])
    .select([
      selectAddress("properties.address_id").$notNull().as("address"),
      selectSellers().as("sellers"),
      latestPurchase().as("purchase"),
      latestEvent().as("event"),
      selectProgress().as("progress"),
    ])
    .orderBy("transactions.created_at", "desc")
    .orderBy("transactions.id", "desc")
    .execute();
  return keysetPage(rows, limit);
}

/**
 * How many matters the feed has in all (J-045).
 *
 * @returns `more` when there are more than were counted.
 */
export function countFeed(db: Db, filter: FeedFilter | undefined) {
  return countUpToMax(db, newest(db, filter, { limit: MAX_COUNTED + 1 }).as("found"));
}

/** The ids to show, from an index that is in the order of the feed and holds only what the filter lets through. */
function newest(db: Db, filter: FeedFilter | undefined, { limit, after }: KeysetQuery) {
  let query = db
    .selectFrom("transaction_progress")
    .select(["transaction_progress.transaction_id as id", "transaction_progress.created_at"])
    .orderBy("transaction_progress.created_at", "desc")
    .orderBy("transaction_progress.transaction_id", "desc")
    .limit(limit);
  if (filter) {
    // In the words of the index: a parameter in place of 'complete' would leave it unused.
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
