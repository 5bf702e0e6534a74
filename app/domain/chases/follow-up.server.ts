import { sql } from "kysely";
import { formatInLondon } from "#app/domain/shared/dates.server.ts";
import { londonDay, sentenceDate } from "#app/domain/shared/dates.ts";
import { isWorkingDay } from "#app/domain/shared/working-days.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { type GivenAnswer, isChasedStep, firmOf } from "./chase-words.ts";
import { readFirmContact } from "./chased-matter.server.ts";

/** Returns true from 9:00 to 9:59 on working days in London. */
export function isTimeForFollowUps(at: Date): boolean {
  return formatInLondon(at, "HH") === "09" && isWorkingDay(londonDay(at));
}

/** Number of questions that one database transaction follows up. */
const BATCH = 50;

/** Follows up all questions that are due, in batches. Returns their number. */
export async function followUpChases(db: Db, at: Date): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await inTransaction(db, (trx) => followUpBatch(trx, at));
    total += count;
    if (count < BATCH) return total;
  }
}

/**
 * Makes a task for each question whose follow-up is due today or earlier: to ask again, or to check
 * whether the firm has finished. Leaves out paused matters, and the answers that already made a
 * task. Running it twice makes no second task.
 */
async function followUpBatch(trx: Db, at: Date): Promise<number> {
  const today = londonDay(at);
  const { rows } = await sql<Due>`
    update chases set followed_up_at = now()
    where id in (
      select id from chases
      where follow_up_on <= ${today} and ended_at is null and followed_up_at is null
        and not exists (select from transactions
          where transactions.id = chases.transaction_id and paused_on is not null)
      order by follow_up_on, id limit ${BATCH} for update skip locked)
    returning id, transaction_id, side, step, lawyer_group_id, estate_agent_id,
      answer, answer_day, answer_waiting_for`.execute(trx);
  for (const chase of rows) {
    const firm = firmOf(chase);
    const firm_id = chase.lawyer_group_id ?? chase.estate_agent_id;
    if (firm_id === null || !isChasedStep(chase.step)) continue;
    const { name } = await readFirmContact(trx, { firm, id: firm_id });
    const title = followUpTitle(name, chase, today);
    if (title === null) continue;
    await trx
      .insertInto("tasks")
      .values({
        transaction_id: chase.transaction_id,
        chase_id: chase.id,
        title: title.slice(0, 200),
        due_on: today,
      })
      .execute();
  }
  return rows.length;
}

type Due = GivenAnswer & {
  id: string;
  transaction_id: string;
  side: "seller" | "buyer";
  step: string;
  lawyer_group_id: string | null;
  estate_agent_id: string | null;
};

function followUpTitle(
  firm: string,
  { answer, answer_day, answer_waiting_for }: GivenAnswer,
  today: string,
): string | null {
  switch (answer) {
    case null:
      return `No answer from ${firm}: chase again`;
    case "by_day":
      return `${firm} expected to finish by ${sentenceDate(answer_day ?? today, today)}: check or chase again`;
    case "waiting":
      return `${firm} waited for ${answer_waiting_for ?? "someone else"}: check or chase again`;
    case "done":
    case "not_ours":
      return null;
  }
}
