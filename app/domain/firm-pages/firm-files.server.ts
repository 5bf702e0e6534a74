/** Files that a law firm downloads from its page. */

import { hasAccepted, instructionOf } from "#app/domain/assignments/instruction-state.server.ts";
import { recordFirmAudit } from "#app/domain/audit/audit.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { readInformationForFirm } from "#app/domain/property-information/letters.server.ts";
import type { FirmReader } from "#app/domain/readers/reader.ts";
import { searchName } from "#app/domain/searches/labels.ts";
import { isDocumentOfSearch, readSearchDocument } from "#app/domain/searches/searches.server.ts";
import type { Db } from "#db/connection.ts";

/** Names in URLs of the files with the sellers’ answers about the property. */
export const INFORMATION_FILES = {
  "property-information.pdf": "pdf",
  "property-information.json": "json",
} as const;

/**
 * Lists the files of a firm that has accepted: the sellers’ answers, if this firm may have them,
 * and the results of searches. Empty before the firm has accepted, and after it has declined.
 */
export async function listFirmFiles(db: Db, reader: FirmReader) {
  if (!(await hasAccepted(db, instructionOf(reader)))) return { information: false, searches: [] };
  const information = await readInformationForFirm(db, reader);
  const searches = await db
    .selectFrom("searches")
    .leftJoin("search_documents", (join) => join.on(isDocumentOfSearch()))
    .select(["searches.id", "searches.product_id", "searches.reference"])
    .select(["searches.completion_date", "search_documents.size_bytes"])
    .where("searches.transaction_id", "=", reader.transaction_id)
    .where("searches.status", "=", "complete")
    .where("search_documents.id", "is not", null)
    .$narrowType<{ size_bytes: number }>()
    .orderBy("searches.completion_date")
    .orderBy("searches.id")
    .execute();
  return {
    information: information !== null,
    searches: searches.map(({ id, completion_date, size_bytes, ...search }) => ({
      ...{ id, completion_date, size_bytes },
      name: searchName(search),
    })),
  };
}

/**
 * Reads the document of a search for a firm, and records the download.
 * @throws NotFoundError, also before the firm has accepted; Error if the store has lost the
 * document
 */
export async function downloadFirmSearch(db: Db, reader: FirmReader, search_id: string) {
  await requireAccepted(db, reader);
  const place = { transaction_id: reader.transaction_id, search_id };
  const { id, ...document } = await readSearchDocument(db, place);
  const subject = { type: "search_document", id };
  await recordFirmAudit(db, reader, { action: "firm_file_downloaded", subject });
  return document;
}

/**
 * Reads the sellers’ answers about the property for a firm, and records the download.
 * @throws NotFoundError, also before the firm has accepted
 */
export async function downloadFirmInformation(db: Db, reader: FirmReader) {
  await requireAccepted(db, reader);
  const information = await readInformationForFirm(db, reader);
  if (!information) throw fileNotFound();
  const subject = { type: "transaction", id: reader.transaction_id };
  await recordFirmAudit(db, reader, { action: "firm_file_downloaded", subject });
  return information;
}

const fileNotFound = () => new NotFoundError("File not found");

async function requireAccepted(db: Db, reader: FirmReader) {
  if (!(await hasAccepted(db, instructionOf(reader)))) throw fileNotFound();
}
