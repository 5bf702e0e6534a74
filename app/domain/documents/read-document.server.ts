import { sql, type Selectable } from "kysely";
import { STORED_TYPES } from "#app/clients/file-types.ts";
import { ConflictError, DomainError, NotFoundError } from "#app/domain/errors.ts";
import { isBuyerSql, isSellerSql } from "#app/domain/people/matter-access.server.ts";
import type { Reader } from "#app/domain/readers/reader.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { documentState, STATE_SENTENCES } from "./document-states.ts";

/** A document as it is sent to a browser. */
export type ServedDocument = {
  key: string;
  file_name: string;
  media_type: string;
  /** Length in bytes; null for a preview, whose length is not stored. */
  size_bytes: number | null;
  /**
   * How the browser shows it: an image in a sandbox, a PDF without one, because the sandbox would
   * block its viewer, and any other file only as a download.
   */
  shown_as: "image" | "pdf" | "download";
};

/**
 * Returns a document. Customers may see those of their side of their matter, staff all. Only staff
 * may see an agent’s memorandum of sale, which has the buyer’s details. Returns
 * the preview of an image, if there is one, unless the original is requested.
 * @throws {NotFoundError} also for a document of another side
 * @throws {DomainError} 409 while the file is being checked, 403 if it has a virus
 */
export async function readDocument(
  db: Db,
  reader: Reader,
  { id, original }: { id: string; original: boolean },
): Promise<ServedDocument> {
  const found = isObjectId(id)
    ? await db
        .selectFrom("documents")
        .innerJoin("transactions", "transactions.id", "documents.transaction_id")
        .leftJoin("purchase_intents", "purchase_intents.id", "documents.purchase_intent_id")
        .selectAll("documents")
        .where("documents.id", "=", id)
        .$if(reader.type === "customer", (query) =>
          query.where("documents.estate_agent_id", "is", null).where(
            sql<boolean>`case when documents.purchase_intent_id is null
              then ${isSellerSql(reader.id)} else ${isBuyerSql(reader.id)} end`,
          ),
        )
        .executeTakeFirst()
    : undefined;
  if (!found) throw new NotFoundError("Document not found");
  const state = documentState(found);
  if (state === "checking") throw new ConflictError(STATE_SENTENCES.checking);
  if (state === "infected") throw new DomainError(STATE_SENTENCES.infected, 403);
  await reader.recordView({ record: { type: "transaction", id: found.transaction_id } });
  return original || found.converted_document_key === null
    ? originalOf(found)
    : previewOf(found, found.converted_document_key);
}

function originalOf(document: Selectable<DB["documents"]>): ServedDocument {
  const { file_type, conversion } = document;
  // An image is shown only after we have made a preview of it, because an image that we could not
  // decode may exhaust the memory of a browser.
  const isImage = conversion === "done" && (file_type === "jpg" || file_type === "png");
  return {
    key: document.s3_document_key,
    file_name: document.file_name,
    media_type: STORED_TYPES[file_type],
    size_bytes: document.size_bytes,
    shown_as: isImage ? "image" : file_type === "pdf" ? "pdf" : "download",
  };
}

function previewOf({ file_name }: { file_name: string }, key: string): ServedDocument {
  const stem = file_name.replace(/\.[^.]+$/, "");
  return {
    key,
    file_name: `${stem || file_name}.jpg`,
    media_type: STORED_TYPES.jpg,
    size_bytes: null,
    shown_as: "image",
  };
}
