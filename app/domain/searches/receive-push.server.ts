import { matterDocumentKey, putDocument } from "#app/clients/documents.server.ts";
import type { Push, PushedDocument, PushedSearch } from "#app/clients/one-search-push.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/record-event.server.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import { requireNotRestored, TRY_LATER } from "#app/domain/restorations/restorations.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { productName, REQUEST_LABELS, type SearchStatus } from "./labels.ts";

/**
 * Takes what the provider has sent: documents, statuses, requests for more (AMB-O05). The same message again changes
 * nothing, and the order in which messages arrive makes no difference: of statuses the furthest counts, of a search's
 * documents the one of the latest day. Not within a transaction.
 *
 * @returns the id of the matter that it is about
 * @throws NotFoundError when no order has one of its references: it has to be sent again, since we may be about to learn
 *   of the order. RestoredError when the order may have been lost.
 */
export async function receivePush(db: Db, push: Push): Promise<string> {
  const order = await findOrder(db, push.references);
  if (!order) {
    await requireNotRestored(db, TRY_LATER);
    throw new NotFoundError("No order has this reference.");
  }
  const keys = await storeDocuments(order.transaction_id, push.searches);
  await inTransaction(db, async (trx) => {
    // Messages about one order are taken one after the other.
    await trx
      .selectFrom("search_orders")
      .select("id")
      .where("id", "=", order.id)
      .forUpdate()
      .execute();
    for (const search of push.searches) await takeSearch(trx, order, { search, keys });
    for (const type of push.requests) await takeRequest(trx, order, type);
  });
  return order.transaction_id;
}

/** Makes a list that is not empty. */
const NOBODY = "0".repeat(24);

type Order = { id: string; transaction_id: string; reference: string; is_reorder: boolean };

/** An order that OneSearch has not confirmed to us has no reference of theirs yet, and no searches. */
async function findOrder(db: Db, references: string[]): Promise<Order | null> {
  const order = await db
    .selectFrom("search_orders")
    .select(["id", "transaction_id", "is_reorder"])
    .select((eb) => eb.ref("reference").$notNull().as("reference"))
    .where("answer", "=", "accepted")
    .where((eb) =>
      eb.or([
        eb("reference", "in", references),
        eb("id", "in", [NOBODY, ...references.filter(isObjectId)]),
      ]),
    )
    .executeTakeFirst();
  return order ?? null;
}

/** By their content: a document that comes again is written over itself. @returns the keys, by content */
async function storeDocuments(transaction_id: string, searches: readonly PushedSearch[]) {
  const keys = new Map<string, string>();
  for (const { sha256, bytes } of searches.flatMap(({ documents }) => documents)) {
    const key = matterDocumentKey(transaction_id, "searches", sha256);
    if (!keys.has(sha256)) await putDocument(key, bytes);
    keys.set(sha256, key);
  }
  return keys;
}

const FURTHEST: Record<SearchStatus, number> = { "in progress": 0, cancelled: 1, complete: 2 };

async function takeSearch(
  trx: Db,
  order: Order,
  { search, keys }: { search: PushedSearch; keys: ReadonlyMap<string, string> },
) {
  const known = await findSearch(trx, order, search.product_id);
  for (const document of search.documents) await keep(trx, known.id, { document, search, keys });
  const current = await trx
    .selectFrom("search_documents")
    .select(["s3_document_key", "dated"])
    .where("search_id", "=", known.id)
    .orderBy("dated", "desc")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  // What has come back is done, whatever else is said of it.
  const told = current ? "complete" : (search.status ?? "in progress");
  const status = FURTHEST[told] > FURTHEST[known.status] ? told : known.status;
  const ended = status === known.status ? known.completion_date : search.dated;
  const isNewest = known.told_on === null || known.told_on <= search.dated;
  await trx
    .updateTable("searches")
    .set({
      status,
      ...(isNewest && {
        told_on: search.dated,
        estimated_completion: search.estimated_completion ?? known.estimated_completion,
      }),
      completion_date: current?.dated ?? ended,
      s3_document_key: current?.s3_document_key ?? known.s3_document_key,
    })
    .where("id", "=", known.id)
    .execute();
  if (status !== "complete" || known.status === "complete") return;
  await recordEvent(trx, {
    transaction_id: order.transaction_id,
    event_name: "search_completed",
    author: "provider",
    comments: productName(search.product_id),
  });
}

/** The search of an order; one that comes back without having been ordered becomes one of it (AMB-O02). */
async function findSearch(trx: Db, order: Order, product_id: string) {
  const { id, transaction_id, reference, is_reorder } = order;
  await trx
    .insertInto("searches")
    .values({ transaction_id, search_order_id: id, product_id, reference, is_reorder })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return trx
    .selectFrom("searches")
    .select(["id", "status", "estimated_completion", "completion_date"])
    .select(["s3_document_key", "told_on"])
    .where("transaction_id", "=", transaction_id)
    .where("product_id", "=", product_id)
    .where("reference", "=", reference)
    .executeTakeFirstOrThrow();
}

async function keep(
  trx: Db,
  search_id: string,
  received: { document: PushedDocument; search: PushedSearch; keys: ReadonlyMap<string, string> },
) {
  const { document, search, keys } = received;
  const { sha256, file_name, bytes, has_active_content } = document;
  await trx
    .insertInto("search_documents")
    .values({
      search_id,
      s3_document_key: keys.get(sha256) ?? "",
      sha256,
      file_name,
      size_bytes: bytes.length,
      has_active_content,
      dated: search.dated,
    })
    .onConflict((conflict) => conflict.columns(["search_id", "sha256"]).doNothing())
    .execute();
}

async function takeRequest(trx: Db, order: Order, type: Push["requests"][number]) {
  const created = await trx
    .insertInto("additional_requests")
    .values({ transaction_id: order.transaction_id, search_order_id: order.id, type })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!created) return;
  await recordEvent(trx, {
    transaction_id: order.transaction_id,
    event_name: "additional_request_created",
    author: "provider",
    comments: REQUEST_LABELS[type],
  });
}
