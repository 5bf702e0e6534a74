import { type RawBuilder, sql } from "kysely";
import { readPdfText, UnreadablePdfError } from "#app/clients/pdf-text.server.ts";
import { type Actor, fullNameSql, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import { searchName } from "#app/domain/searches/labels.ts";
import {
  isDocumentOfSearch,
  orderedProduct,
  readSearchDocument,
} from "#app/domain/searches/searches.server.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";
import { type SearchDocument, searchDocument, unreadDocument } from "./documents.ts";

export type ReportDocument = Awaited<ReturnType<typeof listReportDocuments>>[number];

/**
 * Lists the result document of each completed search, oldest first, and whether its pages could be
 * read. If a search was repeated, only the newest result is listed. Only staff may use this
 * function: it does not check whose matter it is.
 */
export async function listReportDocuments(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
) {
  const rows = await db
    .selectFrom("searches")
    .leftJoin("search_orders", "search_orders.id", "searches.search_order_id")
    .leftJoin("search_documents", (join) => join.on(isDocumentOfSearch()))
    .leftJoin("users", "users.id", "search_documents.left_out_by")
    .where("searches.transaction_id", "=", transaction_id)
    .where("searches.status", "=", "complete")
    .where(isNotSuperseded())
    .select(["searches.id as search_id", "searches.product_id", "searches.reference"])
    .select(["searches.s3_document_key", "search_documents.id", "search_documents.unreadable"])
    .select(["search_documents.unread_pages", "search_documents.checked_pages"])
    .select(["search_documents.left_out_at", fullNameSql("users").as("left_out_by")])
    .orderBy("searches.created_at")
    .orderBy("searches.id")
    .execute();
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return rows.map(
    ({ product_id, reference, s3_document_key, left_out_at, left_out_by, ...row }) => ({
      ...row,
      unread_pages: row.unread_pages ?? [],
      checked_pages: row.checked_pages ?? [],
      name: searchName({ product_id, reference }),
      has_come: s3_document_key !== null,
      left_out: left_out_at && { at: left_out_at, by: left_out_by ?? "" },
    }),
  );
}

/**
 * Builds an SQL condition on `searches`: true if no newer search for the same product is complete.
 */
function isNotSuperseded(): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from searches as newer
    left join search_orders as newer_order on newer_order.id = newer.search_order_id
    where newer.transaction_id = searches.transaction_id
      and newer.status = 'complete'
      and newer.reference <> searches.reference
      and ${orderedProduct("newer")} = ${orderedProduct("searches")}
      and (coalesce(newer_order.created_at, newer.created_at), newer.id)
        > (coalesce(search_orders.created_at, searches.created_at), searches.id))`;
}

/** Returns the reason why no report can be generated (O-028), or null if one can be. */
export function reportRefusal(documents: readonly ReportDocument[]): string | null {
  const used = documents.filter(({ left_out }) => !left_out);
  if (documents.length > 0 && used.length === 0) {
    return "All documents are excluded from the report. Include at least one to generate it.";
  }
  if (used.length > 0 && used.every(({ has_come }) => has_come)) return null;
  return "You can generate a report once at least one search is complete and every complete search has its document.";
}

/**
 * Reads the text of the documents, except for those that staff excluded. Must not be called within
 * a database transaction.
 * @throws Error if the store has lost or changed a document
 */
export async function readReportDocuments(
  db: Db,
  transaction_id: string,
  documents: readonly ReportDocument[],
): Promise<SearchDocument[]> {
  const read: SearchDocument[] = [];
  // Read one document at a time, because a document may be as large as 10 MB.
  for (const document of documents) {
    if (!document.left_out) read.push(await readDocument(db, transaction_id, document));
  }
  return read;
}

async function readDocument(db: Db, transaction_id: string, document: ReportDocument) {
  const { id, search_id, name, unreadable } = document;
  if (unreadable) return unreadDocument(name, unreadable);
  // The search result came before we stored documents, so we have only its key.
  if (!id) return unreadDocument(name, "missing");
  const stored = await readSearchDocument(db, { transaction_id, search_id });
  try {
    const found = searchDocument(name, await readPdfText(stored.bytes));
    const { unread_pages } = found;
    const { checked_pages } = document;
    if (unread_pages.join() !== document.unread_pages.join()) {
      await db
        .updateTable("search_documents")
        .set({ unread_pages, checked_pages: pagesOf(unread_pages, checked_pages) })
        .where("id", "=", stored.id)
        .execute();
    }
    const unseen = unread_pages.filter((page) => !checked_pages.includes(page));
    return { ...found, unread_pages: unseen };
  } catch (error) {
    if (!(error instanceof UnreadablePdfError)) throw error;
    // Store the reason, so that the next report does not read the same unreadable file again.
    await db
      .updateTable("search_documents")
      .set({ unreadable: error.reason })
      .where("id", "=", stored.id)
      .execute();
    return unreadDocument(name, error.reason);
  }
}

const pagesOf = (pages: readonly number[], chosen: readonly number[]) =>
  pages.filter((page) => chosen.includes(page));

/**
 * Saves which of a document’s pages without text staff have checked. Later reports use this (IN-2).
 * @throws NotFoundError; ConflictError if reports no longer use the document
 */
export async function checkPages(
  trx: Db,
  transaction_id: string,
  { actor, document_id, pages }: { actor: Actor; document_id: string; pages: readonly number[] },
): Promise<void> {
  const document = await lockDocument(trx, transaction_id, document_id);
  const checked_pages = pagesOf(document.unread_pages, pages);
  if (checked_pages.join() === document.checked_pages.join()) return;
  await trx
    .updateTable("search_documents")
    .set({ checked_pages })
    .where("id", "=", document_id)
    .execute();
  await recordAudit(trx, {
    actor,
    action: "report_pages_checked",
    subject: { type: "transaction", id: transaction_id },
    fields: ["checked_pages"],
  });
}

/**
 * Excludes a document from later reports, or includes it again. Idempotent.
 * @throws NotFoundError; ConflictError if reports no longer use the document
 */
export async function leaveOutDocument(
  trx: Db,
  transaction_id: string,
  { actor, document_id, leave_out }: { actor: Actor; document_id: string; leave_out: boolean },
): Promise<void> {
  const document = await lockDocument(trx, transaction_id, document_id);
  if (Boolean(document.left_out) === leave_out) return;
  await trx
    .updateTable("search_documents")
    .set(
      leave_out
        ? { left_out_by: actor.id, left_out_at: new Date() }
        : { left_out_by: null, left_out_at: null },
    )
    .where("id", "=", document_id)
    .execute();
  await recordAudit(trx, {
    actor,
    action: leave_out ? "report_document_left_out" : "report_document_taken_in",
    subject: { type: "transaction", id: transaction_id },
    fields: ["left_out_by"],
  });
}

async function lockDocument(trx: Db, transaction_id: string, document_id: string) {
  await lockMatter(trx, transaction_id);
  const documents = await listReportDocuments(trx, service, transaction_id);
  const document = documents.find(({ id }) => id !== null && id === document_id);
  if (!document) {
    throw new ConflictError(
      "The report no longer uses this document because another one has replaced it. Your change was not saved.",
    );
  }
  return document;
}
