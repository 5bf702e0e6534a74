import { sql, type Kysely } from "kysely";

/** What each member of staff may do, who said so, and who looked it over. Present staff could do everything, and still can. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table staff_roles (
      user_id object_id not null references users on delete cascade,
      role text not null
        check (role in ('handler', 'lead', 'finance', 'read_only', 'administrator')),
      given_at timestamptz not null default now(),
      given_by object_id references users on delete set null,
      primary key (user_id, role)
    )`.execute(db);
  await sql`create index staff_roles_given_by on staff_roles (given_by)`.execute(db);
  await sql`
    insert into staff_roles (user_id, role)
    select id, 'administrator' from users where type = 'admin'`.execute(db);

  await sql`
    create table access_reviews (
      id object_id primary key default new_id(),
      reviewed_at timestamptz not null default now(),
      reviewed_by object_id not null references users,
      staff jsonb not null
    )`.execute(db);
  await sql`create index access_reviews_newest on access_reviews (reviewed_at desc)`.execute(db);
  await sql`create index access_reviews_reviewed_by on access_reviews (reviewed_by)`.execute(db);

  await sql`
    alter table users add column last_signed_in_at timestamptz`.execute(db);
  await sql`
    alter table sessions
      add column device text,
      add column network text`.execute(db);
}
