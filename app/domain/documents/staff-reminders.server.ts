/** Reminders that staff send, next to those that the customers get automatically. */

import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";
import { listRequestReaders, queueRequestEmails } from "./request-emails.server.ts";
import { isOpen, requestNotFound } from "./request-states.ts";
import { readStaffRequest } from "./staff-requests.server.ts";

const NOT_OPEN = "This document is no longer outstanding.";
const CHANGED = "This request has changed, or someone has sent a reminder. Check it and try again.";
const NO_READERS = "No one on this side has an account that we can email.";

/**
 * Returns who gets a reminder of a request, and why it can’t be sent (null if it can).
 * @throws NotFoundError
 */
export async function planReminder(
  db: Db,
  reader: StaffReader,
  place: { transaction_id: string; request_id: string },
) {
  const request = await readStaffRequest(db, reader, place);
  const readers = await listRequestReaders(db, request);
  const refusal = !isRemindable(request) ? NOT_OPEN : readers.length === 0 ? NO_READERS : null;
  const recipients = readers.map(({ email }) => email);
  return { title: request.title, version: request.version, recipients, refusal };
}

function isRemindable(request: Parameters<typeof isOpen>[0] & { missing_reason: string | null }) {
  return isOpen(request) && request.missing_reason === null;
}

/**
 * Emails a side the list of documents that we still need. An email about requests that is still
 * queued is replaced, so that several make one email.
 * @throws NotFoundError; ConflictError if the request has changed since or is no longer open
 */
export async function remindCustomers(
  trx: Db,
  {
    actor,
    transaction_id,
    request_id,
    version,
  }: { actor: Actor; transaction_id: string; request_id: string; version: number },
): Promise<void> {
  await lockMatter(trx, transaction_id);
  if (!isObjectId(request_id)) throw requestNotFound();
  const request = await trx
    .selectFrom("document_requests")
    .select(["transaction_id", "purchase_intent_id", "status", "missing_reason", "version"])
    .where("id", "=", request_id)
    .where("transaction_id", "=", transaction_id)
    .executeTakeFirstOrThrow(requestNotFound);
  if (!isRemindable(request)) throw new ConflictError(NOT_OPEN);
  if (request.version !== version) throw new ConflictError(CHANGED);
  // The new version stops a second reminder by someone who opened the page before this one.
  await trx
    .updateTable("document_requests")
    .set({ version: version + 1 })
    .where("id", "=", request_id)
    .execute();
  await queueRequestEmails(trx, request);
  const subject = { type: "transaction", id: transaction_id } as const;
  await recordAudit(trx, { actor, action: "document_reminded", subject });
}
