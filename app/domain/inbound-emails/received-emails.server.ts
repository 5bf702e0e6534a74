import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { emailDocumentKey, getDocument, putDocument } from "#app/clients/documents.server.ts";
import { type FileType, fileType, MEDIA_TYPES } from "#app/clients/file-types.ts";
import type { ReceivedEmail, ReceivedFile } from "#app/clients/postmark/inbound.server.ts";
import { plainText } from "#app/clients/plain-text.ts";
import { recordAudit } from "#app/domain/audit/audit.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { keysetAfter } from "#app/domain/paging/paging.server.ts";
import { keysetPage, type KeysetQuery } from "#app/domain/paging/paging.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { preparedStatement } from "#db/prepared-statements.ts";
import { recordArrivals, queueTeamEmail } from "./received-email-events.server.ts";
import { matchEmails } from "./match-emails.server.ts";
import { recordBounce } from "./bounces.server.ts";
import { verifySender, mentionsBankDetails } from "./warnings.ts";

/** Counts the received emails that have no matter (T-001, T-009). */
export async function countUnmatchedEmails(db: Db): Promise<number> {
  const { counted } = await db
    .selectFrom("inbound_emails")
    .where("transaction_id", "is", null)
    .select(sql<string>`count(*)`.as("counted"))
    .executeTakeFirstOrThrow();
  return Number(counted);
}

/** Counts a matter's received emails that the team has not read. */
export async function countUnreadEmails(
  db: Db,
  reader: StaffReader,
  transaction_id: string,
): Promise<number> {
  const { counted } = await db
    .selectFrom("inbound_emails")
    .select((eb) => eb.fn.countAll<string>().as("counted"))
    .where("transaction_id", "=", transaction_id)
    .where("read_at", "is", null)
    .executeTakeFirstOrThrow();
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return Number(counted);
}

/** Returns the received emails that have no matter, newest first. */
export async function listUnmatchedEmails(db: Db, reader: StaffReader, query: KeysetQuery) {
  const page = await listEmails(db, null, query);
  await reader.recordView({ list: "inbound_emails" });
  return page;
}

/** Returns the received emails of a matter, newest first. */
export async function listEmailsOfMatter(
  db: Db,
  reader: StaffReader,
  { transaction_id, ...query }: KeysetQuery & { transaction_id: string },
) {
  const page = await listEmails(db, transaction_id, query);
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return page;
}

async function listEmails(db: Db, transaction_id: string | null, { limit, after }: KeysetQuery) {
  const query = db
    .selectFrom("inbound_emails")
    .modifyFront(preparedStatement)
    .select(["id", "from_email", "from_name", "subject", "text_body", "received_at", "match_type"])
    .select(["spf", "dkim", "dmarc", "spam_score", "sender_doubt"])
    .select(["automatic", "html_has_bank_details", "read_at", "transaction_id"])
    // Leave out the HTML, which can be long and is read when an email is opened.
    .select((eb) => eb("html_body", "is not", null).as("has_html"))
    .select(isFromParticipant().as("is_participant"))
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom("inbound_attachments")
          .select(["id", "position", "file_name", "file_type", "size_bytes", "left_out"])
          .select("is_embedded")
          .whereRef("email_id", "=", "inbound_emails.id")
          .orderBy("position"),
      ).as("files"),
    )
    .where("transaction_id", transaction_id === null ? "is" : "=", transaction_id)
    .orderBy("received_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1);
  const shown = after ? query.where(keysetAfter("inbound_emails", "received_at", after)) : query;
  return keysetPage(await shown.execute(), limit);
}

/**
 * Returns SQL that is true if the From address is a participant's: of the email's matter, or of any
 * matter if the email has none.
 */
function isFromParticipant() {
  return sql<boolean>`exists (select from matter_emails
    where matter_emails.email = inbound_emails.from_email
      and matter_emails.transaction_id
        = coalesce(inbound_emails.transaction_id, matter_emails.transaction_id))`;
}

/**
 * Returns SQL that is true if the email in `inbound_emails` has a verified sender who is a
 * participant.
 */
export function isVerifiedParticipantSql() {
  return sql<boolean>`(inbound_emails.sender_doubt is null
    and inbound_emails.automatic is null and ${isFromParticipant()})`;
}

export type ListedEmail = Awaited<ReturnType<typeof listEmails>>["items"][number];

/** Names of the emails in which we ask sellers to reply with documents. */
export type RequestEmailName = "sewer_bill_request" | "plot_plan_request";

export type RequestAnswer = {
  email_id: string;
  received_at: Date;
  files: number;
  is_verified: boolean;
};

/**
 * Counts the files that answer a request: those in replies to it, and those in later emails from
 * verified sellers that are not replies. Returns null if there are none. Skips automatic replies
 * and embedded pictures, such as logos. Only for staff.
 */
export async function readRequestAnswer(
  db: Db,
  reader: StaffReader,
  transaction_id: string,
  { email_name, since }: { email_name: RequestEmailName; since: Date },
): Promise<RequestAnswer | null> {
  const {
    rows: [answer],
  } = await sql<RequestAnswer>`
    select (array_agg(id order by received_at desc))[1] as email_id, max(received_at) as received_at,
      sum(files)::integer as files, bool_and(is_verified) as is_verified
    from (
      select id, received_at, ${isVerifiedParticipantSql()} as is_verified,
        exists (select from email_log where name = ${email_name}
          and postmark_message_id = any(inbound_emails.in_reply_to)
          -- A request about several matters of a group has none in email_log.
          and (email_log.transaction_id is null
            or email_log.transaction_id = ${transaction_id})) as is_reply,
        in_reply_to = '{}' and exists (
          select from transactions join users on users.id = transactions.seller_id
            where transactions.id = ${transaction_id} and users.email = inbound_emails.from_email
          union all
          select from parties
            where parties.transaction_id = ${transaction_id} and parties.email = inbound_emails.from_email
        ) as is_of_seller,
        (select count(*) from inbound_attachments
          where email_id = inbound_emails.id and left_out is null and not is_embedded) as files
      from inbound_emails
      where transaction_id = ${transaction_id} and received_at >= ${since} and automatic is null
    ) as email
    where files > 0 and (is_reply or (is_of_seller and is_verified))
    having count(*) > 0`.execute(db);
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return answer ?? null;
}

/** Returns when we last asked a matter's sellers for the plot plan; null if never (AMB-L03). */
export async function readPlotPlanRequestedAt(
  db: Db,
  reader: StaffReader,
  transaction_id: string,
): Promise<Date | null> {
  const { asked_at } = await db
    .selectFrom("events")
    .select((eb) => eb.fn.max("date_time").as("asked_at"))
    .where("transaction_id", "=", transaction_id)
    .where("event_name", "=", "plot_plan_request_email_sent")
    .executeTakeFirstOrThrow();
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return asked_at;
}

/**
 * Returns an attachment as it was received, and records the download in the audit log. Never call
 * it in a transaction.
 * @param place.position position of the file in its email, starting at 1
 * @returns its bytes, the media type of its content, and a generated file name
 * @throws NotFoundError, also for a file that was not stored; Error if the file is missing from the
 * store or has changed there
 */
export async function readAttachment(
  db: Db,
  reader: StaffReader,
  place: { email_id: string; position: number },
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
  if (!bytes) throw new Error("Attachment missing from document store");
  if (sha256(bytes) !== found.sha256) throw new Error("Attachment hash mismatch in document store");
  await recordAudit(db, {
    actor: reader,
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

/** Returns an email's sanitised HTML. @throws NotFoundError, also for an email without HTML */
export async function readEmailHtml(db: Db, reader: StaffReader, id: string): Promise<string> {
  const found = isObjectId(id)
    ? await db
        .selectFrom("inbound_emails")
        .select(["html_body", "transaction_id"])
        .where("id", "=", id)
        .executeTakeFirst()
    : undefined;
  if (!found?.html_body) throw new NotFoundError("Email not found");
  const { transaction_id, html_body } = found;
  await reader.recordView(
    transaction_id
      ? { record: { type: "transaction", id: transaction_id } }
      : { list: "inbound_emails" },
  );
  return html_body;
}

const MAX_POSITION = 1_000;
const isPosition = (position: number) =>
  Number.isInteger(position) && position > 0 && position <= MAX_POSITION;

/**
 * Stores a received email with its files: one copy for each matter whose address it was sent to
 * (AMB-T01). Staff see unmatched emails in a list. Stores the files first, and overwrites them in a
 * retry, so that every listed file is in the store. Never call it in a transaction.
 * @returns false if the email is already stored: Postmark sends an email again if we don't answer
 * @throws any error from the document store, after which Postmark must send the email again
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
    const stored = ids.filter((id) => id !== null);
    const matched = await matchEmails(trx, stored);
    const arrived = [];
    for (const { id, ...match } of matched) {
      // Record a bounce that identifies our email as a failed delivery, not as an arrival.
      const is_told = email.automatic === "bounce" && (await recordBounce(trx, id, email));
      if (!is_told) arrived.push({ id, ...match });
    }
    await recordArrivals(trx, arrived);
    for (const { id, after } of arrived) {
      if (after && email.automatic === null) await queueTeamEmail(trx, id);
    }
    return stored.length > 0;
  });
}

/**
 * Returns the matter ids in the addresses that an email was sent to. If there are several, returns
 * those that exist, or only the first if none exists. If there are none, the only element is null.
 */
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

type StoredFile = Pick<ReceivedFile, "name" | "size" | "left_out" | "is_embedded"> & {
  type: FileType;
  sha256: string | null;
  key: string | null;
};

/** Stores the files of an email one after the other, because they are large. */
async function storeFiles(email: string, files: readonly ReceivedFile[]): Promise<StoredFile[]> {
  const stored: StoredFile[] = [];
  for (const { name, size, left_out, is_embedded, bytes } of files) {
    const type = bytes ? fileType(bytes, name) : "bin";
    const digest = bytes && sha256(bytes);
    const key = digest && emailDocumentKey(email, digest, type);
    if (key) await putDocument(key, bytes);
    stored.push({ name, size, left_out, is_embedded, type, sha256: digest, key });
  }
  return stored;
}

/** @returns the email's id; null if a concurrent request has stored the email */
async function insertEmail(
  trx: Db,
  email: ReceivedEmail,
  copy: { mailbox_hash: string | null; files: readonly StoredFile[]; received_at: Date },
): Promise<string | null> {
  const { message_id, from_email, from_name, to_email, subject, text_body, in_reply_to } = email;
  const { html_body, automatic, thread } = email;
  const { spf, dkim, dmarc, spam_score } = email.checks;
  const stored = await trx
    .insertInto("inbound_emails")
    .values({
      ...{ message_id, from_email, from_name, to_email, subject, text_body, in_reply_to },
      ...{ spf, dkim, dmarc, spam_score, sender_doubt: verifySender(email) },
      ...{ html_body, automatic, thread },
      // The list of emails does not read the HTML, whose text can differ from the plain text.
      html_has_bank_details: html_body !== null && mentionsBankDetails(plainText(html_body)),
      mailbox_hash: copy.mailbox_hash,
      // Use our clock, because the sender controls the Date header.
      received_at: copy.received_at,
      read_at: automatic === "reply" ? copy.received_at : null,
    })
    .onConflict((conflict) => conflict.columns(["message_id", "mailbox_hash"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (stored && copy.files.length > 0) {
    const rows = copy.files.map(({ name, size, type, sha256, key, ...file }, index) => ({
      email_id: stored.id,
      position: index + 1,
      file_name: name,
      file_type: type,
      size_bytes: size,
      s3_document_key: key,
      sha256,
      left_out: file.left_out,
      is_embedded: file.is_embedded,
    }));
    await trx.insertInto("inbound_attachments").values(rows).execute();
  }
  return stored?.id ?? null;
}
