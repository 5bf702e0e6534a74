import { readPdfText } from "#app/clients/pdf-text.server.ts";
import { searchName } from "#app/domain/searches/labels.ts";
import { readSearchDocument } from "#app/domain/searches/read-document.server.ts";
import type { Db } from "#db/connection.ts";
import { type SearchDocument, searchDocument } from "./documents.ts";

/**
 * The text of the documents of a matter's complete searches, the oldest first; of no other matter's. Not within a
 * transaction.
 *
 * @throws UnreadablePdfError; Error when the store has lost or changed a document, and whatever the store throws
 */
export async function readSearchDocuments(
  db: Db,
  transaction_id: string,
): Promise<SearchDocument[]> {
  const searches = await db
    .selectFrom("searches")
    .select(["id", "product_id", "reference"])
    .where("transaction_id", "=", transaction_id)
    .where("status", "=", "complete")
    .where("s3_document_key", "is not", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const documents: SearchDocument[] = [];
  // One after the other: each has a thread and memory of its own.
  for (const search of searches) {
    const { bytes } = await readSearchDocument(db, { transaction_id, search_id: search.id });
    documents.push(searchDocument(searchName(search), await readPdfText(bytes)));
  }
  return documents;
}
