/** Requests for documents as customers see them, and what customers do with them. */

import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { z } from "zod";
import { ConflictError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { isBuyerSql, isSellerSql } from "#app/domain/people/matter-access.server.ts";
import { purchaseIsCompleteSql } from "#app/domain/transactions/complete-purchase.server.ts";
import type { EmailRecipient } from "#app/domain/readers/addressee.ts";
import type { CustomerReader, Reader } from "#app/domain/readers/reader.ts";
import { saleIsCompleteSql } from "#app/domain/sales/open-sales.server.ts";
import { recordWaterBillReceived } from "#app/domain/searches/additional-requests.server.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { freeText, freeTextLines } from "#app/domain/shared/free-text.server.ts";
import { tooManyCharacters } from "#app/domain/shared/messages.ts";
import { hasComeSql } from "#app/domain/transactions/customer-parts.server.ts";
import { selectOthersOnSide } from "#app/domain/transactions/matter-parts.server.ts";
import {
  lockMatter,
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { Db } from "#db/connection.ts";
import { documentTitle } from "./document-kinds.ts";
import { selectShares } from "./document-shares.server.ts";
import { isOpen, MAX_REASON, requestNotFound, SOMETHING_ELSE } from "./request-states.ts";
import { addDocument } from "./store-document.server.ts";
import type { StoredFile } from "./uploaded-file.ts";

/** Own side of a matter, and the person who reads it. */
export type SideOfReader = { transaction_id: string; side: Side; reader: Reader | EmailRecipient };

/**
 * Returns the requests and documents of a customer’s own side of a matter, oldest first, with the
 * home and the names of the other people on the side. If a buyer has several purchases of the
 * property, the newest one that they have confirmed counts. Views by staff are recorded in the
 * audit log.
 * @throws NotFoundError, also before the sale is paid for or the purchase confirmed
 */
export async function readOwnDocuments(db: Db, own: SideOfReader) {
  const { transaction_id, side, reader } = own;
  requireTransactionId(transaction_id);
  const read = await db
    .selectFrom(ownSide(db, own))
    .innerJoin("transactions", "transactions.id", "own.transaction_id")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("listed_transactions as listed", "listed.id", "transactions.id")
    .leftJoin("purchase_intents", "purchase_intents.id", "own.purchase_intent_id")
    .select(["own.transaction_id", "own.purchase_intent_id"])
    .select(selectEndOfSide(side).as("end"))
    .select((eb) => [
      selectAddress("properties.address_id").$notNull().as("address"),
      selectOthersOnSide(side, reader.id).as("others_on_side"),
      jsonArrayFrom(
        eb
          .selectFrom("document_requests as request")
          .select([
            "request.id",
            "request.kind",
            "request.title",
            "request.purpose",
            "request.status",
            "request.reason",
            "request.missing_reason",
            "request.requested_on",
            "request.due_on",
          ])
          .select(sql<string | null>`request.decided_at`.as("decided_at"))
          .select(sql<string | null>`request.answered_at`.as("answered_at"))
          .whereRef("request.transaction_id", "=", "transactions.id")
          .where(isOfSide)
          .orderBy("request.due_on")
          .orderBy("request.kind")
          .orderBy("request.id"),
      ).as("requests"),
      jsonArrayFrom(
        eb
          .selectFrom("documents")
          .leftJoin("users", "users.id", "documents.uploaded_by")
          .select([
            "documents.id",
            "documents.request_id",
            "documents.file_name",
            "documents.file_type",
            "documents.size_bytes",
            "documents.conversion",
            "documents.scan",
            "documents.uploaded_by",
            "users.first_name as uploader",
          ])
          .select(sql<string>`documents.created_at`.as("created_at"))
          .select(selectShares().as("shares"))
          .whereRef("documents.transaction_id", "=", "transactions.id")
          // An agent’s memorandum of sale is for staff.
          .where("documents.estate_agent_id", "is", null)
          .where(
            sql<boolean>`documents.purchase_intent_id is not distinct from own.purchase_intent_id`,
          )
          .orderBy("documents.created_at")
          .orderBy("documents.file_name")
          .orderBy("documents.id"),
      ).as("documents"),
    ])
    .executeTakeFirstOrThrow(transactionNotFound);
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  const { documents, requests, ...matter } = read;
  return {
    ...matter,
    requests: requests.map((request) => ({
      ...request,
      title: documentTitle(request),
      documents: documents.filter(({ request_id }) => request_id === request.id),
    })),
    others: documents.filter(({ request_id }) => request_id === null),
  };
}

export type OwnDocuments = Awaited<ReturnType<typeof readOwnDocuments>>;
export type OwnRequest = OwnDocuments["requests"][number];

/**
 * Lists the documents that a customer’s side still has to send, earliest due first; none if the
 * customer has no access to the matter.
 */
export async function listOpenRequests(db: Db, own: SideOfReader) {
  requireTransactionId(own.transaction_id);
  const rows = await db
    .selectFrom(ownSide(db, own))
    .innerJoin("document_requests as request", (join) =>
      join.onRef("request.transaction_id", "=", "own.transaction_id").on(isOfSide),
    )
    .select(["request.kind", "request.title", "request.purpose", "request.due_on"])
    .where("request.status", "in", ["requested", "sent_back"])
    .where("request.missing_reason", "is", null)
    .orderBy("request.due_on")
    .orderBy("request.kind")
    .orderBy("request.id")
    .execute();
  return rows.map((request) => ({ ...request, title: documentTitle(request) }));
}

const isOfSide = sql<boolean>`request.purchase_intent_id is not distinct from own.purchase_intent_id`;

/**
 * Selects a customer’s own side of a matter as `own`. Staff see the sale or the active purchase. A
 * sale that is not paid for and a purchase that is not confirmed have no documents.
 */
export function ownSide(db: Db, { transaction_id, side, reader }: SideOfReader) {
  const isCustomer = reader.type !== "admin";
  if (side === "seller") {
    return db
      .selectFrom("transactions")
      .select("transactions.id as transaction_id")
      .select(sql<string | null>`null`.as("purchase_intent_id"))
      .where("transactions.id", "=", transaction_id)
      .where(saleIsCompleteSql())
      .$if(isCustomer, (query) => query.where(isSellerSql(reader.id)))
      .as("own");
  }
  return db
    .selectFrom("purchase_intents")
    .select("purchase_intents.transaction_id")
    .select(sql<string | null>`purchase_intents.id`.as("purchase_intent_id"))
    .where("purchase_intents.transaction_id", "=", transaction_id)
    .where(purchaseIsCompleteSql())
    .$if(isCustomer, (query) => query.where(isBuyerSql(reader.id)))
    .orderBy("purchase_intents.is_active", "desc")
    .orderBy("purchase_intents.created_at", "desc")
    .orderBy("purchase_intents.id", "desc")
    .limit(1)
    .as("own");
}

/**
 * Selects how the reader’s sale or purchase has ended; null unless it has. A sale whose buyer has
 * left has not ended. A purchase has also ended once other buyers have exchanged contracts. The
 * query joins `listed_transactions as listed` and `purchase_intents`.
 */
export function selectEndOfSide(side: Side) {
  const isLost =
    side === "seller"
      ? sql<boolean>`false`
      : sql<boolean>`(${hasComeSql("aborted")} or purchase_intents.released_on is not null
          or not purchase_intents.is_active and exists (
            select from purchase_intents other
            where other.transaction_id = purchase_intents.transaction_id and other.is_active
              and (${hasComeSql("exchanged", "other")} or ${hasComeSql("completed", "other")})))`;
  return sql<"completed" | "over" | null>`case
    when ${isLost} or listed.ended_on is not null then 'over'
    when listed.stage = 'completed' then 'completed' end`;
}

/**
 * Locks the matter of a customer’s own side until the database transaction ends, so that staff and
 * customers change its requests one after the other.
 * @throws NotFoundError
 */
async function lockOwnSide(trx: Db, own: SideOfReader & { reader: CustomerReader }) {
  requireTransactionId(own.transaction_id);
  const place = await trx
    .selectFrom(ownSide(trx, own))
    .select(["own.transaction_id", "own.purchase_intent_id"])
    .executeTakeFirstOrThrow(transactionNotFound);
  await lockMatter(trx, place.transaction_id);
  // A person may have been removed while this transaction waited.
  return trx
    .selectFrom(ownSide(trx, own))
    .select(["own.transaction_id", "own.purchase_intent_id"])
    .executeTakeFirstOrThrow(transactionNotFound);
}

async function findRequest(trx: Db, own: SideOfReader, request_id: string) {
  if (!isObjectId(request_id)) throw requestNotFound();
  return trx
    .selectFrom(ownSide(trx, own))
    .innerJoin("document_requests as request", (join) =>
      join.onRef("request.transaction_id", "=", "own.transaction_id").on(isOfSide),
    )
    .select(["request.id", "request.kind", "request.title", "request.status", "request.source"])
    .select(["request.missing_reason", "request.version"])
    .where("request.id", "=", request_id)
    .executeTakeFirstOrThrow(requestNotFound);
}

type CustomerSide = SideOfReader & { reader: CustomerReader };

/**
 * Adds a customer’s stored files to a request, or without one, and marks the request as received.
 * Sending the same files again has no further effect.
 * @returns the ids of the documents
 * @param upload.request_id id of the request; null for files without a request
 * @throws NotFoundError; ConflictError if the request is accepted or not needed
 */
export async function addOwnDocuments(
  trx: Db,
  upload: CustomerSide & { request_id: string | null; files: readonly StoredFile[] },
): Promise<string[]> {
  const { request_id, files } = upload;
  const { place, request } = await openForFiles(trx, upload, request_id);
  const added = [];
  for (const file of files) {
    const document = { ...place, request_id, uploaded_by: upload.reader.id, file };
    added.push(await addDocument(trx, document));
  }
  const ids = added.map(({ id }) => id);
  if (!added.some(({ is_new }) => is_new)) return ids;
  if (request) await markReceived(trx, request);
  await recordOwnEvent(trx, upload, place, {
    event_name: "document_received",
    comments: request ? documentTitle(request) : SOMETHING_ELSE,
  });
  if (request?.kind === "water_bill") await recordWaterBillReceived(trx, place.transaction_id);
  return ids;
}

async function openForFiles(trx: Db, own: CustomerSide, request_id: string | null) {
  const place = await lockOwnSide(trx, own);
  if (request_id === null) return { place, request: null };
  const request = await findRequest(trx, own, request_id);
  if (!isOpen(request) && request.status !== "received") {
    const state = request.status === "accepted" ? "accepted" : "not needed";
    throw new ConflictError(
      `We’ve marked the ${documentTitle(request).toLowerCase()} as ${state}, so your files weren’t saved. If you think we need them, use “${SOMETHING_ELSE}”`,
    );
  }
  return { place, request };
}

function markReceived(trx: Db, { id }: { id: string }) {
  return trx
    .updateTable("document_requests")
    .set((eb) => ({
      status: "received",
      answered_at: new Date(),
      reason: null,
      missing_reason: null,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
}

/** Form in which a customer says why they don’t have a document. */
export const MissingDocumentForm = z.object({
  request: z.string(),
  missing_reason: freeText("Tell us why you don’t have it", tooManyCharacters(MAX_REASON), {
    max: MAX_REASON,
    read: freeTextLines,
  }),
});

/**
 * Records that a customer doesn’t have a document, with their reason. Staff then decide whether it
 * is needed. Idempotent.
 * @throws NotFoundError; ConflictError if the request is no longer open
 */
export async function recordMissing(
  trx: Db,
  own: CustomerSide & { request_id: string; missing_reason: string },
): Promise<void> {
  const { request_id, missing_reason } = own;
  const place = await lockOwnSide(trx, own);
  const request = await findRequest(trx, own, request_id);
  if (!isOpen(request)) {
    throw new ConflictError("We’ve already updated this request, so your reason wasn’t saved");
  }
  if (request.missing_reason === missing_reason) return;
  await trx
    .updateTable("document_requests")
    .set((eb) => ({ missing_reason, answered_at: new Date(), version: eb("version", "+", 1) }))
    .where("id", "=", request.id)
    .execute();
  const comments = documentTitle(request);
  await recordOwnEvent(trx, own, place, { event_name: "document_not_available", comments });
}

function recordOwnEvent(
  trx: Db,
  { side, reader }: CustomerSide,
  {
    transaction_id,
    purchase_intent_id,
  }: { transaction_id: string; purchase_intent_id: string | null },
  event: { event_name: "document_received" | "document_not_available"; comments: string },
) {
  return recordEvent(trx, {
    ...event,
    transaction_id,
    ...(purchase_intent_id && { purchase_intent_id }),
    type: side,
    author: side,
    author_id: reader.id,
  });
}
