import { askedText } from "#app/domain/chases/chase-words.ts";
import { listAsked } from "#app/domain/chases/chases.server.ts";
import type { Reader } from "#app/domain/readers/reader.ts";
import { stepForReader } from "#app/domain/stages/current-step.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { StageFacts } from "#app/domain/transactions/stage-facts.ts";
import { db } from "#db/connection.ts";

/**
 * Returns what we have asked firms about the step that the reader’s page shows, as sentences.
 * @param today such as "2026-12-01"
 */
export async function readAskedTexts(
  reader: Reader,
  { id, side, facts }: { id: string; side: Side; facts: StageFacts },
  today: string,
): Promise<string[]> {
  const step = stepForReader(facts, today, side);
  if (!step) return [];
  const chases = await listAsked(db, { transaction_id: id, reader });
  return chases
    .filter((chase) => chase.step === step.next)
    .map((chase) => askedText(chase, { reader: side, today }));
}
