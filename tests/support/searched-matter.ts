import { putDocument } from "#app/clients/documents.server.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import type { Db } from "#db/connection.ts";
import { pdfOf } from "#tests/support/pdf.ts";

type Search = {
  product_id?: string;
  status?: "in progress" | "cancelled" | "complete";
  /**
   * Text of each page of the search’s document. A page is null if it was scanned. `pages` is null
   * if there is no document.
   */
  pages?: readonly (string | null)[] | null;
  bytes?: Uint8Array;
};

/**
 * Inserts a search with the provider’s results, saves its document in the store and returns the
 * search’s id.
 */
export async function addSearch(db: Db, transaction_id: string, search: Search = {}) {
  const { product_id = "LLC1CON29", status = "complete", pages = ["Nothing to report."] } = search;
  const bytes = search.bytes ?? (pages && pdfOf(...pages));
  const s3_document_key = bytes && `test/searches/${crypto.randomUUID()}.pdf`;
  const { id: search_id } = await db
    .insertInto("searches")
    .values({
      transaction_id,
      product_id,
      reference: `OS${crypto.randomUUID().slice(0, 6)}`,
      status,
      s3_document_key,
      ...(status === "complete" && { completion_date: "2026-11-02" }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (!bytes || !s3_document_key) return search_id;
  await putDocument(s3_document_key, bytes);
  await db
    .insertInto("search_documents")
    .values({
      search_id,
      s3_document_key,
      sha256: sha256(bytes),
      file_name: "result.pdf",
      size_bytes: bytes.length,
      dated: "2026-11-02",
    })
    .execute();
  return search_id;
}

export async function insertReport(
  db: Db,
  transaction_id: string,
  { at = new Date(), shared_by = null }: { at?: Date; shared_by?: string | null } = {},
) {
  const { id } = await db
    .insertInto("reports")
    .values({
      transaction_id,
      reference: `PSR-${crypto.randomUUID()}`,
      overall_risk_rating: "low",
      critical_issues_count: 0,
      significant_issues_count: 0,
      content: JSON.stringify({ findings: [], documents: [], unsupported: 0 }),
      model: "rules",
      generated_at: at,
      ...(shared_by && { shared_by, shared_at: at }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
