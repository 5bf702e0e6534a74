import type { Transaction } from "kysely";
import { storeFiles } from "#app/domain/documents/store-document.server.ts";
import type { StoredFile } from "#app/domain/documents/uploaded-file.ts";
import { DomainError, NotFoundError } from "#app/domain/errors.ts";
import { withUpload } from "#app/forms/upload.server.ts";
import { report } from "#app/observability/report.server.ts";
import { db, inTransaction } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";

/**
 * Reads a submitted form with files, stores the files that we accept, and runs `save` in a
 * transaction, which inserts their rows with addDocument. The caller has checked that the reader
 * may add documents to the matter.
 * @param save gets no files if none were chosen or all were refused, and the problems of the files
 *   that were refused; it may throw a DomainError
 * @throws {NotFoundError} if `save` does
 * @returns the typed fields, and a sentence for each problem; the form is then shown again
 */
export async function saveUpload(
  request: Request,
  { transaction_id }: { transaction_id: string },
  save: (
    trx: Transaction<DB>,
    upload: { form: FormData; files: readonly StoredFile[]; problems: readonly string[] },
  ) => Promise<void>,
): Promise<{ form: FormData; problems: readonly string[] }> {
  return withUpload(request, async ({ form, files, problems }) => {
    try {
      const stored = await storeFiles(db, { transaction_id, files });
      await inTransaction(db, (trx) => save(trx, { form, files: stored, problems }));
      return { form, problems };
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof NotFoundError) throw error;
      if (error.status >= 500) report(error, { what: "store uploaded files" });
      return { form, problems: [...problems, error.message] };
    }
  });
}
