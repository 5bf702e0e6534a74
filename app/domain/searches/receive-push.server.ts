import type { Insertable } from "kysely";
import { matterDocumentKey, messageKey, putDocument } from "#app/clients/documents.server.ts";
import type {
  Push,
  PushedDocument,
  PushedSearch,
  PushProblem,
} from "#app/clients/one-search/push.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { requireNotRestored, TRY_LATER } from "#app/domain/restorations/restorations.server.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { productName, REQUEST_LABELS, type SearchStatus } from "./labels.ts";
import { recordAnswer } from "./search-orders.server.ts";

/**
 * Processes a webhook from the search provider (AMB-O05). Webhooks may be repeated and may arrive
 * in any order: the furthest status and the latest document are kept. Stores the raw message. Staff
 * see the parts that could not be processed. Must not be called within a database transaction.
 * @returns the id of the matter
 * @throws NotFoundError if we do not know the order, or RestoredError if a restore may have lost
 * it; the provider then retries
 */
export async function processProviderWebhook(db: Db, push: Push): Promise<string> {
  const named = await findOrder(db, push.references);
  const message = await storeMessage(push.raw);
  if (!named) {
    await db
      .insertInto("search_messages")
      .values(message)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await requireNotRestored(db, TRY_LATER);
    throw new NotFoundError("No order has this reference.");
  }
  const { transaction_id } = named;
  const keys = await storeDocuments(transaction_id, push.searches);
  await inTransaction(db, async (trx) => {
    // The lock ensures that messages about the same order are processed one after the other.
    const { reference } = await trx
      .selectFrom("search_orders")
      .select("reference")
      .where("id", "=", named.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const message_id = await claimMessage(trx, { ...message, transaction_id });
    if (message_id === null) return;
    const order = { ...named, reference: reference ?? named.reference };
    // A message about an order that the provider has not confirmed yet confirms it.
    if (reference === null) {
      const { id, reference } = order;
      await recordAnswer(trx, id, { state: "accepted", reference, lines: [] });
    }
    for (const search of push.searches) await takeSearch(trx, order, { search, keys });
    for (const type of push.requests) await takeRequest(trx, order, type);
    await recordProblems(trx, { transaction_id, message_id }, push.problems);
  });
  return transaction_id;
}

async function storeMessage(raw: string) {
  const bytes = Buffer.from(raw);
  const name = sha256(bytes);
  const s3_document_key = messageKey(name);
  await putDocument(s3_document_key, bytes);
  return { sha256: name, s3_document_key, size_bytes: bytes.length };
}

async function claimMessage(
  trx: Db,
  message: Insertable<DB["search_messages"]> & { transaction_id: string },
): Promise<string | null> {
  const claimed = await trx
    .insertInto("search_messages")
    .values(message)
    .onConflict((conflict) =>
      conflict
        .column("sha256")
        .doUpdateSet({ transaction_id: message.transaction_id })
        .where("search_messages.transaction_id", "is", null),
    )
    .returning("id")
    .executeTakeFirst();
  return claimed?.id ?? null;
}

/** Id that no row has. With it, a list in SQL is never empty. */
const NOBODY = "0".repeat(24);

type Order = { id: string; transaction_id: string; reference: string; is_reorder: boolean };

/**
 * Finds an order by the provider’s reference or by ours. If the provider has not confirmed it yet,
 * it is returned with the message’s reference.
 */
async function findOrder(db: Db, references: readonly string[]): Promise<Order | null> {
  const order = await db
    .selectFrom("search_orders")
    .select(["id", "transaction_id", "is_reorder", "reference"])
    .where((eb) =>
      eb.or([
        eb("reference", "in", [NOBODY, ...references]),
        eb("id", "in", [NOBODY, ...references.filter(isObjectId)]),
      ]),
    )
    .orderBy((eb) => eb("reference", "is not", null), "desc")
    .limit(1)
    .executeTakeFirst();
  if (!order) return null;
  const reference = references.find((reference) => reference !== order.id);
  return { ...order, reference: order.reference ?? reference ?? order.id };
}

/**
 * Stores documents under the hash of their content, so that a repeated document overwrites itself.
 * @returns the storage key of each document, by its hash
 */
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
  // A search with a document is complete, whatever status the message gives it.
  const reported = current ? "complete" : (search.status ?? "in progress");
  const status = FURTHEST[reported] > FURTHEST[known.status] ? reported : known.status;
  const ended = status === known.status ? known.completion_date : search.dated;
  const isNewest = known.told_on === null || known.told_on <= search.dated;
  await trx
    .updateTable("searches")
    .set({
      status,
      ...(isNewest && {
        told_on: search.dated,
        ...((current || search.status || search.provider_status) && {
          provider_status: current ? null : search.provider_status,
        }),
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

/**
 * Finds the search for a product in an order. Adds it if the provider returned a product that was
 * not ordered (AMB-O02).
 */
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

/** Stores the parts of a message that could not be processed, for staff. */
async function recordProblems(
  trx: Db,
  of: { transaction_id: string; message_id: string },
  problems: readonly PushProblem[],
) {
  if (problems.length === 0) return;
  await trx
    .insertInto("search_message_errors")
    .values(problems.map((problem, position) => ({ ...of, ...problem, position })))
    .execute();
  await recordEvent(trx, {
    transaction_id: of.transaction_id,
    event_name: "search_results_not_taken",
    author: "provider",
    comments: [...new Set(problems.map(({ reason }) => reason))].join(" "),
  });
}
