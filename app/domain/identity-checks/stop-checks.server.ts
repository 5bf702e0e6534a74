/** Stopping the checks of a matter that staff have ended. */

import { z } from "zod";
import * as thirdfort from "#app/clients/thirdfort/client.server.ts";
import { isRefused } from "#app/clients/vendor-error.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { addWorkingDays } from "#app/domain/shared/working-days.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import { queuedJob } from "#app/queue/job.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { applyThirdfortResult } from "./thirdfort-results.server.ts";

/** Job that stops the open checks of a matter, once its end can no longer be undone. */
export const stopChecksJob = queuedJob("stop-checks", z.object({ action_id: z.string() }));

/**
 * Aborts the pending checks of a matter that has ended. Does nothing if the end was undone or the
 * matter was resumed. What stays open at a vendor becomes a task: checks that Thirdfort doesn’t
 * stop, and searches, because OneSearch documents no call that cancels them. Runs again while
 * Thirdfort can’t be reached. Never call it in a transaction.
 * @param attempt.isLast true if the job won’t run again
 * @throws VendorError if Thirdfort couldn’t be reached, after all checks were attempted
 */
export async function stopChecks(
  db: Db,
  { action_id }: { action_id: string },
  { isLast }: { isLast: boolean },
): Promise<void> {
  const ended = await db
    .selectFrom("matter_actions")
    .innerJoin("transactions", "transactions.id", "matter_actions.transaction_id")
    .select(["matter_actions.transaction_id", "matter_actions.done_by"])
    .where("matter_actions.id", "=", action_id)
    .where("matter_actions.undone_at", "is", null)
    .where("transactions.ended_on", "is not", null)
    .executeTakeFirst();
  if (!ended) return;
  const { transaction_id, done_by } = ended;
  const checks = await db
    .selectFrom("identity_checks")
    .select(["thirdfort_id", "first_name", "last_name"])
    .where("transaction_id", "=", transaction_id)
    .where("status", "=", "pending")
    .where("order_called_off_at", "is", null)
    .orderBy("id")
    .execute();
  const open: string[] = [];
  const failures: unknown[] = [];
  for (const check of checks) {
    const { thirdfort_id } = check;
    try {
      if (thirdfort_id === null) open.push(fullName(check));
      else await stopCheck(db, thirdfort_id, done_by);
    } catch (error) {
      if (isRefused(error) || isLast) open.push(fullName(check));
      if (!isRefused(error)) failures.push(error);
    }
  }
  if (failures.length > 0 && !isLast) throw failures[0];
  await addTasks(db, transaction_id, open);
}

async function stopCheck(db: Db, thirdfort_id: string, done_by: string | null): Promise<void> {
  const actor = done_by === null ? undefined : { id: done_by, request_id: "" };
  try {
    const found = await thirdfort.abortCheck(thirdfort_id);
    await applyThirdfortResult(
      db,
      { ...found, thirdfort_id, status: "aborted" },
      actor ? { actor } : {},
    );
  } catch (error) {
    if (!isRefused(error)) throw error;
    // Usually the check has ended in the meantime.
    const found = await thirdfort.fetchCheck(thirdfort_id);
    await applyThirdfortResult(db, { ...found, thirdfort_id });
    if (found.status === "pending") throw error;
  }
}

/** Adds a task for each vendor at which something stays open. A repeated job adds none twice. */
async function addTasks(db: Db, transaction_id: string, checks: readonly string[]) {
  await inTransaction(db, async (trx) => {
    await lockMatter(trx, transaction_id);
    const { searches } = await trx
      .selectFrom("searches")
      .select(({ fn }) => fn.countAll<number>().as("searches"))
      .where("transaction_id", "=", transaction_id)
      .where("status", "=", "in progress")
      .executeTakeFirstOrThrow();
    const titles = [
      ...checks.map((name) => `Cancel ${name}’s identity check in Thirdfort’s portal`),
      ...(searches > 0 ? ["Ask OneSearch to cancel the searches that aren’t back"] : []),
    ];
    const known = await trx
      .selectFrom("tasks")
      .select("title")
      .where("transaction_id", "=", transaction_id)
      .where("done_at", "is", null)
      .execute();
    const due_on = addWorkingDays(londonDay(new Date()), 1);
    const tasks = titles
      .map((title) => ({ transaction_id, title: title.slice(0, MAX_TITLE), due_on }))
      .filter(({ title }) => known.every((task) => task.title !== title));
    if (tasks.length > 0) await trx.insertInto("tasks").values(tasks).execute();
  });
}

const MAX_TITLE = 200;
