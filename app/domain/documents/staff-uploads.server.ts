import type { Actor } from "#app/domain/audit/audit.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";
import { addStaffDocuments } from "./file-attachment.server.ts";
import { sideOf } from "./request-rules.ts";
import { STATUS_LABELS } from "./request-states.ts";
import { readMatterDocuments } from "./staff-requests.server.ts";
import type { StoredFile } from "./uploaded-file.ts";

const SIDES = { seller: "Sellers", buyer: "Buyers" };

/**
 * Lists where staff can add a file: each request of a matter, and each side without a request.
 * @throws NotFoundError
 */
export async function listUploadTargets(
  db: Db,
  reader: StaffReader,
  transaction_id: string,
): Promise<{ value: string; label: string }[]> {
  return uploadTargets(await readMatterDocuments(db, reader, transaction_id));
}

/** Returns the options of a matter whose documents have been read. */
export function uploadTargets({
  requests,
  purchases,
}: Pick<Awaited<ReturnType<typeof readMatterDocuments>>, "requests" | "purchases">) {
  const hasBuyer = purchases.some(({ is_active }) => is_active);
  return [
    ...requests.map((request) => ({
      value: request.id,
      label: `${SIDES[sideOf(request)]}: ${request.title} (${STATUS_LABELS[request.status].toLowerCase()})`,
    })),
    { value: "seller", label: "Sellers: no request" },
    ...(hasBuyer ? [{ value: "buyer", label: "Buyers: no request" }] : []),
  ];
}

/**
 * Adds files that staff have uploaded to a request or to a side. No emails are sent.
 * @throws NotFoundError if the request or the purchase is no longer there
 */
export async function uploadForMatter(
  trx: Db,
  upload: {
    actor: Actor;
    transaction_id: string;
    answers: string;
    files: readonly StoredFile[];
  },
): Promise<void> {
  await lockMatter(trx, upload.transaction_id);
  await addStaffDocuments(trx, { ...upload, uploaded_by: upload.actor.id });
}
