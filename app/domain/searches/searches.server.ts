import { type RawBuilder, sql } from "kysely";
import { getDocument } from "#app/clients/documents.server.ts";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { CustomerProgress } from "#app/domain/transactions/customer-progress.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import type { Db } from "#db/connection.ts";
import { ORDERED_PRODUCTS, searchName } from "./labels.ts";
import { readLastOrder, readOrdering } from "./search-orders.server.ts";

export type MatterSearches = Awaited<ReturnType<typeof readSearches>>;

/**
 * Reads a matter’s searches, those of the newest order first (O-001 to O-004, O-016, X-050). For
 * staff only.
 */
export async function readSearches(db: Db, reader: StaffReader, transaction_id: string) {
  const [searches, ordering, last_order, problems] = await Promise.all([
    listSearches(db, transaction_id),
    readOrdering(db, transaction_id),
    readLastOrder(db, reader, transaction_id),
    listSearchProblems(db, transaction_id),
  ]);
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return { searches, ordering, last_order, problems };
}

/**
 * Lists a matter’s searches. Within an order, they are sorted like ORDERED_PRODUCTS, where both
 * environmental products have the same position.
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
      "searches.provider_status",
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

/**
 * Selects the product that was ordered. The provider may return the other environmental product
 * instead (AMB-O02).
 */
export function orderedProduct(alias: string): RawBuilder<string> {
  return sql<string>`replace(${sql.ref(`${alias}.product_id`)}, 'HOMECHECKPRO', 'ENVRES')`;
}

/**
 * Selects how many searches of a matter have been ordered, how many have results, and when the
 * first was ordered, in a query of `transactions`. A search that was ordered again counts once.
 */
export function selectSearchCounts() {
  return sql<CustomerProgress["searches"]>`(
    select json_build_object(
      'ordered', count(*),
      'back', count(*) filter (where status = 'complete'),
      'ordered_at', (
        select min(created_at) from searches
        where searches.transaction_id = transactions.id and status <> 'cancelled'))
    from (
      select distinct on (product) status, created_at
      from (
        select id, status, created_at, ${orderedProduct("searches")} as product
        from searches
        where searches.transaction_id = transactions.id and status <> 'cancelled'
      ) as search
      order by product, created_at desc, id desc
    ) as newest)`;
}

const MAX_SHOWN = 50;

/**
 * Lists the parts of the provider’s messages that could not be processed and that staff have not
 * resolved, oldest first. The caller must check that the reader is staff.
 */
export function listSearchProblems(db: Db, transaction_id: string) {
  return db
    .selectFrom("search_message_errors")
    .select(["id", "product_id", "reason", "sent", "created_at"])
    .where("transaction_id", "=", transaction_id)
    .where("dealt_with_at", "is", null)
    .orderBy("created_at")
    .orderBy("position")
    .limit(MAX_SHOWN)
    .execute();
}

/**
 * Marks the problem with a part of a message as resolved. Does nothing if it is already resolved or
 * belongs to another matter.
 */
export async function resolveSearchProblem(
  trx: Db,
  transaction_id: string,
  { actor, problem_id }: { actor: Actor; problem_id: string },
): Promise<void> {
  if (!isObjectId(transaction_id) || !isObjectId(problem_id)) return;
  const dealt_with = await trx
    .updateTable("search_message_errors")
    .set({ dealt_with_at: new Date(), dealt_with_by: actor.id })
    .where("id", "=", problem_id)
    .where("transaction_id", "=", transaction_id)
    .where("dealt_with_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!dealt_with) return;
  const subject = { type: "transaction", id: transaction_id };
  await recordAudit(trx, { actor, action: "search_problem_dealt_with", subject });
}

/**
 * Reads the document of a search as we received it (O-004). The caller must check that the reader
 * is staff.
 * @throws NotFoundError; Error if the store has lost or changed the document
 */
export async function readSearchDocument(
  db: Db,
  place: { transaction_id: string; search_id: string },
): Promise<{ id: string; bytes: Uint8Array<ArrayBuffer>; file_name: string }> {
  const { transaction_id, search_id } = place;
  const found =
    isObjectId(transaction_id) && isObjectId(search_id)
      ? await db
          .selectFrom("searches")
          .innerJoin("search_documents", (join) => join.on(isDocumentOfSearch()))
          .where("searches.id", "=", search_id)
          .where("searches.transaction_id", "=", transaction_id)
          .select(["searches.product_id", "searches.reference"])
          .select(["search_documents.id", "search_documents.s3_document_key"])
          .select("search_documents.sha256")
          .executeTakeFirst()
      : undefined;
  if (!found) throw new NotFoundError("Document not found");
  const bytes = await getDocument(found.s3_document_key);
  if (!bytes) throw new Error("A stored document is missing");
  if (sha256(bytes) !== found.sha256) throw new Error("A stored document is not as it was stored");
  const file_name = `${searchName(found).replace(/[^A-Za-z0-9 &-]/g, "")}.pdf`;
  return { id: found.id, bytes, file_name };
}

/**
 * Reads the document of a search for a download by staff, and records the download. Throws as
 * readSearchDocument does.
 */
export async function downloadSearchDocument(
  db: Db,
  reader: StaffReader,
  place: { transaction_id: string; search_id: string },
): Promise<{ bytes: Uint8Array<ArrayBuffer>; file_name: string }> {
  const { id, ...document } = await readSearchDocument(db, place);
  const subject = { type: "search_document", id };
  await recordAudit(db, { actor: reader, action: "search_document_downloaded", subject });
  return document;
}

/** Builds the SQL condition that joins `searches` with the current document of each. */
export function isDocumentOfSearch(): RawBuilder<boolean> {
  return sql<boolean>`(search_documents.search_id = searches.id
    and search_documents.s3_document_key = searches.s3_document_key)`;
}
