/** Scans and converts uploaded documents. Not within a transaction, because both take long. */

import { join } from "node:path";
import { type Selectable, sql } from "kysely";
import { scanDocument } from "#app/clients/clamav/client.server.ts";
import { openDocument, previewKey, putFile } from "#app/clients/documents.server.ts";
import { UnreadableImageError, writePreview } from "#app/clients/image-preview.server.ts";
import {
  deleteTemporaryFolder,
  newTemporaryFolder,
} from "#app/clients/temporary-folders.server.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import { queueDeletion } from "#app/queue/delete-documents.server.ts";
import { env } from "#app/platform/env.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { refuseInfected } from "./refuse-infected.server.ts";
import { queueConversion, queueScan } from "./store-document.server.ts";

/** Documents that one run queues again. The next run has the others. */
const MOST_AT_ONCE = 200;

type Document = Selectable<DB["documents"]>;

/**
 * Scans a document, and then queues the conversion of an image. If it has a virus, emails the side
 * that sent it. Does nothing if the document has been scanned or deleted. Without ClamAV, marks the
 * document as not scanned: the setting may have been removed since the upload.
 * @throws {ScannerError} if ClamAV gives no result; the document then stays closed
 */
export async function scanStoredDocument(db: Db, document_id: string): Promise<void> {
  const document = await find(db, document_id);
  if (document?.scan !== "pending") return;
  const scan = env.CLAMAV_URL ? await scanStored(document.s3_document_key) : "not_scanned";
  await inTransaction(db, async (trx) => {
    // Other changes of documents lock the matter first too.
    if (scan === "infected") await lockMatter(trx, document.transaction_id);
    const { numUpdatedRows } = await trx
      .updateTable("documents")
      .set({ scan })
      .where("id", "=", document_id)
      .where("scan", "=", "pending")
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    if (scan === "infected") await refuseInfected(trx, document);
    else if (document.conversion === "pending") await queueConversion(trx, document_id);
  });
}

/**
 * Makes the preview of an image, and stores it next to the original. If the image can’t be decoded,
 * records that it has no preview. Does nothing for a document that waits for its scan, and for one
 * that has been converted or deleted.
 */
export async function convertStoredDocument(db: Db, document_id: string): Promise<void> {
  const document = await find(db, document_id);
  if (document?.conversion !== "pending") return;
  if (document.scan !== "clean" && document.scan !== "not_scanned") return;
  const key = await convert(document);
  const { numUpdatedRows } = await db
    .updateTable("documents")
    .set({ conversion: key === null ? "failed" : "done", converted_document_key: key })
    .where("id", "=", document_id)
    .where("conversion", "=", "pending")
    .executeTakeFirst();
  // The document was deleted while it was converted, so nothing else would delete its preview.
  if (numUpdatedRows === 0n && key !== null) await queueDeletion(db, [key]);
}

/**
 * Queues the scan or conversion of documents that have waited for an hour, because their jobs may
 * have had their last attempt while ClamAV or the document store was down.
 * @returns the number of documents
 */
export async function requeueWaiting(db: Db): Promise<number> {
  const waiting = await db
    .selectFrom("documents")
    .select(["id", "scan"])
    .where((eb) => eb.or([eb("conversion", "=", "pending"), eb("scan", "=", "pending")]))
    .where("scan", "!=", "infected")
    .where("created_at", "<", sql<Date>`now() - interval '1 hour'`)
    .orderBy("created_at")
    .orderBy("id")
    .limit(MOST_AT_ONCE)
    .execute();
  for (const { id, scan } of waiting) {
    await (scan === "pending" ? queueScan(db, id) : queueConversion(db, id));
  }
  return waiting.length;
}

/** Stores the preview of an image and returns its key; null if the image can’t be decoded. */
async function convert({ s3_document_key, size_bytes, file_type }: Document) {
  if (file_type !== "jpg" && file_type !== "png" && file_type !== "heic") return null;
  const folder = await newTemporaryFolder();
  try {
    const path = join(folder, "preview.jpg");
    const content = await openStored(s3_document_key);
    await writePreview({ content, size: size_bytes, type: file_type }, path);
    const key = previewKey(s3_document_key);
    await putFile(key, path);
    return key;
  } catch (error) {
    if (error instanceof UnreadableImageError) return null;
    throw error;
  } finally {
    await deleteTemporaryFolder(folder);
  }
}

async function scanStored(key: string) {
  const content = await openStored(key);
  try {
    return await scanDocument(content);
  } finally {
    // ClamAV may answer before it has read the whole document.
    content.destroy();
  }
}

async function find(db: Db, id: string): Promise<Document | undefined> {
  return db.selectFrom("documents").selectAll().where("id", "=", id).executeTakeFirst();
}

async function openStored(key: string) {
  const content = await openDocument(key);
  if (!content) throw new Error("Document missing from document store");
  return content;
}
