/** Stores uploaded files and their rows, and starts the jobs that scan and convert them. */

import { deleteDocument, putFile, uploadedDocumentKey } from "#app/clients/documents.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import { queueDeletion } from "#app/queue/delete-documents.server.ts";
import { env } from "#app/platform/env.server.ts";
import { enqueue } from "#app/queue/enqueue.server.ts";
import type { Db } from "#db/connection.ts";
import { CONVERSION_QUEUE, convertDocumentJob, scanDocumentJob } from "./process-jobs.ts";
import { IMAGE_TYPES, NOT_SAVED, type StoredFile, type UploadedFile } from "./uploaded-file.ts";

const HOUR_MS = 60 * 60 * 1000;

/**
 * Stores the files of an upload in the folder or bucket. Not within a transaction. Queues a job
 * that deletes, an hour later, each file that has no row by then.
 * @throws {DomainError} 503 if the folder or bucket fails; no file is left
 */
export async function storeFiles(
  db: Db,
  { transaction_id, files }: { transaction_id: string; files: readonly UploadedFile[] },
): Promise<StoredFile[]> {
  const stored = files.map(({ path, ...file }) => ({
    path,
    file: { ...file, key: uploadedDocumentKey(transaction_id, file.file_type) },
  }));
  if (stored.length === 0) return [];
  const keys = stored.map(({ file }) => file.key);
  // Queue this first, because the process may end between storing a file and inserting its row.
  await queueDeletion(db, keys, new Date(Date.now() + HOUR_MS));
  try {
    for (const { path, file } of stored) await putFile(file.key, path);
  } catch (error) {
    await Promise.allSettled(keys.map((key) => deleteDocument(key)));
    throw new DomainError(NOT_SAVED, 503, { cause: error });
  }
  return stored.map(({ file }) => file);
}

export type NewDocument = {
  transaction_id: string;
  /** Purchase whose buyers own the document; null if it belongs to the sellers. */
  purchase_intent_id: string | null;
  /** Request that the document answers; null if it was sent without a request. */
  request_id: string | null;
  uploaded_by: string | null;
  inbound_attachment_id?: string | null;
  /** Office that sent the document with a memorandum of sale. Only staff can open it. */
  estate_agent_id?: string | null;
  file: StoredFile;
};

/**
 * Inserts the row of a stored file, and queues the jobs that scan and convert it. The same file for
 * the same request is inserted once.
 * @returns the row’s id, and whether it is new
 */
export async function addDocument(
  trx: Db,
  { file, inbound_attachment_id = null, estate_agent_id = null, ...document }: NewDocument,
): Promise<{ id: string; is_new: boolean }> {
  const isImage = IMAGE_TYPES.has(file.file_type);
  const isScanned = env.CLAMAV_URL !== undefined;
  const row = await trx
    .insertInto("documents")
    .values({
      ...document,
      inbound_attachment_id,
      estate_agent_id,
      file_name: file.file_name,
      file_type: file.file_type,
      size_bytes: file.size_bytes,
      sha256: file.sha256,
      s3_document_key: file.key,
      conversion: isImage ? "pending" : "none",
      scan: isScanned ? "pending" : "not_scanned",
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row)
    return {
      id: await findSame(trx, { ...document, estate_agent_id }, file.sha256),
      is_new: false,
    };
  if (isScanned) await queueScan(trx, row.id);
  else if (isImage) await queueConversion(trx, row.id);
  return { id: row.id, is_new: true };
}

/** Queues the scan of a document. */
export async function queueScan(trx: Db, document_id: string): Promise<void> {
  await enqueue(
    trx,
    scanDocumentJob,
    { document_id },
    { urgent: true, key: `scan-document:${document_id}` },
  );
}

/** Queues the conversion of an image. Conversions run one after the other. */
export async function queueConversion(trx: Db, document_id: string): Promise<void> {
  await enqueue(
    trx,
    convertDocumentJob,
    { document_id },
    { queue: CONVERSION_QUEUE, key: `convert-document:${document_id}` },
  );
}

async function findSame(
  trx: Db,
  { transaction_id, purchase_intent_id, request_id, estate_agent_id }: Omit<NewDocument, "file">,
  sha256: string,
): Promise<string> {
  const { id } = await trx
    .selectFrom("documents")
    .select("id")
    .where("transaction_id", "=", transaction_id)
    .where("purchase_intent_id", "is not distinct from", purchase_intent_id)
    .where("request_id", "is not distinct from", request_id)
    .where("estate_agent_id", "is not distinct from", estate_agent_id ?? null)
    .where("sha256", "=", sha256)
    .executeTakeFirstOrThrow();
  return id;
}
