import { sql, type Kysely } from "kysely";

/** Ids, people, the session and the link that starts one. */
export async function up(db: Kysely<unknown>) {
  await sql`create extension if not exists citext`.execute(db);
  await sql`create extension if not exists pgcrypto`.execute(db);
  await sql`create extension if not exists pg_trgm`.execute(db);

  // 24 hex characters: four bytes of time, so that new rows stay together in an index, and eight random ones.
  await sql`
    create function new_id() returns text language sql volatile as $$
      select lpad(to_hex(extract(epoch from clock_timestamp())::bigint), 8, '0')
        || encode(gen_random_bytes(8), 'hex')
    $$`.execute(db);
  await sql`create domain object_id as text check (value ~ '^[0-9a-f]{24}$')`.execute(db);
  await sql`create domain answer as text check (value in ('yes', 'no', 'not_sure'))`.execute(db);

  await sql`
    create function touch_updated_at() returns trigger language plpgsql as $$
    begin
      new.updated_at := now();
      return new;
    end $$`.execute(db);

  await sql`
    create table addresses (
      id object_id primary key default new_id(),
      line_1 text not null check (length(line_1) between 1 and 255),
      line_2 text,
      line_3 text,
      post_town text not null check (length(post_town) between 1 and 255),
      county text,
      postcode text,
      country text not null check (length(country) between 1 and 255),
      country_iso_2 text not null default 'GB' check (country_iso_2 ~ '^[A-Z]{2}$'),
      uprn text,
      district text,
      building_number text,
      building_name text,
      sub_building_name text,
      street text,
      premise text,
      organisation_name text,
      po_box text,
      latitude double precision,
      longitude double precision,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index addresses_postcode on addresses (postcode)`.execute(db);

  await sql`
    create table users (
      id object_id primary key default new_id(),
      type text not null default 'customer' check (type in ('admin', 'customer')),
      active boolean not null default false,
      deactivated_at timestamptz,
      email citext not null unique,
      first_name text not null check (length(first_name) <= 255),
      middle_name text,
      last_name text not null check (length(last_name) <= 255),
      phone_number text,
      correspondence_address_id object_id references addresses,
      stripe_customer_id text unique,
      schema_version integer not null default 1,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (not (active and deactivated_at is not null))
    )`.execute(db);
  await sql`create index users_newest on users (created_at desc, id desc) where active`.execute(db);
  await sql`create trigger users_touch before update on users for each row execute function touch_updated_at()`.execute(
    db,
  );

  // The cookie holds a random id; only its hash is kept, so a copy of this table opens nothing.
  await sql`
    create table sessions (
      id_hash text primary key,
      user_id object_id references users on delete cascade,
      data jsonb not null default '{}',
      signed_in_at timestamptz,
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index sessions_of_user on sessions (user_id)`.execute(db);
  await sql`create index sessions_expired on sessions (expires_at)`.execute(db);

  await sql`
    create table rate_limits (
      key text not null,
      window_start timestamptz not null,
      count integer not null default 0,
      primary key (key, window_start)
    )`.execute(db);

  // One-time form keys: the first post does the work and stores where it led; a copy is sent to the same place.
  await sql`
    create table form_submissions (
      key text primary key,
      form text not null,
      body_hash text not null,
      location text,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index form_submissions_age on form_submissions (created_at)`.execute(db);

  // What was typed and is not yet a record: a form of one person, as it was posted.
  await sql`
    create table drafts (
      user_id object_id not null references users on delete cascade,
      form text not null,
      data jsonb not null,
      updated_at timestamptz not null default now(),
      primary key (user_id, form)
    )`.execute(db);

  // Who changed which fields of what: ids and names of fields, never values.
  await sql`
    create table audit_log (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      actor_id text,
      actor_kind text not null check (actor_kind in ('customer', 'admin', 'system', 'provider')),
      action text not null,
      subject_type text not null,
      subject_id text not null,
      fields text[] not null default '{}',
      request_id text
    )`.execute(db);
  await sql`create index audit_log_subject on audit_log (subject_type, subject_id, at desc)`.execute(
    db,
  );
  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only', tg_table_name;
    end $$`.execute(db);
  await sql`create trigger audit_log_rows before update or delete on audit_log for each row execute function refuse_change()`.execute(
    db,
  );
  await sql`create trigger audit_log_all before truncate on audit_log for each statement execute function refuse_change()`.execute(
    db,
  );
}
