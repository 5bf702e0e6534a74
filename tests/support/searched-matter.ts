import { putDocument } from "#app/clients/documents.server.ts";
import type { Db } from "#db/connection.ts";
import { pdfOf } from "#tests/support/pdf.ts";

type Search = {
  product_id?: string;
  status?: "in progress" | "cancelled" | "complete";
  /** The text of each page of its document; null: it has none. */
  pages?: readonly string[] | null;
  bytes?: Uint8Array;
};

/** A search of a matter as it stands after the provider has answered, its document in the store. */
export async function addSearch(db: Db, transaction_id: string, search: Search = {}) {
  const { product_id = "LLC1CON29", status = "complete", pages = ["Nothing to report."] } = search;
  const bytes = search.bytes ?? (pages && pdfOf(...pages));
  const s3_document_key = bytes && `test/searches/${crypto.randomUUID()}.pdf`;
  if (bytes) await putDocument(s3_document_key ?? "", bytes);
  await db
    .insertInto("searches")
    .values({
      transaction_id,
      product_id,
      reference: `OS${crypto.randomUUID().slice(0, 6)}`,
      status,
      s3_document_key,
      ...(status === "complete" && { completion_date: "2026-11-02" }),
    })
    .execute();
}
