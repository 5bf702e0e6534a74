import { sql, type Kysely } from "kysely";

/**
 * Numbers of the workload page, which a job counts, so that the page reads one row per person. An
 * index for emails without a matter has the order in which they wait, so that snoozed ones are not
 * read. Four indexes that no list has used since 0102 go.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table workloads (
      -- Null for the matters and conversations without a handler.
      handler_id object_id references users on delete cascade,
      open_matters integer not null,
      late_matters integer not null,
      unanswered integer not null,
      counted_at timestamptz not null default now(),
      unique nulls not distinct (handler_id)
    )`.execute(db);
  for (const name of ["open", "unanswered", "handler", "state", "unmatched", "unmatched_handler"]) {
    await sql`drop index ${sql.id(`conversations_${name}`)}`.execute(db);
  }
  // Lists of colleagues read the staff, not the customers.
  await sql`
    create index users_staff on users (first_name, last_name, id) where type = 'admin'`.execute(db);
  await sql`
    create index conversations_handler on conversations (handler_id) where handler_id is not null`.execute(
    db,
  );
  await sql`
    create index conversations_unmatched on conversations (waits_from, id)
    where state = 'open' and transaction_id is null`.execute(db);
  await sql`
    create index conversations_unmatched_answerer on conversations (answerer_key, waits_from, id)
    where state = 'open' and transaction_id is null`.execute(db);
}
