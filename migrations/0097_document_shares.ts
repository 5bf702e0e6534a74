import { sql, type Kysely } from "kysely";

/**
 * Documents that staff have emailed to a solicitor of the side that sent them. The email's row in
 * `email_log` has the same key, so that pages can say whether it was sent.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table document_shares (
      document_id object_id not null references documents on delete cascade,
      lawyer_group_id object_id not null references lawyer_groups,
      outbox_key text not null,
      shared_by object_id not null references users,
      shared_at timestamptz not null default now(),
      primary key (outbox_key, document_id)
    )`.execute(db);
  await sql`
    create index document_shares_document on document_shares (document_id, shared_at)`.execute(db);
  await sql`create index document_shares_shared_by on document_shares (shared_by)`.execute(db);
}
