import { sql, type Kysely } from "kysely";

/**
 * Links to the page that shows how ready a home is for a buyer. Each opens the page of one matter
 * until it expires or is revoked.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table ready_links (
      id object_id primary key default new_id(),
      transaction_id object_id not null references transactions on delete cascade,
      token_hash text not null unique,
      source text not null check (source in ('introduction', 'seller', 'staff')),
      created_by object_id references users,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      revoked_at timestamptz,
      opened_at timestamptz,
      check ((source = 'introduction') = (created_by is null))
    )`.execute(db);
  await sql`
    create index ready_links_transaction on ready_links (transaction_id, created_at desc, id desc)`.execute(
    db,
  );
  await sql`create index ready_links_created_by on ready_links (created_by)`.execute(db);
}
