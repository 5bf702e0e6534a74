import type { Db } from "#db/connection.ts";

/**
 * Returns the reference that a law firm gave when it accepted its instruction, for an email about
 * one matter to a person of that firm. Null for another recipient, and for a person who has acted
 * for both sides, because the email may be about either.
 */
export async function readFirmReference(
  db: Db,
  { transaction_ids, recipient }: { transaction_ids: readonly string[]; recipient: string },
): Promise<string | null> {
  const [transaction_id, ...others] = transaction_ids;
  if (transaction_id === undefined || others.length > 0) return null;
  const answers = await db
    .selectFrom("instruction_answers as answer")
    .innerJoin("lawyer_group_members as person", "person.lawyer_group_id", "answer.lawyer_group_id")
    .select(["answer.side", "answer.firm_reference"])
    .where("answer.transaction_id", "=", transaction_id)
    .where("answer.answer", "=", "accepted")
    .where("person.email", "=", recipient)
    .orderBy("answer.answered_at", "desc")
    .execute();
  const sides = new Set(answers.map(({ side }) => side));
  return sides.size === 1 ? (answers[0]?.firm_reference ?? null) : null;
}
