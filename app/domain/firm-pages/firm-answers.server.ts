import { sql } from "kysely";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { Db } from "#db/connection.ts";

/**
 * Reads, for staff, the answers of the firms that act in a matter now, by side. A side is missing
 * until its firm has answered.
 */
export async function readFirmAnswers(db: Db, reader: StaffReader, transaction_id: string) {
  const answers = await db
    .selectFrom("instruction_answers as answer")
    .innerJoin("transactions", "transactions.id", "answer.transaction_id")
    .select(["answer.side", "answer.answer", "answer.fee_earner", "answer.firm_reference"])
    .select(["answer.reason", "answer.note", "answer.answered_by", "answer.answered_at"])
    .where("answer.transaction_id", "=", transaction_id)
    .where(
      sql<boolean>`answer.lawyer_group_id = case answer.side
        when 'seller' then transactions.seller_lawyer_group_id
        else transactions.buyer_lawyer_group_id end`,
    )
    .where(
      sql<boolean>`(answer.purchase_intent_id is null or answer.purchase_intent_id = (
        select purchase_intent_id from listed_transactions where id = transactions.id))`,
    )
    .execute();
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  const of = (side: Side) => answers.find((answer) => answer.side === side) ?? null;
  return { seller: of("seller"), buyer: of("buyer") };
}

export type FirmAnswer = NonNullable<Awaited<ReturnType<typeof readFirmAnswers>>["seller"]>;
