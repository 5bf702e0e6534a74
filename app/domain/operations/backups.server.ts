import { sql } from "kysely";
import type { Db } from "#db/connection.ts";

const HOUR_MS = 60 * 60 * 1_000;

/** Time after a backup when the next one is due: one a day, with two hours of grace. */
const BACKUP_DUE_MS = 26 * HOUR_MS;

/**
 * Returns the newest backup, and the backup that the last restore drill used; null for each if
 * there is none.
 */
export async function readBackups(db: Db) {
  const newest = db.selectFrom("backups").selectAll().limit(1);
  const [last, drilled] = await Promise.all([
    newest.orderBy("made_at", "desc").executeTakeFirst(),
    newest.where("drilled_at", "is not", null).orderBy("drilled_at", "desc").executeTakeFirst(),
  ]);
  return { last: last ?? null, drilled: drilled ?? null };
}

/**
 * Returns true if the last backup is over 26 hours old. If there has been no backup, the time since
 * the first migration counts.
 */
export async function isBackupDue(db: Db, now = new Date()): Promise<boolean> {
  const { last } = await readBackups(db);
  const since = last?.made_at ?? (await readFirstMigration(db));
  return since !== null && now.getTime() - since.getTime() > BACKUP_DUE_MS;
}

async function readFirstMigration(db: Db) {
  const { rows } = await sql<{ at: string | null }>`
    select min(timestamp) as at from kysely_migration`.execute(db);
  return rows[0]?.at ? new Date(rows[0].at) : null;
}
