import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { requestCopy } from "#app/domain/privacy/data-copies.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { readTransaction } from "#app/domain/transactions/read-transaction.server.ts";
import type { Db } from "#db/connection.ts";

/**
 * Queues the job that makes a matter’s file, and records the request in the audit log.
 * @throws NotFoundError; ConflictError while the file is being made
 */
export async function requestMatterFile(
  trx: Db,
  transaction_id: string,
  { actor }: { actor: Actor & StaffReader },
): Promise<void> {
  // Checks that the matter exists, because the id comes from the URL.
  await readTransaction(trx, actor, transaction_id);
  if (!(await requestCopy(trx, { transaction_id, by: actor.id }))) {
    throw new ConflictError("The file is already being made.");
  }
  const subject = { type: "transaction", id: transaction_id };
  await recordAudit(trx, { actor, action: "matter_file_requested", subject });
}
