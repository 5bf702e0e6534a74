import { z } from "zod";
import { sql } from "kysely";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { requireAsConfirmed } from "#app/domain/versions/versions.ts";
import { enqueue } from "#app/queue/enqueue.server.ts";
import { queuedJob } from "#app/queue/job.ts";
import type { Db } from "#db/connection.ts";

/**
 * A database that was restored from a backup does not know what was sent, ordered and paid since. Until a person has
 * looked, nothing is: no job runs, no vendor is asked for anything that costs money, and only staff are sent links to
 * sign in.
 */

/** Compares Stripe’s payments with ours, from an earlier time than usual where `since` is given. */
export const reconcilePaymentsJob = queuedJob(
  "reconcile-payments",
  z.object({ since: z.iso.datetime().optional() }),
);

/** What may not be done while that is so. */
export class RestoredError extends ConflictError {}

/** Said to a customer. */
export const NOTHING_PAID =
  "We can’t take payments right now. Please try again later. If you’ve already paid, do not pay again.";
/** Said to staff. */
export const NOTHING_ORDERED =
  "The database was restored from a backup. Nothing can be ordered until an administrator turns ordering back on, on the page “Restored from a backup”.";
/** Said to a program that will try again. */
export const TRY_LATER =
  "The database was restored from a backup and may not have this record yet.";

/**
 * The restoration that no one has ended yet; null when there is none. Of several, the oldest backup counts: since then
 * something may have been lost.
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

/** @throws RestoredError with these words while the database is restored and no one has ended that */
export async function requireNotRestored(db: Db, message: string): Promise<void> {
  if (await readRestoration(db)) throw new RestoredError(message);
}

/** What waits until then: emails that no one has been sent, and all jobs. */
export async function countWaiting(db: Db): Promise<{ emails: number; jobs: number }> {
  const { rows } = await sql<{ emails: number; jobs: number }>`
    select (select count(*) from email_log where status in ('queued', 'sending')) as emails,
      (select count(*) from graphile_worker.jobs where attempts < max_attempts) as jobs`.execute(
    db,
  );
  return rows[0] ?? { emails: 0, jobs: 0 };
}

/**
 * Lets the service send and order again. What Stripe and we do not agree about since the backup is put before staff by
 * a job, however old the backup is.
 *
 * @param confirmed the restoration that the page showed
 * @throws ConflictError when there is none any more, or another one
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
