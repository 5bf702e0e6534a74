import { sql } from "kysely";
import type { Db } from "#db/connection.ts";
import { ORDERED_PRODUCTS } from "./labels.ts";
import { readLastOrder, readOrdering } from "./order-searches.server.ts";
import { isDocumentOfSearch } from "./read-document.server.ts";
import { listSearchProblems } from "./search-problems.server.ts";
import { orderedProduct } from "./search-counts.server.ts";

export type MatterSearches = Awaited<ReturnType<typeof readSearches>>;

/**
 * The searches of a matter, those of the newest order first (O-001 to O-004, O-016, X-050), how ordering them stands, and
 * what of them could not be taken.
 * The caller must have checked that whoever asks is staff.
 */
export async function readSearches(db: Db, transaction_id: string) {
  const [searches, ordering, last_order, problems] = await Promise.all([
    listSearches(db, transaction_id),
    readOrdering(db, transaction_id),
    readLastOrder(db, transaction_id),
    listSearchProblems(db, transaction_id),
  ]);
  return { searches, ordering, last_order, problems };
}

/**
 * Products are in the order in which they are ordered, with the other environmental search in the place of the one that was
 * ordered; what else came back follows.
 */
function listSearches(db: Db, transaction_id: string) {
  return db
    .selectFrom("searches")
    .leftJoin("search_orders", "search_orders.id", "searches.search_order_id")
    .leftJoin("search_documents", (join) => join.on(isDocumentOfSearch()))
    .where("searches.transaction_id", "=", transaction_id)
    .select([
      "searches.id",
      "searches.product_id",
      "searches.reference",
      "searches.status",
      "searches.told_status",
      "searches.estimated_completion",
      "searches.completion_date",
      "searches.s3_document_key",
      "searches.is_reorder",
      "search_documents.id as document_id",
      "search_documents.has_active_content",
    ])
    .orderBy((eb) => eb.fn.coalesce("search_orders.created_at", "searches.created_at"), "desc")
    .orderBy("searches.reference")
    .orderBy(sql`array_position(${[...ORDERED_PRODUCTS]}::text[], ${orderedProduct("searches")})`)
    .orderBy("searches.product_id")
    .execute();
}
