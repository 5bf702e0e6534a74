import {
  instructionOf,
  readInstructedAt,
} from "#app/domain/assignments/instruction-state.server.ts";
import { readInstructionFacts } from "#app/domain/assignments/letter.server.ts";
import { readMatterContact } from "#app/domain/handlers/contact.server.ts";
import type { FirmReader } from "#app/domain/readers/reader.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { endOf } from "#app/domain/stages/done-stages.ts";
import { selectStageRow } from "#app/domain/transactions/listed-transactions.server.ts";
import { transactionNotFound } from "#app/domain/transactions/matter.server.ts";
import { toStageFacts } from "#app/domain/transactions/stage-facts.ts";
import type { Db } from "#db/connection.ts";
import { listFirmFiles } from "./firm-files.server.ts";
import { firmSteps, hasWorkBegun } from "./firm-steps.ts";

/**
 * Returns what the page of a law firm shows: the instruction, the firm’s answer and steps, and the
 * stage of the matter.
 * @throws NotFoundError if the matter no longer exists
 */
export async function readFirmPage(db: Db, reader: FirmReader, now: Date) {
  const { transaction_id, side } = reader;
  const today = londonDay(now);
  const { stage_row, ...matter } = await db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .select(selectStageRow().as("stage_row"))
    .where("transactions.id", "=", transaction_id)
    .where(`transactions.${side}_lawyer_group_id`, "=", reader.lawyer_group_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  const facts = toStageFacts(stage_row);
  return {
    ...matter,
    ...(await readInstructionFacts(db, reader)),
    facts,
    end: endOf(facts, today),
    steps: firmSteps(facts, side, today),
    has_work_begun: hasWorkBegun(facts, side, today),
    instructed_at: await readInstructedAt(db, instructionOf(reader)),
    answer: await readAnswer(db, reader),
    files: await listFirmFiles(db, reader),
    contact: await readMatterContact(db, reader, transaction_id, now),
  };
}

/** Returns the firm’s answer to its instruction; null before it has answered. */
async function readAnswer(db: Db, reader: FirmReader) {
  const answer = await db
    .selectFrom("instruction_answers")
    .select(["answer", "fee_earner", "firm_reference", "reason", "answered_by", "answered_at"])
    .where("transaction_id", "=", reader.transaction_id)
    .where("side", "=", reader.side)
    .where("lawyer_group_id", "=", reader.lawyer_group_id)
    .where("purchase_intent_id", "is not distinct from", reader.purchase_intent_id)
    .executeTakeFirst();
  return answer ?? null;
}
