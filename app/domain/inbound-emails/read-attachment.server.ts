import { getDocument } from "#app/clients/documents.server.ts";
import { MEDIA_TYPES } from "#app/clients/file-types.ts";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import { sha256 } from "#app/sha256.server.ts";
import type { Db } from "#db/connection.ts";

/**
 * A file that came with an email, as it was received, and that a member of staff took it. The caller must have checked
 * that whoever asks is staff. Not within a transaction.
 *
 * @param place.position of the file in its email, from 1
 * @returns its bytes, their type by their content, and a name of our own making
 * @throws NotFoundError, also for what is no id and for a file that was left out; Error when the store has lost or
 *   changed it
 */
export async function readAttachment(
  db: Db,
  place: { email_id: string; position: number },
  { actor }: { actor: Actor },
): Promise<{ bytes: Uint8Array<ArrayBuffer>; media_type: string; file_name: string }> {
  const { email_id, position } = place;
  const found =
    isObjectId(email_id) && isPosition(position)
      ? await db
          .selectFrom("inbound_attachments")
          .select(["id", "s3_document_key", "sha256", "file_type"])
          .where("email_id", "=", email_id)
          .where("position", "=", position)
          .executeTakeFirst()
      : undefined;
  if (!found?.s3_document_key) throw new NotFoundError("Attachment not found");
  const bytes = await getDocument(found.s3_document_key);
  if (!bytes) throw new Error("A stored attachment is not there");
  if (sha256(bytes) !== found.sha256)
    throw new Error("A stored attachment is not as it was stored");
  await recordAudit(db, {
    actor,
    action: "attachment_downloaded",
    subject: { type: "inbound_attachment", id: found.id },
  });
  const { file_type } = found;
  return {
    bytes,
    media_type: MEDIA_TYPES[file_type],
    file_name: `Email attachment ${position}.${file_type}`,
  };
}

const MAX_POSITION = 1_000;
const isPosition = (position: number) =>
  Number.isInteger(position) && position > 0 && position <= MAX_POSITION;
