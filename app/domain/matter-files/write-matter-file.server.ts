import { createHash } from "node:crypto";
import type { Writable } from "node:stream";
import { sql } from "kysely";
import { openDocument } from "#app/clients/documents.server.ts";
import { AUTOMATIC_LABELS } from "#app/domain/inbound-emails/labels.ts";
import { readChainEnd } from "#app/domain/audit/seal.server.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import { type AddToZip, portableFileName, writeZip } from "#app/platform/zip.server.ts";
import type { ServiceReader } from "#app/domain/readers/service.ts";
import { type Db, withLongQueries } from "#db/connection.ts";
import { type MatterFacts, readMatterFacts } from "./read-matter-file.server.ts";

/**
 * A matter's file: a PDF summary, letters, emails, documents, audit log, and an index with hashes.
 */

/**
 * Functions that render the summary and the letters. The caller passes them in, because the domain
 * must not import them.
 */
type Renderers = {
  pdf: (facts: MatterFacts) => Promise<Uint8Array>;
  letter: (letter_id: string) => Promise<string>;
};

/** Entry of the index. `path` is null for a document that is missing from the store. */
type Entry = {
  path: string | null;
  called: string;
  sha256: string | null;
  bytes: number;
  /**
   * Hash taken when the document was stored; null if none was taken, or if the file is generated
   * here.
   */
  stored_sha256: string | null;
};

/**
 * Writes a matter's file as a ZIP. Reads all rows in one snapshot, and streams the documents. Never
 * call it in a transaction, because it waits for the store.
 * @param sink stream that receives the ZIP. It is ended afterwards
 * @returns the number of missing or changed documents, which the index lists
 * @throws NotFoundError "Transaction not found"; errors from the database, the document store and
 * the sink
 */
export async function writeMatterFile(
  sink: Writable,
  reader: ServiceReader,
  transaction_id: string,
  draw: Renderers,
): Promise<{ missing: number }> {
  const index: Entry[] = [];
  await writeZip(sink, async (addToZip) => {
    const file = { add: addToZip, index };
    const { facts, log, chain } = await readRows(reader, transaction_id);
    await addGenerated(file, "Read me first.pdf", await draw.pdf(facts));
    for (const [position, { id, created_at, letter }] of facts.letters.toReversed().entries()) {
      const called = `${day(created_at)} to ${letter.to}`;
      await addGenerated(
        file,
        entryPath("letters", position, called, ".html"),
        await draw.letter(id),
      );
    }
    await addSent(file, facts);
    await addReceived(file, facts);
    for (const [position, document] of facts.documents.entries()) {
      const called = `${day(document.at)} ${document.called}`;
      await addStored(
        file,
        document,
        entryPath("documents", position, called, endOf(document.key)),
      );
    }
    await addGenerated(file, "data/events.json", asJson(facts.timeline));
    await addGenerated(file, "data/emails sent.json", asJson(facts.sent));
    await addGenerated(file, "data/log.json", asJson({ chain, entries: log }));
    await addToZip("index.json", [asJson(index)], { compress: true });
    await addToZip("index.txt", index.map(indexLine), { compress: true });
  });
  return { missing: index.filter(isWrong).length };
}

const isWrong = ({ path, sha256, stored_sha256 }: Entry) =>
  path === null || (stored_sha256 !== null && stored_sha256 !== sha256);

const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

function indexLine(entry: Entry): string {
  if (!entry.path) return `missing from our storage: ${entry.called}\n`;
  const changed = isWrong(entry) ? `, was ${entry.stored_sha256} when it was stored` : "";
  return `${entry.sha256}  ${entry.path}${changed}\n`;
}

function readRows(reader: ServiceReader, id: string) {
  return withLongQueries((db) =>
    db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (trx) => ({
        facts: await readMatterFacts(trx, reader, id),
        ...(await readLog(trx, id)),
      })),
  );
}

/**
 * Returns the audit rows of a matter and its purchases, with their seals, and the end of the chain
 * of seals.
 */
async function readLog(trx: Db, id: string) {
  const { rows: log } = await sql<Record<string, unknown>>`
    select audit_log.id::text, at, actor_kind, actor_id, first_name || ' ' || last_name as actor, action,
      subject_type, subject_id, fields, audit_seals.position::text as seal, hash
    from audit_log
    left join users on users.id = actor_id
    left join audit_seals on audit_seals.audit_id = audit_log.id
    where (subject_type = 'transaction' and subject_id = ${id})
      or (subject_type = 'purchase_intent' and subject_id in (
        select id from purchase_intents where transaction_id = ${id}))
    order by audit_log.id`.execute(trx);
  return { log, chain: await readChainEnd(trx) };
}

type OpenFile = { add: AddToZip; index: Entry[] };

async function addSent(file: OpenFile, { sent }: MatterFacts) {
  const readable = sent.flatMap(({ body_text, ...email }) =>
    body_text === null ? [] : { ...email, body_text },
  );
  for (const [position, email] of readable.entries()) {
    const called = `${day(email.sent_at ?? email.created_at)} to ${email.recipient}`;
    const head = [
      `To: ${email.recipient}`,
      ...(email.copied_to?.length ? [`Cc: ${email.copied_to.join(", ")}`] : []),
      email.sent_at
        ? `Sent: ${email.sent_at.toISOString()}`
        : `Not confirmed as sent: ${email.status}`,
      `Postmark message ID: ${email.postmark_message_id ?? ""}`,
      `Subject: ${email.subject ?? ""}`,
    ];
    const text = `${[...head, "", email.body_text].join("\n")}\n`;
    await addGenerated(file, entryPath("emails sent", position, called, ".txt"), text);
  }
}

async function addReceived(file: OpenFile, { received }: MatterFacts) {
  for (const [position, email] of received.entries()) {
    const called = `${day(email.received_at)} from ${email.from_email ?? "no sender"}`;
    await addGenerated(file, entryPath("emails", position, called, ".txt"), emailText(email));
    if (email.html_body) {
      const page = `<!doctype html><meta charset="utf-8">${email.html_body}`;
      await addGenerated(file, entryPath("emails", position, called, ".html"), page);
    }
    for (const { file_name, s3_document_key: key, sha256 } of email.files) {
      const path = entryPath("emails", position, file_name, endOf(key));
      await addStored(file, { key, called: file_name, sha256 }, path);
    }
  }
}

function emailText(email: MatterFacts["received"][number]): string {
  const address = email.from_email ?? "no sender";
  const from = email.from_name ? `${email.from_name} <${address}>` : address;
  const head = [
    `From: ${from}`,
    `To: ${email.to_email ?? ""}`,
    `Received: ${email.received_at.toISOString()}`,
    `Message-ID: ${email.message_id}`,
    `Subject: ${email.subject}`,
  ];
  const automatic = email.automatic ? [`${AUTOMATIC_LABELS[email.automatic]}.`] : [];
  const doubt = email.sender_doubt ? ["We could not verify the sender."] : [];
  return `${[...head, ...automatic, ...doubt, "", email.text_body].join("\n")}\n`;
}

const day = (moment: Date) => moment.toISOString().slice(0, 10);
const endOf = (key: string) => key.slice(key.lastIndexOf("."));

/**
 * Returns a path in the ZIP: "letters/0001 2026-05-04 to Northgate.html". The number keeps the
 * files in order when they are sorted by name.
 */
const entryPath = (folder: string, position: number, called: string, ending: string) =>
  `${folder}/${String(position + 1).padStart(4, "0")} ${portableFileName(called, ending)}`;

async function addGenerated({ add, index }: OpenFile, path: string, content: string | Uint8Array) {
  await add(path, [content], { compress: true });
  const bytes = Buffer.byteLength(content);
  index.push({ path, called: path, sha256: sha256(content), bytes, stored_sha256: null });
}

type Stored = { key: string; called: string; sha256: string | null };

/** Streams a document from the store into the ZIP, and hashes it at the same time. */
async function addStored({ add, index }: OpenFile, stored: Stored, path: string) {
  const { key, called, sha256: stored_sha256 } = stored;
  const content = await openDocument(key);
  if (!content) {
    index.push({ path: null, called, sha256: null, bytes: 0, stored_sha256 });
    return;
  }
  const hash = createHash("sha256");
  let bytes = 0;
  async function* measured(pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
  }
  await add(path, measured(content), { compress: false });
  index.push({ path, called, sha256: hash.digest("hex"), bytes, stored_sha256 });
}
