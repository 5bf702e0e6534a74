import { sql, type Kysely } from "kysely";

/** A document that cannot be read is not tried again for each report, and staff may leave one out of the report. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table search_documents
      add unreadable text check (unreadable in ('pages', 'password', 'damaged', 'limits')),
      add left_out_by object_id references users,
      add left_out_at timestamptz,
      add check ((left_out_by is null) = (left_out_at is null))`.execute(db);
}
