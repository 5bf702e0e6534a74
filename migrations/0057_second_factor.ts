import { sql, type Kysely } from "kysely";

/** What staff prove themselves by besides their mailbox. The key of an authenticator app is sealed with a secret of the server. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table totp_keys (
      user_id object_id primary key references users on delete cascade,
      sealed_key text not null,
      last_step integer not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table passkeys (
      id object_id primary key default new_id(),
      user_id object_id not null references users on delete cascade,
      credential_id text not null unique,
      public_key text not null,
      counter bigint not null,
      transports text[] not null default '{}',
      name text not null check (length(name) between 1 and 100),
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index passkeys_user_id on passkeys (user_id)`.execute(db);
  await sql`
    create table recovery_codes (
      user_id object_id not null references users on delete cascade,
      code_hash text not null,
      used_at timestamptz,
      primary key (user_id, code_hash)
    )`.execute(db);
  await sql`alter table sessions add column second_factor_at timestamptz`.execute(db);
}
