/**
 * Memoranda of sale that estate agents send on their page. A memorandum changes nothing in the sale
 * until staff agree the sale with it (app/domain/actions/agree-sale.server.ts).
 */

import { sql } from "kysely";
import { documentState } from "#app/domain/documents/document-states.ts";
import { agentFullName } from "#app/domain/estate-agents/labels.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { requireTransactionId } from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";

type NewMemorandum = {
  transaction_id: string;
  estate_agent_id: string;
  document_id: string;
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
  agreed_price_pounds: number;
  sent_by: string;
  sent_email: string;
};

/** Stores a memorandum. The matter must be locked, and have no open one. */
export async function insertMemorandum(trx: Db, memorandum: NewMemorandum): Promise<void> {
  await trx.insertInto("memoranda").values(memorandum).execute();
}

/** Finds the memorandum of a matter that staff must check, or null. */
export async function findOpenMemorandum(db: Db, transaction_id: string) {
  const memorandum = await db
    .selectFrom("memoranda")
    .innerJoin("documents", "documents.id", "memoranda.document_id")
    .select(["memoranda.id", "memoranda.estate_agent_id", "memoranda.email", "documents.sha256"])
    .select(["memoranda.first_name", "memoranda.last_name", "memoranda.phone_number"])
    .select("memoranda.agreed_price_pounds")
    .where("memoranda.transaction_id", "=", transaction_id)
    .where("memoranda.status", "=", "sent")
    .executeTakeFirst();
  return memorandum ?? null;
}

/** Reads the memorandum of a matter that staff must check, with its file; null without one. */
export async function readOpenMemorandum(db: Db, reader: StaffReader, transaction_id: string) {
  requireTransactionId(transaction_id);
  const found = await db
    .selectFrom("memoranda")
    .innerJoin("documents", "documents.id", "memoranda.document_id")
    .innerJoin("estate_agents", "estate_agents.id", "memoranda.estate_agent_id")
    .leftJoin("brands", "brands.id", "estate_agents.brand_id")
    .select(["memoranda.id", "memoranda.first_name", "memoranda.last_name", "memoranda.email"])
    .select(["memoranda.phone_number", "memoranda.agreed_price_pounds"])
    .select(["memoranda.sent_by", "memoranda.sent_at", "memoranda.document_id"])
    .select(["documents.file_name", "documents.scan", "documents.conversion"])
    .select(["estate_agents.office_name", "brands.brand_name"])
    .where("memoranda.transaction_id", "=", transaction_id)
    .where("memoranda.status", "=", "sent")
    .executeTakeFirst();
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  if (!found) return null;
  const { scan, conversion, office_name, brand_name, ...memorandum } = found;
  return {
    ...memorandum,
    office: agentFullName({ office_name, brand_name }),
    file_state: documentState({ scan, conversion }),
  };
}

/**
 * Reads the newest memorandum that an office has sent for a sale, for its page; null without one.
 */
export async function readLatestMemorandum(
  db: Db,
  place: { transaction_id: string; estate_agent_id: string },
) {
  const memorandum = await db
    .selectFrom("memoranda")
    .select(["status", "first_name", "last_name", "agreed_price_pounds"])
    .select(["sent_by", "sent_at", "reason", "decided_at"])
    .where("transaction_id", "=", place.transaction_id)
    .where("estate_agent_id", "=", place.estate_agent_id)
    .orderBy("sent_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return memorandum ?? null;
}

type Decision = { transaction_id: string; memorandum_id: string };

/** Records that staff have agreed the sale of a memorandum. The matter must be locked. */
export async function agreeMemorandum(
  trx: Db,
  { transaction_id, memorandum_id, staff_id }: Decision & { staff_id: string },
): Promise<void> {
  await trx
    .updateTable("memoranda")
    .set({ status: "agreed", decided_by: staff_id, decided_at: sql`now()` })
    .where("id", "=", memorandum_id)
    .where("transaction_id", "=", transaction_id)
    .where("status", "=", "sent")
    .execute();
}

/** Opens a memorandum again after staff have undone the agreement. The matter must be locked. */
export async function reopenMemorandum(
  trx: Db,
  { transaction_id, memorandum_id }: Decision,
): Promise<void> {
  await trx
    .updateTable("memoranda")
    .set({ status: "sent", decided_by: null, decided_at: null })
    .where("id", "=", memorandum_id)
    .where("transaction_id", "=", transaction_id)
    .where("status", "=", "agreed")
    .execute();
}
