/**
 * Safe mode after the database is restored from a backup, because we do not know what was sent,
 * ordered and paid since the backup. Until staff end it, no job runs, nothing is ordered or
 * charged, and only staff get sign-in links.
 */

import { z } from "zod";
import { sql } from "kysely";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { requireAsConfirmed } from "#app/domain/versions/edit-conflicts.ts";
import { enqueue } from "#app/queue/enqueue.server.ts";
import { queuedJob } from "#app/queue/job.ts";
import type { Db } from "#db/connection.ts";

/**
 * Job that compares Stripe’s payments with ours. It starts from `since` if that is earlier than
 * usual.
 */
export const reconcilePaymentsJob = queuedJob(
  "reconcile-payments",
  z.object({ since: z.iso.datetime().optional() }),
);

/** Error for an action that is refused until staff end the restore. */
export class RestoredError extends ConflictError {}

export const NOTHING_PAID =
  "We can’t take payments right now. Please try again later. If you’ve already paid, do not pay again.";
export const NOTHING_ORDERED =
  "The database was restored from a backup. Nothing can be ordered until an administrator turns ordering back on, on the page “Restored from a backup”.";
export const TRY_LATER =
  "The database was restored from a backup and may not have this record yet.";

/**
 * Reads the restore that staff have not ended, or null. If there are several, returns the time of
 * the oldest backup.
 */
export async function readRestoration(db: Db) {
  const row = await db
    .selectFrom("restorations")
    .select((eb) => [
      eb.fn.min("backup_made_at").$castTo<Date>().as("backup_made_at"),
      eb.fn.max("restored_at").$castTo<Date>().as("restored_at"),
      sql<boolean>`bool_and(access_known)`.as("access_known"),
    ])
    .where("ended_at", "is", null)
    .having((eb) => eb(eb.fn.countAll(), ">", 0))
    .executeTakeFirst();
  return row ?? null;
}

/** Throws until staff end the restore. @throws RestoredError with the message `message` */
export async function requireNotRestored(db: Db, message: string): Promise<void> {
  if (await readRestoration(db)) throw new RestoredError(message);
}

/** Counts the unsent emails and the jobs that wait for the end of the restore. */
export async function countWaiting(db: Db): Promise<{ emails: number; jobs: number }> {
  const { rows } = await sql<{ emails: number; jobs: number }>`
    select (select count(*) from email_log where status in ('queued', 'sending')) as emails,
      (select count(*) from graphile_worker.jobs where attempts < max_attempts) as jobs`.execute(
    db,
  );
  return rows[0] ?? { emails: 0, jobs: 0 };
}

/**
 * Ends the restore, and queues a comparison with Stripe that starts at the time of the backup.
 * @throws ConflictError if the restore has already ended, or if `confirmed` is a different restore
 */
export async function endRestoration(
  trx: Db,
  { actor, confirmed }: { actor: Actor; confirmed: { restored_at: string } },
): Promise<void> {
  const open = await trx
    .selectFrom("restorations")
    .select("id")
    .where("ended_at", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  const restoration = await readRestoration(trx);
  if (!restoration) throw new ConflictError("Sending and ordering are already on.");
  const restored_at = restoration.restored_at.toISOString();
  requireAsConfirmed({ restored_at }, confirmed, "The date of the restore");
  await trx
    .updateTable("restorations")
    .set({ ended_at: sql`now()`, ended_by: actor.id })
    .where("ended_at", "is", null)
    .execute();
  for (const { id } of open) {
    await recordAudit(trx, {
      actor,
      action: "restoration_ended",
      subject: { type: "restoration", id },
      fields: ["ended_at"],
    });
  }
  const since = restoration.backup_made_at.toISOString();
  await enqueue(trx, reconcilePaymentsJob, { since });
}
