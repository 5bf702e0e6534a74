import { sql, type Kysely } from "kysely";

/** What an email about a matter said, and who read along. Of emails with a link that signs in nothing is kept. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table email_log
      add column subject text,
      add column words text,
      add column copied_to text[]`.execute(db);
  // One email about several homes of a group has no matter of its own.
  await sql`
    create index email_log_of_several on email_log using gin ((props -> 'transaction_ids'))
    where transaction_id is null and words is not null`.execute(db);
}
