import { z } from "zod";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { recordStaffEvent } from "#app/domain/events/events.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { recordWaterBillReceived } from "#app/domain/searches/additional-requests.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";
import { documentTitle } from "./document-kinds.ts";
import { sideOf } from "./request-rules.ts";
import { requestNotFound } from "./request-states.ts";
import { addDocument } from "./store-document.server.ts";
import { cleanFileName, isUploadType, type StoredFile } from "./uploaded-file.ts";

type Place = { transaction_id: string; attachment_id: string };

/** Form in which staff choose what an attachment answers: a request, or a side without one. */
export const FileAttachmentForm = z.object({
  /** "seller", "buyer", or the id of a request. */
  answers: z.string({ error: "Choose where to add it" }),
});

const attachmentNotFound = () => new NotFoundError("Attachment not found");

/**
 * Reads the name of an attachment of a matter’s email, for its form.
 * @throws NotFoundError, also for a file that was not stored or that we do not accept as a document
 */
export async function readAttachmentToFile(db: Db, reader: StaffReader, place: Place) {
  const { file } = await findAttachment(db, place);
  await reader.recordView({ record: { type: "transaction", id: place.transaction_id } });
  return { file_name: file.file_name };
}

async function findAttachment(db: Db, { transaction_id, attachment_id }: Place) {
  if (!isObjectId(transaction_id) || !isObjectId(attachment_id)) throw attachmentNotFound();
  const { id, file_name, file_type, size_bytes, sha256, s3_document_key } = await db
    .selectFrom("inbound_attachments as file")
    .innerJoin("inbound_emails as email", "email.id", "file.email_id")
    .select(["file.id", "file.file_name", "file.file_type", "file.size_bytes"])
    .select(["file.sha256", "file.s3_document_key"])
    .where("file.id", "=", attachment_id)
    .where("email.transaction_id", "=", transaction_id)
    .executeTakeFirstOrThrow(attachmentNotFound);
  if (s3_document_key === null || sha256 === null || !isUploadType(file_type)) {
    throw attachmentNotFound();
  }
  const name = cleanFileName(file_name);
  const file = { file_name: name, file_type, size_bytes, sha256, key: s3_document_key };
  return { id, file };
}

/**
 * Adds an attachment of a matter’s email to the matter’s documents, and marks the request that it
 * answers as received. The document and the attachment share one stored file. Adding it again has
 * no further effect.
 * @throws NotFoundError
 */
export async function fileAttachment(
  trx: Db,
  { actor, answers, ...place }: Place & { actor: Actor } & z.output<typeof FileAttachmentForm>,
): Promise<void> {
  const { transaction_id } = place;
  await lockMatter(trx, transaction_id);
  const { id: inbound_attachment_id, file } = await findAttachment(trx, place);
  await addStaffDocuments(trx, {
    actor,
    transaction_id,
    answers,
    files: [file],
    inbound_attachment_id,
  });
}

/**
 * Adds stored files to a matter’s documents, and marks the request that they answer as received.
 * The caller must lock the matter. Adding the same files again has no further effect.
 * @param upload.answers "seller", "buyer", or the id of a request
 * @throws NotFoundError
 */
export async function addStaffDocuments(
  trx: Db,
  {
    actor,
    transaction_id,
    answers,
    files,
    uploaded_by = null,
    inbound_attachment_id = null,
  }: {
    actor: Actor;
    transaction_id: string;
    answers: string;
    files: readonly StoredFile[];
    uploaded_by?: string | null;
    inbound_attachment_id?: string | null;
  },
): Promise<void> {
  const request = await findTarget(trx, transaction_id, answers);
  const { purchase_intent_id } = request;
  const added: string[] = [];
  for (const file of files) {
    const { is_new } = await addDocument(trx, {
      transaction_id,
      purchase_intent_id,
      request_id: request.id,
      uploaded_by,
      inbound_attachment_id,
      file,
    });
    if (is_new) added.push(file.file_name);
  }
  if (added.length === 0) return;
  if (request.id !== null) {
    await trx
      .updateTable("document_requests")
      .set((eb) => ({
        status: "received",
        answered_at: new Date(),
        reason: null,
        missing_reason: null,
        decided_by: null,
        decided_at: null,
        version: eb("version", "+", 1),
      }))
      .where("id", "=", request.id)
      .execute();
  }
  if (request.kind === "water_bill") await recordWaterBillReceived(trx, transaction_id);
  await recordStaffEvent(trx, {
    actor,
    event_name: "document_received",
    transaction_id,
    ...(purchase_intent_id && { purchase_intent_id }),
    type: sideOf(request),
    comments: request.kind ? documentTitle({ ...request, kind: request.kind }) : added.join(", "),
  });
}

async function findTarget(trx: Db, transaction_id: string, answers: string) {
  const none = { id: null, kind: null, title: null };
  if (answers === "seller") return { ...none, purchase_intent_id: null };
  if (answers === "buyer") {
    const purchase = await trx
      .selectFrom("purchase_intents")
      .select("id")
      .where("transaction_id", "=", transaction_id)
      .where("is_active", "=", true)
      .executeTakeFirstOrThrow(() => new NotFoundError("Purchase not found"));
    return { ...none, purchase_intent_id: purchase.id };
  }
  if (!isObjectId(answers)) throw requestNotFound();
  return trx
    .selectFrom("document_requests")
    .select(["id", "kind", "title", "purchase_intent_id"])
    .where("id", "=", answers)
    .where("transaction_id", "=", transaction_id)
    .executeTakeFirstOrThrow(requestNotFound);
}
