import { emailDocumentKey, putDocument } from "#app/clients/documents.server.ts";
import { type FileType, fileType } from "#app/clients/file-types.ts";
import type { ReceivedEmail, ReceivedFile } from "#app/clients/postmark-inbound.server.ts";
import { sha256 } from "#app/secrets.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { matchEmails } from "./match-emails.server.ts";
import { doubtSender } from "./sender.ts";

/**
 * Keeps an email that came in, with its files and the matter that it belongs to (AMB-T01): once for each matter whose
 * address it was sent to. One whose matter is not found is kept without, and is listed for staff among the unmatched
 * emails. Files are stored first, so that none is listed that is not there; the same email again stores them over
 * themselves. Not within a transaction.
 *
 * @returns false when it was kept before: Postmark sends again what it has got no answer for.
 * @throws whatever the store does: the email has to be sent again
 */
export async function receiveEmail(db: Db, email: ReceivedEmail): Promise<boolean> {
  const hashes = await readAddressedMatters(db, email.mailbox_hashes);
  const isKept = await db
    .selectFrom("inbound_emails")
    .select("id")
    .where("message_id", "=", email.message_id)
    .executeTakeFirst();
  if (isKept) return false;
  const received_at = new Date();
  const copies: { mailbox_hash: string | null; files: StoredFile[] }[] = [];
  for (const mailbox_hash of hashes) {
    const digest = sha256(`${email.message_id} ${mailbox_hash ?? ""}`);
    copies.push({ mailbox_hash, files: await storeFiles(digest, email.files) });
  }
  return inTransaction(db, async (trx) => {
    const ids = [];
    for (const copy of copies) ids.push(await insertEmail(trx, email, { ...copy, received_at }));
    const kept = ids.filter((id) => id !== null);
    await matchEmails(trx, kept);
    return kept.length > 0;
  });
}

/** The ids in an email's addresses that are matters'; without any, one that is none, or null. */
async function readAddressedMatters(db: Db, hashes: readonly string[]): Promise<(string | null)[]> {
  if (hashes.length < 2) return [hashes[0] ?? null];
  const matters = await db
    .selectFrom("transactions")
    .select("id")
    .where("id", "in", hashes)
    .execute();
  const known = new Set(matters.map(({ id }) => id));
  const addressed = hashes.filter((hash) => known.has(hash));
  return addressed.length > 0 ? addressed : [hashes[0] ?? null];
}

type StoredFile = Pick<ReceivedFile, "name" | "size" | "left_out"> & {
  type: FileType;
  sha256: string | null;
  key: string | null;
};

/** By their content, one after the other: they are large. */
async function storeFiles(email: string, files: readonly ReceivedFile[]): Promise<StoredFile[]> {
  const stored: StoredFile[] = [];
  for (const { name, size, left_out, bytes } of files) {
    const type = bytes ? fileType(bytes) : "bin";
    const digest = bytes && sha256(bytes);
    const key = digest && emailDocumentKey(email, digest, type);
    if (key) await putDocument(key, bytes);
    stored.push({ name, size, left_out, type, sha256: digest, key });
  }
  return stored;
}

/** @returns its id; null when it has come in meanwhile */
async function insertEmail(
  trx: Db,
  email: ReceivedEmail,
  copy: { mailbox_hash: string | null; files: readonly StoredFile[]; received_at: Date },
): Promise<string | null> {
  const { message_id, from_email, from_name, to_email, subject, text_body, in_reply_to } = email;
  const { spf, dkim, dmarc, spam_score } = email.checks;
  const kept = await trx
    .insertInto("inbound_emails")
    .values({
      ...{ message_id, from_email, from_name, to_email, subject, text_body, in_reply_to },
      ...{ spf, dkim, dmarc, spam_score, sender_doubt: doubtSender(email) },
      mailbox_hash: copy.mailbox_hash,
      // When its sender sent it is anybody's to write into the email; when it came is ours to know.
      received_at: copy.received_at,
    })
    .onConflict((conflict) => conflict.columns(["message_id", "mailbox_hash"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (kept && copy.files.length > 0) {
    const rows = copy.files.map(({ name, size, left_out, type, sha256, key }, index) => ({
      email_id: kept.id,
      position: index + 1,
      file_name: name,
      file_type: type,
      size_bytes: size,
      s3_document_key: key,
      sha256,
      left_out,
    }));
    await trx.insertInto("inbound_attachments").values(rows).execute();
  }
  return kept?.id ?? null;
}
