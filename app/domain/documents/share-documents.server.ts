/** Staff email a side’s accepted documents to the side’s own solicitor. */

import { z } from "zod";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { ConflictError, DomainError } from "#app/domain/errors.ts";
import { recordStaffEvent } from "#app/domain/events/events.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import {
  readSideSolicitor,
  type SideSolicitor,
} from "#app/domain/transactions/side-solicitor.server.ts";
import {
  lockMatter,
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import { requireAsConfirmed } from "#app/domain/versions/edit-conflicts.ts";
import { randomId } from "#app/platform/secrets.server.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import { documentsToSolicitorEmail } from "./document-email.server.ts";
import { documentTitle } from "./document-kinds.ts";
import { documentState } from "./document-states.ts";
import { selectShares } from "./document-shares.server.ts";
import { emailSizeRefusal, MAX_EMAILED_BYTES } from "./email-size.ts";
import { isShared } from "./share-states.ts";

/** Reason why a document can't be emailed. */
export type ShareProblem = "checking" | "infected" | "too_large";

/**
 * Returns the solicitor of one side with the side's accepted documents, or the reason why staff
 * can't email any yet.
 * @throws NotFoundError
 */
export async function planDocumentEmail(
  db: Db,
  reader: StaffReader | ServiceReader,
  { transaction_id, side }: { transaction_id: string; side: Side },
) {
  requireTransactionId(transaction_id);
  await db
    .selectFrom("transactions")
    .select("id")
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  const solicitor = await readSideSolicitor(db, { transaction_id, side });
  const refused = (refusal: string) => ({ solicitor: null, documents: [], refusal });
  if (!solicitor) return refused(NO_SOLICITOR[side]);
  const documents = await listAccepted(db, { transaction_id, solicitor });
  if (documents.length === 0) return refused("You haven’t accepted any documents from this side.");
  return { solicitor, documents, refusal: null };
}

const NO_SOLICITOR: Record<Side, string> = {
  seller: "The sellers have no solicitor yet.",
  buyer: "There is no active buyer with a solicitor yet.",
};

async function listAccepted(
  db: Db,
  { transaction_id, solicitor }: { transaction_id: string; solicitor: SideSolicitor },
) {
  const { lawyer_group_id, purchase_intent_id } = solicitor;
  const documents = await db
    .selectFrom("documents")
    .innerJoin("document_requests as request", "request.id", "documents.request_id")
    .select(["documents.id", "documents.file_name", "documents.size_bytes"])
    .select(["documents.scan", "documents.conversion", "request.kind", "request.title"])
    .select(selectShares().as("shares"))
    .where("documents.transaction_id", "=", transaction_id)
    .where("documents.purchase_intent_id", "is not distinct from", purchase_intent_id)
    .where("request.status", "=", "accepted")
    .orderBy("documents.created_at")
    .orderBy("documents.file_name")
    .orderBy("documents.id")
    .execute();
  return documents.map(({ id, file_name, size_bytes, shares, ...document }) => ({
    id,
    title: documentTitle(document),
    file_name,
    size_bytes,
    problem: problemOf({ ...document, size_bytes }),
    shares: shares.filter((share) => share.lawyer_group_id === lawyer_group_id && isShared(share)),
  }));
}

function problemOf({
  size_bytes,
  ...document
}: Parameters<typeof documentState>[0] & { size_bytes: number }): ShareProblem | null {
  const state = documentState(document);
  if (state === "checking" || state === "infected") return state;
  return size_bytes > MAX_EMAILED_BYTES ? "too_large" : null;
}

type Plan = Awaited<ReturnType<typeof planDocumentEmail>>;

/** Returns the ids of the documents that the solicitor has already, as one text. */
export function sharedIds(documents: Plan["documents"]): string {
  const shared = documents.filter(({ shares }) => shares.length > 0);
  return shared
    .map(({ id }) => id)
    .sort()
    .join();
}

/** Form in which staff choose the documents. Its hidden fields contain what the page showed. */
export const DocumentEmailForm = z.object({
  email: z.string(),
  shared: z.string().default(""),
  documents: z
    .union([z.array(z.string()), z.string().transform((id) => [id])])
    .optional()
    .transform((ids) => [...new Set(ids ?? [])].sort())
    .refine((ids) => ids.length > 0, "Choose at least one document"),
});

/**
 * Queues one email with the chosen documents to the solicitor of their side, and records who sent
 * which documents.
 * @throws NotFoundError; DomainError if the documents are too large for an email; ConflictError if
 * the solicitor or the emailed documents have changed since the page was shown, or if a chosen
 * document can no longer be emailed
 */
export async function emailDocuments(
  trx: Db,
  { transaction_id, side }: { transaction_id: string; side: Side },
  { actor, ...form }: z.output<typeof DocumentEmailForm> & { actor: Actor },
): Promise<void> {
  await lockMatter(trx, transaction_id);
  const { solicitor, documents, refusal } = await planDocumentEmail(trx, service, {
    transaction_id,
    side,
  });
  if (!solicitor) throw new ConflictError(refusal);
  requireAsConfirmed(
    { email: solicitor.email, shared: sharedIds(documents) },
    { email: form.email, shared: form.shared },
    "The solicitor or the list of emailed documents",
    "Check them and send again",
  );
  const chosen = documents.filter(({ id, problem }) => form.documents.includes(id) && !problem);
  if (chosen.length < form.documents.length) {
    throw new ConflictError("You can no longer email one of these documents. Choose again");
  }
  const tooLarge = emailSizeRefusal(chosen);
  if (tooLarge) throw new DomainError(tooLarge, 400, { data: { field: "documents" } });
  const { email: recipient, law_firm, lawyer_group_id, purchase_intent_id } = solicitor;
  const outbox_key = `${documentsToSolicitorEmail.name}:${randomId()}`;
  await trx
    .insertInto("document_shares")
    .values(
      chosen.map(({ id }) => ({
        document_id: id,
        lawyer_group_id,
        outbox_key,
        shared_by: actor.id,
      })),
    )
    .execute();
  await queueEmail(trx, {
    email: documentsToSolicitorEmail,
    recipient,
    transaction_id,
    props: { outbox_key },
    dedupe_key: outbox_key,
  });
  const titles = [...new Set(chosen.map(({ title }) => title))].join(", ");
  await recordStaffEvent(trx, {
    transaction_id,
    ...(purchase_intent_id && { purchase_intent_id }),
    event_name: "documents_emailed",
    type: side,
    comments: `${law_firm}: ${titles}`,
    fields: ["document_shares"],
    actor,
  });
}
