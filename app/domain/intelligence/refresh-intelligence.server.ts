import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { lockMatter } from "#app/domain/transactions/lock-matter.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { readFacts } from "./read-facts.server.ts";
import { readIntelligence } from "./read-intelligence.server.ts";
import { describeMatter } from "./rules.ts";
import { writeWords } from "./write-intelligence.server.ts";

/**
 * Finds out anew where a matter stands (I-033, O-057). Pressed twice, or by two members of staff at once, it is kept
 * once. Not within a transaction.
 *
 * @param ask.seen the newest that whoever asks has seen; null when there was none
 * @returns whether this call has kept one; false when there is a newer one than was seen
 * @throws NotFoundError "Transaction not found", also for what is no id
 */
export async function refreshIntelligence(
  db: Db,
  transaction_id: string,
  { seen, actor }: { seen: string | null; actor: Actor },
): Promise<boolean> {
  const facts = await readFacts(db, transaction_id);
  if (!(await isNewest(db, transaction_id, seen))) return false;
  const known = describeMatter(facts, new Date());
  const { summary, next_step, model, tokens } = await writeWords(known);
  return inTransaction(db, async (trx) => {
    await lockMatter(trx, transaction_id);
    if (!(await isNewest(trx, transaction_id, seen))) return false;
    await trx
      .insertInto("intelligence")
      .values({
        transaction_id,
        summary,
        next_step,
        waiting_on: JSON.stringify(known.waiting_on),
        blockers: JSON.stringify(known.blockers),
        key_dates: JSON.stringify(known.key_dates),
        context: JSON.stringify(facts.context),
        model,
        input_tokens: tokens.input,
        output_tokens: tokens.output,
      })
      .execute();
    await recordAudit(trx, {
      actor,
      action: "intelligence_refreshed",
      subject: { type: "transaction", id: transaction_id },
    });
    return true;
  });
}

async function isNewest(db: Db, transaction_id: string, seen: string | null) {
  return ((await readIntelligence(db, transaction_id))?.id ?? null) === seen;
}
