/** Storage of the end of a matter, for the actions that end and resume it. */

import { sql } from "kysely";
import { z } from "zod";
import { adminDate } from "#app/domain/shared/dates.ts";
import { transactionNotFound } from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";
import type { ActionPlace, ShownValue } from "./action.ts";

export const storedEnd = z.object({
  ended_on: z.string().nullable(),
  end_reason: z.string().nullable(),
  end_note: z.string().nullable(),
});
type End = z.output<typeof storedEnd>;

export const NOT_ENDED: End = { ended_on: null, end_reason: null, end_note: null };

/** Reads whether a matter has ended, with the reason and the note. @throws NotFoundError */
export function readEnd(db: Db, { transaction_id }: ActionPlace): Promise<End> {
  return db
    .selectFrom("transactions")
    .select(["ended_on", "end_reason", "end_note"])
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow(transactionNotFound);
}

export const showEnd = ({ ended_on, end_reason, end_note }: End): ShownValue[] => [
  { label: "Ended", text: ended_on === null ? "No" : adminDate(ended_on) },
  { label: "Reason", text: end_reason ?? "None" },
  { label: "Note for staff", text: end_note ?? "None" },
];

/** Such as "Matter ended: Seller withdrew". */
export const describeEnd = ({ after }: { after: End }) =>
  after.ended_on === null ? "Matter resumed" : `Matter ended: ${after.end_reason ?? "no reason"}`;

/**
 * Stores the end of a matter, or takes it back. The active purchase is aborted with the matter. If
 * it was aborted before, it stays as it is, also when the matter is resumed.
 */
export async function writeEnd(trx: Db, place: ActionPlace, end: End): Promise<void> {
  const ended_purchase_id =
    end.ended_on === null
      ? await restorePurchase(trx, place)
      : await abortPurchase(trx, place, end.ended_on);
  await trx
    .updateTable("transactions")
    .set({ ...end, ended_purchase_id })
    .where("id", "=", place.transaction_id)
    .execute();
}

async function abortPurchase(trx: Db, { transaction_id }: ActionPlace, day: string) {
  const purchase = await trx
    .updateTable("purchase_intents")
    .set({ aborted: day })
    .where("transaction_id", "=", transaction_id)
    .where("is_active", "=", true)
    .where("aborted", "is", null)
    .returning("id")
    .executeTakeFirst();
  return purchase?.id ?? null;
}

async function restorePurchase(trx: Db, { transaction_id }: ActionPlace): Promise<null> {
  await trx
    .updateTable("purchase_intents")
    .set({ aborted: null })
    .where("transaction_id", "=", transaction_id)
    .where("id", "=", (eb) =>
      eb.selectFrom("transactions").select("ended_purchase_id").where("id", "=", transaction_id),
    )
    .execute();
  await reopenQuestions(trx, transaction_id);
  return null;
}

/**
 * Opens the questions to firms again that the end has closed within the time for its undo, with the
 * tasks that follow from them. Older questions are no longer what we would ask.
 */
async function reopenQuestions(trx: Db, transaction_id: string) {
  await sql`
    with reopened as (
      update chases set ended_at = null, end_reason = null
      from (select id, ended_at from chases
        where transaction_id = ${transaction_id} and end_reason = 'matter_ended'
          and ended_at > now() - interval '10 minutes') as closed
      where chases.id = closed.id
      returning chases.id, closed.ended_at
    )
    update tasks set done_at = null, version = version + 1
    from reopened
    where tasks.chase_id = reopened.id and tasks.done_at = reopened.ended_at
      and tasks.done_by is null`.execute(trx);
}
