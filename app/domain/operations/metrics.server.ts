import { sql } from "kysely";
import type { Db } from "#db/connection.ts";

type Figures = {
  sign_ups: number;
  payments: number;
  paid_pence: number;
  emails_sent: number;
  emails_refused: number;
};

/**
 * Counts today's sign-ups, payments and emails so far. Emails withdrawn before they were sent do
 * not count as refused.
 */
export async function readFigures(db: Db): Promise<Figures> {
  const { rows } = await sql<Figures>`
    with today as (
      select date_trunc('day', now() at time zone 'Europe/London') at time zone 'Europe/London' as began
    )
    select
      (select count(*) from users where type = 'customer' and created_at >= began) as sign_ups,
      (select count(*) from orders where paid_at >= began) as payments,
      (select coalesce(sum(total_amount_pence), 0) from orders where paid_at >= began) as paid_pence,
      (select count(*) from email_log where sent_at >= began) as emails_sent,
      (select count(*) from email_log
       where status = 'failed' and created_at >= began
         and last_error is distinct from 'withdrawn') as emails_refused
    from today`.execute(db);
  if (!rows[0]) throw new Error("The figures of the day cannot be counted");
  return rows[0];
}

/** Returns the size of the database in bytes. */
export async function readDatabaseSize(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/**
 * Returns how many seconds a replica is behind: 0 if it has replayed everything, null for a
 * primary.
 */
export async function readReplicaLag(copy: Db): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select case
      when not pg_is_in_recovery() then null
      when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
      else extract(epoch from now() - pg_last_xact_replay_timestamp())
    end::float8 as seconds`.execute(copy);
  return rows[0]?.seconds ?? null;
}

/** Returns the name of the newest migration. */
export async function readSchemaVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select max(name) as name from kysely_migration`.execute(db);
  return rows[0]?.name ?? "";
}
