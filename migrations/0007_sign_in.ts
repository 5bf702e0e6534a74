import { sql, type Kysely } from "kysely";

/** What was typed before anybody is known: at sign-up, and in a form whose session was gone. */
export async function up(db: Kysely<unknown>) {
  // What was typed at sign-up counts when that very link is used, which proves the mailbox. A link for an address that
  // nobody has is written like every other, so that the time it takes tells nothing; it opens nothing.
  await sql`
    alter table magic_link_tokens
      alter column user_id drop not null,
      add column typed jsonb check (typed is null or purpose = 'sign_up')`.execute(db);

  // A form that was sent when its session was gone, until the same person is back. The browser has the id.
  await sql`
    create table stashed_forms (
      id_hash text primary key,
      user_id object_id not null references users on delete cascade,
      path text not null,
      fields jsonb not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index stashed_forms_user on stashed_forms (user_id)`.execute(db);
  await sql`create index stashed_forms_expired on stashed_forms (expires_at)`.execute(db);
}
