import { type RawBuilder, sql } from "kysely";
import { getDocument } from "#app/clients/documents.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import { sha256 } from "#app/sha256.server.ts";
import type { Db } from "#db/connection.ts";
import { searchName } from "./labels.ts";

/**
 * The document of a search as it was received (O-004). The caller must have checked that whoever asks is staff.
 *
 * @returns its id, the PDF, and a name for it of our own making
 * @throws NotFoundError, also for what is no id and for another matter's; Error when the store has lost or changed it
 */
export async function readSearchDocument(
  db: Db,
  place: { transaction_id: string; search_id: string },
): Promise<{ id: string; bytes: Uint8Array<ArrayBuffer>; file_name: string }> {
  const { transaction_id, search_id } = place;
  const found =
    isObjectId(transaction_id) && isObjectId(search_id)
      ? await db
          .selectFrom("searches")
          .innerJoin("search_documents", (join) => join.on(isDocumentOfSearch()))
          .where("searches.id", "=", search_id)
          .where("searches.transaction_id", "=", transaction_id)
          .select(["searches.product_id", "searches.reference"])
          .select(["search_documents.id", "search_documents.s3_document_key"])
          .select("search_documents.sha256")
          .executeTakeFirst()
      : undefined;
  if (!found) throw new NotFoundError("Document not found");
  const bytes = await getDocument(found.s3_document_key);
  if (!bytes) throw new Error("A stored document is not there");
  if (sha256(bytes) !== found.sha256) throw new Error("A stored document is not as it was stored");
  const file_name = `${searchName(found).replace(/[^A-Za-z0-9 &-]/g, "")}.pdf`;
  return { id: found.id, bytes, file_name };
}

/** Of a join of `search_documents` to `searches`: the one of its documents that counts. */
export function isDocumentOfSearch(): RawBuilder<boolean> {
  return sql<boolean>`(search_documents.search_id = searches.id
    and search_documents.s3_document_key = searches.s3_document_key)`;
}
