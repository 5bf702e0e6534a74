import { sql, type Kysely } from "kysely";

/** Copies of all that is held on a person, made when they or staff ask. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table data_copies (
      id object_id primary key default new_id(),
      user_id object_id not null references users on delete cascade,
      asked_by object_id not null references users,
      status text not null default 'making' check (status in ('making', 'ready', 'failed')),
      s3_document_key text unique,
      size_bytes bigint,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null default now() + interval '7 days',
      check (status <> 'ready' or (s3_document_key is not null and size_bytes is not null))
    )`.execute(db);
  await sql`
    create unique index data_copies_one_making on data_copies (user_id) where status = 'making'`.execute(
    db,
  );
  await sql`create index data_copies_user_id on data_copies (user_id, created_at)`.execute(db);
  await sql`create index data_copies_expires_at on data_copies (expires_at)`.execute(db);
}
