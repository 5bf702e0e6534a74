import { sql, type Kysely } from "kysely";

/** What each night deleted because its time was over, or found and left; and what it looks for among the sent emails. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table retention_runs (
      id object_id primary key default new_id(),
      ran_at timestamptz not null default now(),
      deleted jsonb not null,
      only_counted jsonb not null
    )`.execute(db);
  await sql`
    create index email_log_stray on email_log (created_at)
    where transaction_id is null and user_id is null`.execute(db);
}
