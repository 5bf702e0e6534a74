import { ConflictError } from "#app/domain/errors.ts";
import type { FirmReader } from "#app/domain/readers/reader.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { freeText } from "#app/domain/shared/free-text.server.ts";
import { tooLong } from "#app/domain/shared/messages.ts";
import { endOf } from "#app/domain/stages/done-stages.ts";
import { selectStageRow } from "#app/domain/transactions/listed-transactions.server.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import { toStageFacts } from "#app/domain/transactions/stage-facts.ts";
import type { Db } from "#db/connection.ts";
import { selectActingGroup } from "./acting-firm.server.ts";

const MAX_NAME = 200;

/** Field with the name of the person at the firm, which each form of the page has. */
export const personName = () =>
  freeText("Enter your name", tooLong("Your name", MAX_NAME), { max: MAX_NAME });

/**
 * Locks the matter of a firm’s page and returns its facts, before the firm changes something.
 * Remembers the person’s name for the session.
 * @throws ConflictError if another firm acts now, or the matter has ended
 */
export async function lockFirmMatter(trx: Db, reader: FirmReader, person: string) {
  const { transaction_id, lawyer_group_id, purchase_intent_id, side } = reader;
  await lockMatter(trx, transaction_id);
  const acting = await selectActingGroup(trx, reader)
    .select(selectStageRow().as("stage_row"))
    .where("lawyer_groups.id", "=", lawyer_group_id)
    .executeTakeFirst();
  if (!acting || (side === "buyer" && acting.active_purchase_id !== purchase_intent_id)) {
    throw new ConflictError("Your firm no longer acts here, so nothing was saved");
  }
  const { stage_row, active_purchase_id } = acting;
  const facts = toStageFacts(stage_row);
  const today = londonDay(new Date());
  const end = endOf(facts, today);
  if (end === "aborted" || end === "completed") {
    throw new ConflictError("This sale or purchase has ended, so nothing was saved");
  }
  await trx
    .updateTable("firm_sessions")
    .set({ person_name: person })
    .where("id", "=", reader.id)
    .execute();
  return { facts, today, active_purchase_id };
}
