import { sql, type Kysely } from "kysely";

/** Estate agents with their people, law firms with their groups, companies. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table brands (
      id object_id primary key default new_id(),
      brand_name citext not null unique check (length(brand_name) >= 1),
      version integer not null default 1,
      created_at timestamptz not null default now()
    )`.execute(db);

  await sql`
    create table estate_agents (
      id object_id primary key default new_id(),
      brand_id object_id references brands,
      office_name text,
      office_phone_number text,
      office_address_id object_id references addresses,
      requests_seller_thirdfort_checks boolean not null default false,
      requests_buyer_thirdfort_checks boolean not null default false,
      receives_seller_thirdfort_checks boolean not null default false,
      receives_buyer_thirdfort_checks boolean not null default false,
      thirdfort_requester_emails text[] not null default '{}',
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index estate_agents_brand on estate_agents (brand_id)`.execute(db);
  await sql`create trigger estate_agents_touch before update on estate_agents for each row execute function touch_updated_at()`.execute(
    db,
  );

  await sql`
    create table valuers (
      id object_id primary key default new_id(),
      estate_agent_id object_id not null references estate_agents on delete cascade,
      first_name text not null check (length(first_name) >= 1),
      last_name text,
      email citext unique,
      phone_number text,
      primary_valuer boolean not null default false,
      is_subscribed boolean not null default false,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index valuers_agent on valuers (estate_agent_id)`.execute(db);
  await sql`create unique index valuers_one_primary on valuers (estate_agent_id) where primary_valuer`.execute(
    db,
  );

  await sql`
    create table negotiators (
      id object_id primary key default new_id(),
      estate_agent_id object_id not null references estate_agents on delete cascade,
      first_name text not null check (length(first_name) >= 1),
      last_name text not null check (length(last_name) >= 1),
      email citext not null,
      phone_number text not null check (length(phone_number) >= 1),
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index negotiators_agent on negotiators (estate_agent_id)`.execute(db);

  await sql`
    create table office_coordinators (
      estate_agent_id object_id primary key references estate_agents on delete cascade,
      first_name text not null check (length(first_name) >= 1),
      last_name text not null check (length(last_name) >= 1),
      email citext not null,
      phone_number text,
      is_subscribed boolean not null default false
    )`.execute(db);

  await sql`
    create table law_firms (
      id object_id primary key default new_id(),
      name text not null check (length(name) >= 1),
      email citext,
      phone_number text,
      address_id object_id references addresses,
      version integer not null default 1,
      created_at timestamptz not null default now()
    )`.execute(db);

  await sql`
    create table lawyer_groups (
      id object_id primary key default new_id(),
      law_firm_id object_id not null references law_firms,
      name text not null check (length(name) >= 1),
      invoicing_address text,
      thirdfort_recipient_emails text[] not null default '{}',
      panel_solicitor boolean not null default true,
      version integer not null default 1,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index lawyer_groups_firm on lawyer_groups (law_firm_id)`.execute(db);

  await sql`
    create table lawyer_group_members (
      id object_id primary key default new_id(),
      lawyer_group_id object_id not null references lawyer_groups on delete cascade,
      kind text not null check (kind in ('solicitor', 'legal_assistant')),
      first_name text not null check (length(first_name) >= 1),
      last_name text not null check (length(last_name) >= 1),
      email citext not null,
      phone_number text,
      position integer not null default 0
    )`.execute(db);
  await sql`create index lawyer_group_members_group on lawyer_group_members (lawyer_group_id)`.execute(
    db,
  );
  await sql`create unique index lawyer_group_members_one_solicitor on lawyer_group_members (lawyer_group_id) where kind = 'solicitor'`.execute(
    db,
  );

  await sql`
    create table companies (
      id object_id primary key default new_id(),
      name text not null check (length(name) >= 1),
      company_number citext not null unique check (length(company_number) >= 1),
      address_id object_id references addresses,
      version integer not null default 1,
      created_at timestamptz not null default now()
    )`.execute(db);

  await sql`
    create table referral_codes (
      code citext primary key check (length(code) >= 1),
      label text not null,
      active boolean not null default true,
      expires_at timestamptz,
      max_uses integer check (max_uses > 0),
      used_count integer not null default 0 check (used_count >= 0),
      estate_agent_id object_id references estate_agents,
      created_at timestamptz not null default now(),
      check (max_uses is null or used_count <= max_uses)
    )`.execute(db);
}
