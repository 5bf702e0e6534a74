import { sql, type Kysely } from "kysely";

/** Copies of all that is held on a person, requests to erase it, and what tells a restored database who was erased. */
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

  await sql`
    create table privacy_requests (
      id object_id primary key default new_id(),
      user_id object_id not null references users,
      status text not null default 'open' check (status in ('open', 'erasing', 'erased', 'refused')),
      reason text,
      created_at timestamptz not null default now(),
      decided_at timestamptz,
      decided_by object_id references users,
      check ((status = 'refused') = (reason is not null)),
      check ((status = 'open') = (decided_at is null)),
      check ((decided_at is null) = (decided_by is null))
    )`.execute(db);
  await sql`
    create unique index privacy_requests_one_open on privacy_requests (user_id)
    where status in ('open', 'erasing')`.execute(db);
  await sql`create index privacy_requests_newest on privacy_requests (created_at desc)`.execute(db);

  await sql`
    create table erasures (
      id object_id primary key default new_id(),
      s3_document_key text not null unique,
      keeps jsonb not null,
      erased_at timestamptz not null
    )`.execute(db);
}
