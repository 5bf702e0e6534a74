import { sql, type Kysely } from "kysely";

/** What whoever runs the service is told: which processes live, which backups there are, and what a person must see to. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table processes (
      id object_id primary key default new_id(),
      kind text not null check (kind in ('web', 'worker', 'web and worker')),
      release text not null,
      started_at timestamptz not null default now(),
      seen_at timestamptz not null default now(),
      disk_used real check (disk_used between 0 and 1),
      disk_free_bytes bigint,
      breakers jsonb not null default '[]'
    )`.execute(db);
  await sql`create index processes_seen_at on processes (seen_at)`.execute(db);

  await sql`
    create table backups (
      id object_id primary key default new_id(),
      made_at timestamptz not null unique,
      folder text not null,
      rows bigint not null,
      documents integer not null,
      drilled_at timestamptz,
      drill_ms integer,
      drill_failure text,
      check (drill_failure is null or drilled_at is not null)
    )`.execute(db);

  await sql`
    create table alerts (
      id object_id primary key default new_id(),
      about text not null,
      title text not null,
      what_to_do text not null,
      path text not null,
      began_at timestamptz not null default now(),
      ended_at timestamptz
    )`.execute(db);
  await sql`create unique index alerts_one_open on alerts (about) where ended_at is null`.execute(
    db,
  );
  await sql`create index alerts_ended_at on alerts (ended_at)`.execute(db);

  // The figures of a day are counted without reading a table whole.
  await sql`create index orders_paid_at on orders (paid_at) where paid_at is not null`.execute(db);
  await sql`create index email_log_sent_at on email_log (sent_at) where sent_at is not null`.execute(
    db,
  );
  await sql`
    create index email_log_failed on email_log (created_at) where status = 'failed'`.execute(db);
}
