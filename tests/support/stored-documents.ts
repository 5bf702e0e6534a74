import { randomBytes } from "node:crypto";
import type { Insertable } from "kysely";
import { putDocument } from "#app/clients/documents.server.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";

/** Inserts an uploaded document, by default a PDF of the sellers, and stores its files. */
export async function insertDocument(
  db: Db,
  row: { transaction_id: string } & Partial<Insertable<DB["documents"]>>,
) {
  const type = row.file_type ?? "pdf";
  const key = `test/documents/${crypto.randomUUID()}.${type}`;
  await putDocument(key, Buffer.from("the original"));
  if (row.converted_document_key) {
    await putDocument(row.converted_document_key, Buffer.from("the preview"));
  }
  const { id } = await db
    .insertInto("documents")
    .values({
      ...{ file_name: `file.${type}`, file_type: type, size_bytes: 12 },
      ...{ sha256: randomBytes(32).toString("hex"), s3_document_key: key },
      ...{ conversion: "none", scan: "not_scanned" },
      ...row,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, key };
}
