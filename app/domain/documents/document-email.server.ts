/** Email with a side’s accepted documents to the side’s own solicitor. */

import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { z } from "zod";
import { getDocument } from "#app/clients/documents.server.ts";
import { STORED_TYPES } from "#app/clients/file-types.ts";
import { EmailNotNeededError } from "#app/domain/errors.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { readSideSolicitor } from "#app/domain/transactions/side-solicitor.server.ts";
import { selectBuyers, selectSellers } from "#app/domain/transactions/matter-parts.server.ts";
import { queuedEmail } from "#app/queue/email.ts";
import type { Db } from "#db/connection.ts";
import { documentTitle } from "./document-kinds.ts";
import { documentState, isOpenable } from "./document-states.ts";
import { MAX_EMAILED_BYTES } from "./email-size.ts";
import { sideOf } from "./request-rules.ts";

export const documentsToSolicitorEmail = queuedEmail(
  "documents_to_solicitor",
  z.object({ outbox_key: z.string() }),
);

/**
 * Returns the email with the documents, as it is sent.
 * @throws EmailNotNeededError if the side has another solicitor, or if one of the documents is no
 * longer accepted or was deleted
 */
export async function readDocumentEmail(
  db: Db,
  { outbox_key }: z.output<typeof documentsToSolicitorEmail.ids>,
  { recipient }: { recipient: string },
) {
  const documents = await db
    .selectFrom("document_shares as share")
    .innerJoin("documents", "documents.id", "share.document_id")
    .innerJoin("document_requests as request", "request.id", "documents.request_id")
    .selectAll("documents")
    .select(["request.kind", "request.title", "request.status", "share.lawyer_group_id"])
    .where("share.outbox_key", "=", outbox_key)
    .orderBy("documents.created_at")
    .orderBy("documents.file_name")
    .orderBy("documents.id")
    .execute();
  const [first] = documents;
  if (!first) throw new EmailNotNeededError();
  const { transaction_id, purchase_intent_id } = first;
  const side = sideOf(first);
  const solicitor = await readSideSolicitor(db, { transaction_id, side });
  const isSame =
    solicitor?.lawyer_group_id === first.lawyer_group_id &&
    solicitor.purchase_intent_id === purchase_intent_id &&
    solicitor.email.toLowerCase() === recipient.toLowerCase();
  const isAccepted = documents.every(
    (document) => document.status === "accepted" && isOpenable(documentState(document)),
  );
  if (!isSame || !isAccepted) throw new EmailNotNeededError();
  const { first_name, cc } = solicitor;
  return {
    ...(await readMatter(db, { transaction_id, purchase_intent_id })),
    side,
    first_name,
    cc,
    documents: documents.map((document) => ({
      title: documentTitle(document),
      file_name: document.file_name,
      file_type: document.file_type,
      size_bytes: document.size_bytes,
      key: document.s3_document_key,
      preview_key: document.converted_document_key,
    })),
  };
}

async function readMatter(
  db: Db,
  {
    transaction_id,
    purchase_intent_id,
  }: { transaction_id: string; purchase_intent_id: string | null },
) {
  const { number, address, sellers, buyers } = await db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .leftJoin("purchase_intents", (join) => join.on("purchase_intents.id", "=", purchase_intent_id))
    .select([
      "transactions.number",
      selectAddress("properties.address_id").$notNull().as("address"),
      selectSellers().as("sellers"),
      selectBuyers().as("buyers"),
    ])
    .where("transactions.id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  const people = purchase_intent_id === null ? sellers : buyers;
  return {
    property: addressLine(address),
    people: people.map(fullName),
    reference: formatMatterNumber(number),
  };
}

type EmailedDocument = Awaited<ReturnType<typeof readDocumentEmail>>["documents"][number];

/**
 * Reads the files of the email from the document store. Not within a transaction. An HEIC photo is
 * sent as a JPEG if there is one and it fits, because many computers can’t show HEIC.
 */
export async function readDocumentFiles({
  documents,
}: {
  documents: readonly EmailedDocument[];
}): Promise<{ name: string; type: string; content: Buffer }[]> {
  const files = [];
  let total = 0;
  const originals = documents.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  for (const document of documents) {
    const original = await readStored(document.key);
    const preview =
      document.file_type === "heic" && document.preview_key !== null
        ? await readStored(document.preview_key)
        : null;
    files.push({ document, original, preview });
    total += (preview ?? original).length;
  }
  const fits = total <= Math.max(MAX_EMAILED_BYTES, originals);
  const names = new Set<string>();
  return files.map(({ document, original, preview }) => {
    const converted = fits ? preview : null;
    const { file_name } = document;
    return {
      name: newName(converted ? `${stemOf(file_name)}.jpg` : file_name, names),
      type: STORED_TYPES[converted ? "jpg" : document.file_type],
      content: converted ?? original,
    };
  });
}

async function readStored(key: string) {
  const bytes = await getDocument(key);
  if (!bytes) throw new Error("Document missing from document store");
  return Buffer.from(bytes);
}

const stemOf = (name: string) => name.replace(/\.[^.]+$/, "") || name;

/** Returns a name that the email has no file with yet, such as "photo 2.jpg", and adds it. */
function newName(name: string, names: Set<string>) {
  const end = name.slice(stemOf(name).length);
  let free = name;
  for (let nth = 2; names.has(free.toLowerCase()); nth += 1) free = `${stemOf(name)} ${nth}${end}`;
  names.add(free.toLowerCase());
  return free;
}
