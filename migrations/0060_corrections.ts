import { sql, type Kysely } from "kysely";

/** What customers say is wrong in what is held on them, and what they were answered. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table correction_requests (
      id object_id primary key default new_id(),
      user_id object_id not null references users,
      said text not null check (length(said) between 1 and 2000),
      status text not null default 'open' check (status in ('open', 'corrected', 'refused')),
      answer text,
      created_at timestamptz not null default now(),
      decided_at timestamptz,
      decided_by object_id references users,
      check ((status = 'open') = (answer is null)),
      check ((status = 'open') = (decided_at is null)),
      check ((decided_at is null) = (decided_by is null))
    )`.execute(db);
  await sql`
    create unique index correction_requests_one_open on correction_requests (user_id)
    where status = 'open'`.execute(db);
  await sql`create index correction_requests_newest on correction_requests (created_at desc)`.execute(
    db,
  );
}
