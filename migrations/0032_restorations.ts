import { sql, type Kysely } from "kysely";

/**
 * That the database was restored from a backup, and whether a person has since read what may have happened in between:
 * until then nothing is sent or ordered. A restore of a backup that is older than this table makes it itself, so that the
 * row comes with the data.
 */
export const RESTORATIONS = `
  create table if not exists restorations (
    id object_id primary key default new_id(),
    backup_made_at timestamptz not null,
    restored_at timestamptz not null default now(),
    access_known boolean not null,
    ended_at timestamptz,
    ended_by object_id references users,
    check ((ended_at is null) = (ended_by is null))
  )`;

export async function up(db: Kysely<unknown>) {
  await sql.raw(RESTORATIONS).execute(db);
}
