/** Requests for documents, as staff make, read and decide them. */

import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { z } from "zod";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { recordStaffEvent } from "#app/domain/events/events.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import {
  freeText,
  optionalFreeText,
  staffTextLine,
  staffTextLines,
} from "#app/domain/shared/free-text.server.ts";
import { tooLong, tooManyCharacters } from "#app/domain/shared/messages.ts";
import { addWorkingDays } from "#app/domain/shared/working-days.ts";
import { selectBuyers, selectSellers } from "#app/domain/transactions/matter-parts.server.ts";
import {
  lockMatter,
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";
import { documentTitle, isDocumentKind } from "./document-kinds.ts";
import { selectShares } from "./document-shares.server.ts";
import { queueRequestEmails } from "./request-emails.server.ts";
import { sideOf, USUAL_WORKING_DAYS } from "./request-rules.ts";
import {
  DECISIONS,
  type Decision,
  follows,
  isOpen,
  MAX_REASON,
  requestNotFound,
  SELLERS,
} from "./request-states.ts";

/** Form in which staff request a document from the sellers or from the buyers of a purchase. */
export const DocumentRequestForm = z
  .object({
    /** "sellers", or the id of the purchase. */
    from: z.string({ error: "Choose who should send it" }),
    kind: z.string({ error: "Choose a document" }).refine(isDocumentKind, "Choose a document"),
    title: optionalFreeText(tooLong("Name of the document"), { max: 200, read: staffTextLine }),
    purpose: optionalFreeText(tooManyCharacters(MAX_REASON), {
      max: MAX_REASON,
      read: staffTextLines,
    }),
  })
  .superRefine(({ kind, title }, ctx) => {
    if (kind === "other" && !title) {
      ctx.addIssue({ code: "custom", path: ["title"], message: "Name the document" });
    }
  });
type NewRequest = z.output<typeof DocumentRequestForm>;

/**
 * Lists a matter’s requests and documents for staff, with the sides that can be asked: the sellers
 * and the buyers of the active purchase.
 * @throws NotFoundError
 */
export async function readMatterDocuments(db: Db, reader: StaffReader, transaction_id: string) {
  requireTransactionId(transaction_id);
  const { documents, ...matter } = await db
    .selectFrom("transactions")
    .where("transactions.id", "=", transaction_id)
    .select((eb) => [
      "transactions.id",
      selectSellers().as("sellers"),
      jsonArrayFrom(
        eb
          .selectFrom("purchase_intents")
          .select(["purchase_intents.id", "purchase_intents.is_active"])
          .select(selectBuyers().as("buyers"))
          .whereRef("purchase_intents.transaction_id", "=", "transactions.id")
          .orderBy("purchase_intents.is_active", "desc")
          .orderBy("purchase_intents.created_at", "desc"),
      ).as("purchases"),
      jsonArrayFrom(
        eb
          .selectFrom("document_requests")
          .selectAll("document_requests")
          .whereRef("document_requests.transaction_id", "=", "transactions.id")
          .orderBy("document_requests.due_on")
          .orderBy("document_requests.kind")
          .orderBy("document_requests.id"),
      ).as("requests"),
      jsonArrayFrom(
        eb
          .selectFrom("documents")
          .leftJoin("users", "users.id", "documents.uploaded_by")
          .select([
            "documents.id",
            "documents.request_id",
            "documents.purchase_intent_id",
            "documents.file_name",
            "documents.file_type",
            "documents.size_bytes",
            "documents.conversion",
            "documents.scan",
            "documents.inbound_attachment_id",
            "documents.estate_agent_id",
            "users.first_name as uploader",
          ])
          .select(sql<string>`documents.created_at`.as("created_at"))
          .select(selectShares().as("shares"))
          .whereRef("documents.transaction_id", "=", "transactions.id")
          .orderBy("documents.created_at")
          .orderBy("documents.file_name")
          .orderBy("documents.id"),
      ).as("documents"),
    ])
    .executeTakeFirstOrThrow(transactionNotFound);
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return {
    ...matter,
    requests: matter.requests.map((request) => ({
      ...request,
      title: documentTitle(request),
      documents: documents.filter(({ request_id }) => request_id === request.id),
    })),
    others: documents.filter(({ request_id }) => request_id === null),
  };
}

export type StaffRequest = Awaited<ReturnType<typeof readMatterDocuments>>["requests"][number];
export type StaffDocument = StaffRequest["documents"][number];

/**
 * Requests a document from one side and emails the side, together with other requests of the next
 * ten minutes.
 * @throws NotFoundError for a purchase that isn’t the matter’s active one
 */
export async function requestDocument(
  trx: Db,
  { actor, transaction_id, ...form }: NewRequest & { actor: Actor; transaction_id: string },
): Promise<void> {
  await lockMatter(trx, transaction_id);
  const { kind, title, purpose, from } = form;
  const purchase_intent_id = from === SELLERS ? null : from;
  if (purchase_intent_id !== null) await requireActivePurchase(trx, transaction_id, from);
  const today = londonDay(new Date());
  const request = await trx
    .insertInto("document_requests")
    .values({
      transaction_id,
      purchase_intent_id,
      kind,
      source: "staff",
      title,
      purpose,
      requested_on: today,
      due_on: addWorkingDays(today, USUAL_WORKING_DAYS),
      requested_by: actor.id,
    })
    .returning(["transaction_id", "purchase_intent_id", "kind", "title"])
    .executeTakeFirstOrThrow();
  await recordDecision(trx, { actor, request, event_name: "document_requested" });
  await queueRequestEmails(trx, request);
}

async function requireActivePurchase(trx: Db, transaction_id: string, id: string) {
  const notFound = () => new NotFoundError("Purchase not found");
  if (!isObjectId(id)) throw notFound();
  await trx
    .selectFrom("purchase_intents")
    .select("id")
    .where("id", "=", id)
    .where("transaction_id", "=", transaction_id)
    .where("is_active", "=", true)
    .executeTakeFirstOrThrow(notFound);
}

/** Reads one request of a matter with its files, for a confirmation page. @throws NotFoundError */
export async function readStaffRequest(
  db: Db,
  reader: StaffReader,
  { transaction_id, request_id }: { transaction_id: string; request_id: string },
): Promise<StaffRequest> {
  const { requests } = await readMatterDocuments(db, reader, transaction_id);
  const request = requests.find(({ id }) => id === request_id);
  if (!request) throw requestNotFound();
  return request;
}

type Decided = {
  actor: Actor;
  transaction_id: string;
  request_id: string;
  /** Version of the request that staff saw. */
  version: number;
  decision: Decision;
  /** Reason for the customer; null if the decision has none. */
  reason: string | null;
};

/** Form in which staff give the reason for sending a document back, or for not needing it. */
export const DecisionForm = z.object({
  version: z.coerce.number().int(),
  reason: freeText("Enter the reason", tooManyCharacters(MAX_REASON), {
    max: MAX_REASON,
    read: staffTextLines,
  }),
});

/**
 * Accepts a received document, sends it back with a reason, marks a request as not needed, or
 * undoes such a decision. Sending back emails the side. Repeating the call with the same version
 * and reason has no effect.
 * @throws NotFoundError; ConflictError if the request has changed since, or if the decision does
 * not follow its status
 */
export async function decideRequest(trx: Db, decided: Decided): Promise<void> {
  const { actor, transaction_id, request_id, version, decision, reason } = decided;
  const { to, event_name } = DECISIONS[decision];
  await lockMatter(trx, transaction_id);
  if (!isObjectId(request_id)) throw requestNotFound();
  const request = await trx
    .selectFrom("document_requests")
    .select(["id", "transaction_id", "purchase_intent_id", "kind", "title", "status", "version"])
    .select("reason")
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("documents")
            .select("documents.id")
            .whereRef("documents.request_id", "=", "document_requests.id"),
        )
        .$castTo<boolean>()
        .as("has_files"),
    )
    .where("id", "=", request_id)
    .where("transaction_id", "=", transaction_id)
    .forUpdate()
    .executeTakeFirstOrThrow(requestNotFound);
  const status = to ?? (request.has_files ? "received" : "requested");
  const isRepeated = request.status === status && request.reason === reason;
  if (request.version === version + 1 && isRepeated) return;
  if (request.version !== version || !follows(decision, request.status)) {
    throw new ConflictError(
      "This request has changed since you opened the page. Check it and try again.",
    );
  }
  const today = londonDay(new Date());
  const isUndone = decision === "undo";
  await trx
    .updateTable("document_requests")
    .set({
      status,
      reason,
      missing_reason: status === "not_needed" ? undefined : null,
      decided_by: isUndone ? null : actor.id,
      decided_at: isUndone ? null : new Date(),
      version: version + 1,
      ...(isOpen({ status }) && {
        requested_on: today,
        due_on: addWorkingDays(today, USUAL_WORKING_DAYS),
      }),
    })
    .where("id", "=", request.id)
    .execute();
  await recordDecision(trx, { actor, request, event_name, fields: ["status", "reason"] });
  if (status === "sent_back") await queueRequestEmails(trx, request);
}

function recordDecision(
  trx: Db,
  {
    actor,
    request,
    ...event
  }: {
    actor: Actor;
    request: {
      transaction_id: string;
      purchase_intent_id: string | null;
      kind: string;
      title: string | null;
    };
    event_name: (typeof DECISIONS)[Decision]["event_name"] | "document_requested";
    fields?: string[];
  },
) {
  const { transaction_id, purchase_intent_id } = request;
  return recordStaffEvent(trx, {
    actor,
    ...event,
    transaction_id,
    ...(purchase_intent_id && { purchase_intent_id }),
    type: sideOf(request),
    comments: documentTitle(request),
  });
}
