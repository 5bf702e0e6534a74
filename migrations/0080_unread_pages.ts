import { sql, type Kysely } from "kysely";

/** Pages of a search document that show something and have no text, and those of them that staff have looked at. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table search_documents
      add column unread_pages integer[] not null default '{}',
      add column checked_pages integer[] not null default '{}',
      add check (checked_pages <@ unread_pages)`.execute(db);
}
