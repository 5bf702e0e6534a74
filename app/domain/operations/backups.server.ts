import { sql } from "kysely";
import type { Db } from "#db/connection.ts";

/** Backups, as the commands that make and try them have written them down (db/backup.ts, db/drill.ts). */

const HOUR_MS = 60 * 60 * 1_000;

/** One a day, and two hours for the next one to be late. */
const BACKUP_DUE_MS = 26 * HOUR_MS;

/** The newest backup, and the newest that a drill has restored; nulls while there is none. */
export async function readBackups(db: Db) {
  const newest = db.selectFrom("backups").selectAll().limit(1);
  const [last, drilled] = await Promise.all([
    newest.orderBy("made_at", "desc").executeTakeFirst(),
    newest.where("drilled_at", "is not", null).orderBy("drilled_at", "desc").executeTakeFirst(),
  ]);
  return { last: last ?? null, drilled: drilled ?? null };
}

/**
 * Whether a backup should have been made by now: the last one is too old, or there is none although the database is older
 * than that.
 */
export async function isBackupDue(db: Db, now = new Date()): Promise<boolean> {
  const { last } = await readBackups(db);
  const since = last?.made_at ?? (await readFirstMigration(db));
  return since !== null && now.getTime() - since.getTime() > BACKUP_DUE_MS;
}

/** When the database was made. */
async function readFirstMigration(db: Db) {
  const { rows } = await sql<{ at: string | null }>`
    select min(timestamp) as at from kysely_migration`.execute(db);
  return rows[0]?.at ? new Date(rows[0].at) : null;
}
