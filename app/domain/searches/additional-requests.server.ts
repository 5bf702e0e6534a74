import { z } from "zod";
import { queuedEmail } from "#app/queue/email.ts";
import { expressionBuilder } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { recordStaffEvent, recordEvent } from "#app/domain/events/events.server.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import { greetingName, uniqueMailboxes } from "#app/domain/shared/names.ts";
import { selectContacts } from "#app/domain/transactions/matter-parts.server.ts";
import {
  lockMatter,
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import { requireAsConfirmed } from "#app/domain/versions/edit-conflicts.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { NEXT_STEPS, REQUEST_LABELS, type RequestStatus } from "./labels.ts";

export const sewerBillRequestEmail = queuedEmail(
  "sewer_bill_request",
  z.object({ transaction_id: z.string() }),
);

export type AdditionalRequest = Awaited<ReturnType<typeof listRequests>>[number];

/**
 * Lists a matter’s additional requests from the search provider, oldest first (O-044, X-051). For
 * staff.
 */
export async function listRequests(db: Db, reader: StaffReader, transaction_id: string) {
  const part = await db
    .selectFrom("additional_requests")
    .select(["id", "type", "status", "sent_at", "created_at", "version"])
    .where("transaction_id", "=", transaction_id)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return part;
}

/**
 * Reads a matter’s sellers, and whether we have asked them for a water bill (O-040).
 * @throws NotFoundError
 */
export async function readWaterBill(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
) {
  requireTransactionId(transaction_id);
  const { sellers, address, request_id } = await db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .leftJoin("additional_requests as request", (join) =>
      join
        .onRef("request.transaction_id", "=", "transactions.id")
        .on("request.type", "=", "sewer_bill"),
    )
    .where("transactions.id", "=", transaction_id)
    .select("request.id as request_id")
    .select(selectContacts("seller").as("sellers"))
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .executeTakeFirstOrThrow(transactionNotFound);
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return { sellers, property: addressLine(address), is_requested: request_id !== null };
}

/**
 * Emails a request for a water bill to all sellers. A bill can be requested once per matter (O-040,
 * O-042, AMB-O05).
 * @throws NotFoundError; ConflictError if it has already been requested, or if the recipients that
 * staff `confirmed` have changed
 */
export async function requestWaterBill(
  trx: Db,
  transaction_id: string,
  { actor, confirmed }: { actor: Actor; confirmed: string[] },
): Promise<void> {
  await lockMatter(trx, transaction_id);
  const { sellers, is_requested } = await readWaterBill(trx, service, transaction_id);
  const emails = uniqueMailboxes(sellers);
  if (is_requested) throw new ConflictError("The water bill has already been requested.");
  requireAsConfirmed({ emails }, { emails: confirmed }, "The sellers’ email addresses");
  await trx
    .insertInto("additional_requests")
    .values({ transaction_id, type: "sewer_bill", status: "sent", sent_at: new Date() })
    .execute();
  for (const recipient of emails) {
    const props = { transaction_id };
    await queueEmail(trx, { email: sewerBillRequestEmail, recipient, transaction_id, props });
  }
  const by = { transaction_id, author: "admin", author_id: actor.id } as const;
  const comments = REQUEST_LABELS.sewer_bill;
  await recordEvent(trx, { ...by, event_name: "additional_request_created", comments });
  await recordEvent(trx, { ...by, event_name: "additional_request_sent", comments });
  await recordAudit(trx, {
    actor,
    action: "water_bill_requested",
    subject: { type: "transaction", id: transaction_id },
  });
}

/**
 * Returns the content of the email that asks a seller for a water bill.
 * @throws NotFoundError if the matter was deleted
 */
export async function readSewerBillRequest(
  db: Db,
  { transaction_id }: { transaction_id: string },
  { recipient }: { recipient: string },
) {
  const { sellers, property } = await readWaterBill(db, service, transaction_id);
  return { first_name: greetingName(sellers, recipient), property };
}

/**
 * Selects the additional requests that the sellers have not answered, in a query of `transactions`
 * (CU-8).
 */
export function selectOpenRequests() {
  return jsonArrayFrom(
    expressionBuilder<DB, "transactions">()
      .selectFrom("additional_requests")
      .select(["additional_requests.id", "additional_requests.type"])
      .whereRef("additional_requests.transaction_id", "=", "transactions.id")
      .where("additional_requests.status", "=", "sent")
      .where("additional_requests.type", "in", ["sewer_bill"])
      // The sellers can answer on their page of documents, and staff can decide there.
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom("document_requests")
              .select("document_requests.id")
              .whereRef("document_requests.transaction_id", "=", "transactions.id")
              .where("document_requests.kind", "=", "water_bill")
              .where("document_requests.source", "=", "rule")
              .where((of) =>
                of.or([
                  of("document_requests.status", "in", ["received", "accepted", "not_needed"]),
                  of("document_requests.missing_reason", "is not", null),
                ]),
              ),
          ),
        ),
      )
      .orderBy("additional_requests.created_at"),
  );
}

/**
 * Marks the request for a water bill as received, because a seller has uploaded the bill. Does
 * nothing if it is not open.
 */
export async function recordWaterBillReceived(trx: Db, transaction_id: string): Promise<void> {
  const row = await trx
    .updateTable("additional_requests")
    .set((eb) => ({ status: "received", version: eb("version", "+", 1) }))
    .where("transaction_id", "=", transaction_id)
    .where("type", "=", "sewer_bill")
    .where("status", "=", "sent")
    .returning("id")
    .executeTakeFirst();
  if (!row) return;
  const comments = REQUEST_LABELS.sewer_bill;
  const event = { transaction_id, author: "system", comments } as const;
  await recordEvent(trx, { ...event, event_name: "additional_request_received" });
}

const EVENTS = {
  sent: "additional_request_sent",
  received: "additional_request_received",
} as const;

type Step = { request_id: string; version: number; status: string };

/**
 * Marks an additional request as sent, or a sent one as received (O-037 to O-039, O-043). Repeating
 * the call with the same version has no effect.
 * @throws NotFoundError; ConflictError if the request has changed since, or if the step does not
 * follow its status
 */
export async function markRequest(
  trx: Db,
  transaction_id: string,
  { actor, request_id, version, status }: Step & { actor: Actor },
): Promise<void> {
  const ids = [transaction_id, request_id];
  const request = ids.every(isObjectId)
    ? await trx
        .selectFrom("additional_requests")
        .select(["type", "status", "version"])
        .where("id", "=", request_id)
        .where("transaction_id", "=", transaction_id)
        .forUpdate()
        .executeTakeFirst()
    : undefined;
  if (!request) throw new NotFoundError("Request not found");
  if (request.version === version + 1 && request.status === status) return;
  if (request.version !== version) throw changedMeanwhile(request.status);
  const next = NEXT_STEPS[request.status];
  if (next?.status !== status) {
    throw new ConflictError(`You can’t do this with a request that is ${request.status}.`);
  }
  await trx
    .updateTable("additional_requests")
    .set({
      status: next.status,
      version: version + 1,
      ...(next.status === "sent" && { sent_at: new Date() }),
    })
    .where("id", "=", request_id)
    .execute();
  await recordStaffEvent(trx, {
    actor,
    transaction_id,
    event_name: EVENTS[next.status],
    comments: REQUEST_LABELS[request.type],
    fields: ["status"],
  });
}

function changedMeanwhile(status: RequestStatus) {
  return new ConflictError(
    `Someone else has changed this request to “${status}” since you opened this page. Your change was not saved.`,
  );
}
