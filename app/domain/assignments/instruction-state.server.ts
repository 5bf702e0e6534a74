/** State of the instruction of a law firm: its first letter, and the firm’s answer. */

import type { FirmReader } from "#app/domain/readers/reader.ts";
import { londonDay, sentenceDate } from "#app/domain/shared/dates.ts";
import { addWorkingDays } from "#app/domain/shared/working-days.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { Db } from "#db/connection.ts";

/** Instruction of one lawyer group, in the matters of one letter. */
type Instruction = {
  side: Side;
  lawyer_group_id: string;
  /** The purchase in which the firm acts; null on the sellers’ side. */
  purchase_intent_id: string | null;
  transaction_ids: readonly string[];
};

/** Returns the instruction whose page a person of the firm reads. */
export const instructionOf = (reader: FirmReader): Instruction => ({
  ...reader,
  transaction_ids: [reader.transaction_id],
});

/** Working days within which a firm should accept or decline. */
const ANSWER_DAYS = 1;

/** Returns the day by which a firm should accept or decline, such as "2026-12-02". */
export const answerDay = (instructed_at: Date): string =>
  addWorkingDays(londonDay(instructed_at), ANSWER_DAYS);

/** Returns when the firm was first sent a letter about these matters; null if it was not. */
export async function readInstructedAt(
  db: Db,
  { side, lawyer_group_id, purchase_intent_id, transaction_ids }: Instruction,
): Promise<Date | null> {
  const letter = await db
    .selectFrom("solicitor_letters")
    .innerJoin("solicitor_letter_matters as about", "about.letter_id", "solicitor_letters.id")
    .select("solicitor_letters.created_at")
    .where("about.transaction_id", "in", transaction_ids)
    .where("solicitor_letters.side", "=", side)
    .where("solicitor_letters.lawyer_group_id", "=", lawyer_group_id)
    .where("solicitor_letters.purchase_intent_id", "is not distinct from", purchase_intent_id)
    .orderBy("solicitor_letters.created_at")
    .limit(1)
    .executeTakeFirst();
  return letter?.created_at ?? null;
}

/** Returns true if the firm has accepted the instruction in each of these matters. */
export async function hasAccepted(
  db: Db,
  { side, lawyer_group_id, purchase_intent_id, transaction_ids }: Instruction,
): Promise<boolean> {
  const accepted = await db
    .selectFrom("instruction_answers")
    .select("id")
    .where("transaction_id", "in", transaction_ids)
    .where("side", "=", side)
    .where("lawyer_group_id", "=", lawyer_group_id)
    .where("purchase_intent_id", "is not distinct from", purchase_intent_id)
    .where("answer", "=", "accepted")
    .execute();
  return accepted.length === transaction_ids.length;
}

/** State of an instruction as its letter needs it. */
export type Reply = {
  /** True if the firm has had a letter about the instruction. */
  is_repeat: boolean;
  has_accepted: boolean;
  /** Day by which the firm should accept or decline; null once that day is over. */
  answer_by: string | null;
};

/** Returns whether the firm has the letter and has accepted, and the day by which it should. */
export async function readReply(db: Db, instruction: Instruction): Promise<Reply> {
  const now = new Date();
  const today = londonDay(now);
  const instructed_at = await readInstructedAt(db, instruction);
  const day = answerDay(instructed_at ?? now);
  return {
    is_repeat: instructed_at !== null,
    has_accepted: await hasAccepted(db, instruction),
    answer_by: day < today ? null : sentenceDate(day, today),
  };
}
