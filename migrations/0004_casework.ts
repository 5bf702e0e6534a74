import { sql, type Kysely } from "kysely";

/** What happens in a matter: events, emails, checks, searches, requests, reports; and what the office counts. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table events (
      id object_id primary key default new_id(),
      transaction_id object_id not null references transactions,
      purchase_intent_id object_id references purchase_intents,
      event_name text not null check (event_name ~ '^[a-z_]+$'),
      type text not null check (type in ('seller', 'buyer')),
      milestone boolean not null default false,
      author text not null check (author in ('system', 'seller', 'buyer', 'admin', 'provider')),
      author_id object_id references users,
      comments text,
      date_time timestamptz not null default now()
    )`.execute(db);
  await sql`create index events_transaction on events (transaction_id, date_time desc, id desc)`.execute(
    db,
  );
  await sql`create index events_purchase_intent on events (purchase_intent_id, event_name)`.execute(
    db,
  );
  // Each of these can be true of a matter only once, however often a webhook or a button repeats itself.
  await sql`
    create unique index events_once_per_sale on events (transaction_id, event_name)
      where event_name in ('transaction_created', 'payment_successful', 'referral_code_applied')`.execute(
    db,
  );
  await sql`
    create unique index events_once_per_purchase on events (purchase_intent_id, event_name)
      where event_name in ('purchase_intent_created', 'purchase_intent_success_email_sent')`.execute(
    db,
  );

  await sql`
    create table email_log (
      id object_id primary key default new_id(),
      name text not null,
      recipient citext not null,
      transaction_id object_id references transactions,
      user_id object_id references users,
      props jsonb not null default '{}',
      dedupe_key text unique,
      status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'failed')),
      postmark_message_id text,
      last_error text,
      created_at timestamptz not null default now(),
      sent_at timestamptz
    )`.execute(db);
  await sql`create index email_log_transaction on email_log (transaction_id, created_at desc)`.execute(
    db,
  );

  await sql`
    create table checks (
      id object_id primary key default new_id(),
      transaction_id object_id not null references transactions,
      purchase_intent_id object_id references purchase_intents,
      thirdfort_id text unique,
      status text not null check (status in ('pending', 'failed', 'aborted', 'complete')),
      person_type text not null check (person_type in ('seller', 'buyer', 'giftor')),
      first_name text not null,
      last_name text not null,
      email citext not null,
      phone_number text not null,
      shared_with object_id references lawyer_groups,
      replaces_id object_id references checks,
      requested_by object_id references users,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index checks_transaction on checks (transaction_id, created_at desc)`.execute(
    db,
  );
  await sql`create trigger checks_touch before update on checks for each row execute function touch_updated_at()`.execute(
    db,
  );

  await sql`
    create table searches (
      id object_id primary key default new_id(),
      transaction_id object_id not null references transactions,
      product_id text not null,
      reference text not null,
      status text not null default 'in progress' check (status in ('in progress', 'cancelled', 'complete')),
      estimated_completion date,
      completion_date date,
      s3_document_key text,
      is_reorder boolean not null default false,
      ordered_by object_id references users,
      created_at timestamptz not null default now(),
      unique (transaction_id, product_id, reference)
    )`.execute(db);
  await sql`create index searches_transaction on searches (transaction_id, created_at desc)`.execute(
    db,
  );

  await sql`
    create table additional_requests (
      id object_id primary key default new_id(),
      transaction_id object_id not null references transactions,
      type text not null check (type in ('sewer_bill', 'title_plan', 'address_confirmation', 'fee_approval')),
      status text not null default 'pending' check (status in ('pending', 'sent', 'received', 'forwarded')),
      sent_at timestamptz,
      version integer not null default 1,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index additional_requests_transaction on additional_requests (transaction_id)`.execute(
    db,
  );
  await sql`create unique index additional_requests_one_sewer_bill on additional_requests (transaction_id) where type = 'sewer_bill'`.execute(
    db,
  );

  await sql`
    create table reports (
      id object_id primary key default new_id(),
      transaction_id object_id not null references transactions,
      reference text not null unique,
      overall_risk_rating text not null check (overall_risk_rating in ('high', 'moderate', 'low')),
      critical_issues_count integer not null check (critical_issues_count >= 0),
      significant_issues_count integer not null check (significant_issues_count >= 0),
      content jsonb not null,
      model text not null,
      s3_document_key text,
      generated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index reports_transaction on reports (transaction_id, generated_at desc)`.execute(
    db,
  );

  await sql`
    create table intelligence (
      id object_id primary key default new_id(),
      transaction_id object_id not null references transactions,
      summary text not null,
      next_step text not null,
      waiting_on jsonb not null default '[]',
      blockers jsonb not null default '[]',
      key_dates jsonb not null default '{}',
      context jsonb not null default '{}',
      model text not null,
      input_tokens integer not null default 0,
      output_tokens integer not null default 0,
      generated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index intelligence_transaction on intelligence (transaction_id, generated_at desc)`.execute(
    db,
  );

  await sql`
    create table leads (
      id object_id primary key default new_id(),
      valuer_id object_id references valuers on delete set null,
      estate_agent_id object_id not null references estate_agents,
      property_address text not null,
      initial_asking_price_pounds integer not null check (initial_asking_price_pounds >= 0),
      seller_1_name text not null,
      seller_1_email citext not null,
      seller_1_phone text not null,
      seller_2_name text,
      seller_2_email citext,
      seller_2_phone text,
      additional_notes text,
      lead_warmth text check (lead_warmth in ('Warm lead', 'Cold lead', 'Don''t know')),
      client_aware_of_product text check (client_aware_of_product in ('Yes', 'No')),
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index leads_office on leads (estate_agent_id, created_at)`.execute(db);
  await sql`create index leads_created on leads (created_at)`.execute(db);

  await sql`
    create table office_health (
      estate_agent_name text not null,
      week date not null,
      weekly_listings integer not null,
      monthly_listings integer not null,
      total_active_listings integer not null,
      primary key (week, estate_agent_name)
    )`.execute(db);

  await sql`
    create table inbound_emails (
      id object_id primary key default new_id(),
      message_id text not null unique,
      from_email citext not null,
      from_name text,
      to_email citext,
      subject text not null default '',
      mailbox_hash text,
      in_reply_to text,
      text_body text not null default '',
      received_at timestamptz not null,
      transaction_id object_id references transactions,
      match_type text,
      created_at timestamptz not null default now(),
      check ((transaction_id is null) = (match_type is null))
    )`.execute(db);
  await sql`create index inbound_emails_transaction on inbound_emails (transaction_id, received_at desc)`.execute(
    db,
  );
  await sql`create index inbound_emails_unmatched on inbound_emails (received_at) where transaction_id is null`.execute(
    db,
  );

  await sql`
    create table contact_requests (
      id object_id primary key default new_id(),
      full_name text not null,
      email citext not null,
      mobile_number text,
      message text not null,
      referrer text not null,
      created_at timestamptz not null default now()
    )`.execute(db);

  await sql`
    create table admin_config (
      only_row boolean primary key default true check (only_row),
      benchmark_in_days integer not null check (benchmark_in_days > 0),
      invoicing_amount_pence integer not null check (invoicing_amount_pence >= 0),
      tags text[] not null default '{}',
      thirdfort_v2_switchover_date date
    )`.execute(db);
  await sql`insert into admin_config (benchmark_in_days, invoicing_amount_pence) values (150, 24000)`.execute(
    db,
  );

  // A worker that stays silent for a minute is taken for dead, and its jobs are given to the others.
  await sql`
    create table worker_heartbeats (
      worker_id text primary key,
      seen_at timestamptz not null default now()
    )`.execute(db);
}
