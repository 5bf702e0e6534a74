import { sql, type Kysely } from "kysely";

/**
 * Work that waits at the desk, derived by TypeScript (app/domain/desk/desk-items.ts)
 * before the commit of each transaction that has changed a matter, like the row of lists.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table desk_items (
      transaction_id object_id not null references transactions on delete cascade,
      kind text not null check (kind ~ '^[a-z_]+$'),
      -- Id of the row that the item is about; the matter's id if the item is about the matter.
      source_id object_id not null,
      -- Person whom the item waits for; null if the matter has no handler.
      handler_id object_id references users,
      -- When the item begins to wait. An item of the future is not shown yet.
      since timestamptz not null,
      due_at timestamptz,
      -- Facts for the item's words, such as a title or a count.
      facts jsonb not null default '{}',
      primary key (transaction_id, kind, source_id)
    )`.execute(db);
  await sql`create index desk_items_handler on desk_items (handler_id, since, kind, source_id)`.execute(
    db,
  );
  await sql`create index desk_items_since on desk_items (since, kind, source_id)`.execute(db);
  await sql`create index desk_items_late on desk_items (handler_id, due_at)`.execute(db);
  await sql`
    create trigger document_requests_noted after insert or delete or update of status, due_on, missing_reason
    on document_requests for each row execute function note_matters()`.execute(db);
}
