import { sql, type Kysely } from "kysely";

/**
 * What a check came to stands beside its status. Orders that a vendor left unanswered are settled by its own message or by
 * staff. A message of the search provider is kept as it came, and what of it cannot be taken is shown to staff.
 */
export async function up(db: Kysely<unknown>) {
  // An order that staff have called off is no check, unless the vendor turns out to have it: then it has its id.
  await sql`
    alter table checks
      add column result text check (result in ('clear', 'consider', 'fail')),
      add column reports jsonb not null default '[]',
      add column order_called_off_at timestamptz,
      add constraint checks_result_of_complete_check check (result is null or status = 'complete'),
      add constraint checks_called_off_check check (order_called_off_at is null or
        (order_sent_at is null and order_key is not null))`.execute(db);
  await sql`drop index checks_one_open`.execute(db);
  await sql`
    create unique index checks_one_open
      on checks (transaction_id, person_type, email, lower(first_name), lower(last_name))
      where status = 'pending' and order_called_off_at is null`.execute(db);
  // A complete check is asked after until its results are known.
  await sql`drop index checks_to_look_at`.execute(db);
  await sql`
    create index checks_to_look_at on checks (looked_at nulls first, id)
      where status = 'pending' or (status = 'complete' and result is null)`.execute(db);

  await replaceProgressRules(db);
  await sql`drop trigger checks_progress on checks`.execute(db);
  await sql`
    create trigger checks_progress
    after insert or delete or update of transaction_id, status, result, order_called_off_at, person_type, email,
      first_name, last_name, created_at
    on checks for each row execute function progress_part_changed()`.execute(db);

  await sql`
    alter table search_orders
      add column called_off_at timestamptz,
      add constraint search_orders_called_off_check check (called_off_at is null or answer is not null)`.execute(
    db,
  );
  // One that was called off and taken after all stands beside the one that followed it.
  await sql`drop index search_orders_once_a_day`.execute(db);
  await sql`
    create unique index search_orders_once_a_day on search_orders (transaction_id, ordered_on)
      where answer is distinct from 'refused' and called_off_at is null`.execute(db);

  await sql`
    alter table searches
      add column told_status text check (length(told_status) between 1 and 100)`.execute(db);
  await sql`
    create table search_messages (
      id object_id primary key default new_id(),
      sha256 text not null unique check (sha256 ~ '^[0-9a-f]{64}$'),
      s3_document_key text not null,
      size_bytes integer not null check (size_bytes > 0),
      transaction_id object_id references transactions,
      received_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create index search_messages_transaction on search_messages (transaction_id)`.execute(db);
  await sql`
    create table search_problems (
      id object_id primary key default new_id(),
      transaction_id object_id not null references transactions,
      message_id object_id not null references search_messages,
      position integer not null check (position >= 0),
      product_id text,
      reason text not null,
      sent text,
      created_at timestamptz not null default now(),
      dealt_with_at timestamptz,
      dealt_with_by object_id references users,
      unique (message_id, position)
    )`.execute(db);
  await sql`
    create index search_problems_open on search_problems (transaction_id, created_at)
      where dealt_with_at is null`.execute(db);

  // A day to come was believed: what was sent on a day is dated that day at the latest.
  await sql`
    update search_documents set dated = (created_at at time zone 'Europe/London')::date
      where dated > (created_at at time zone 'Europe/London')::date + 1`.execute(db);
  await sql`
    update searches set told_on = null where told_on > (now() at time zone 'Europe/London')::date + 1`.execute(
    db,
  );
  await sql`
    update searches set completion_date = (
        select max(dated) from search_documents where search_documents.search_id = searches.id)
      where completion_date > (now() at time zone 'Europe/London')::date + 1`.execute(db);
}

/** As in 0014, with what a check came to: one that is complete and not clear leaves the step in progress. */
async function replaceProgressRules(db: Kysely<unknown>) {
  await sql`
    create or replace view transaction_progress_rules as
      select
        transactions.id as transaction_id,
        transactions.created_at,
        case when exists (
          select from orders
          where orders.transaction_id = transactions.id and stripe_transaction_status = 'succeeded'
        ) then 'complete' else 'outstanding' end as payment,
        case estate_agent_status when 'pending' then 'outstanding' else 'complete' end as estate_agent,
        case num_nonnulls(seller_lawyer_group_id, buyer_lawyer_group_id)
          when 2 then 'complete' when 1 then 'in_progress' else 'outstanding' end as solicitors,
        (
          select case count(*)
            when 0 then 'outstanding'
            when count(*) filter (where status = 'complete') then 'complete'
            else 'in_progress' end
          from searches
          where searches.transaction_id = transactions.id and status <> 'cancelled'
        ) as searches,
        (
          select case
            when count(status) = 0 then 'outstanding'
            when bool_and(coalesce(
              status = 'pending' or (status = 'complete' and coalesce(result, 'clear') = 'clear'),
              false)) then 'complete'
            else 'in_progress' end
          from (
            select 'seller' as kind, email, first_name, last_name
              from users where users.id = transactions.seller_id
            union all
            select kind, email, first_name, last_name
              from parties where parties.transaction_id = transactions.id
            union all
            select 'buyer', email, first_name, last_name
              from users where users.id = purchase.buyer_id
            union all
            select kind, email, first_name, last_name
              from parties where parties.purchase_intent_id = purchase.id
          ) as person
          left join lateral (
            select status, result from checks
            where checks.transaction_id = transactions.id
              and checks.order_called_off_at is null
              and checks.person_type = person.kind
              and checks.email = person.email
              and lower(checks.first_name) = lower(person.first_name)
              and lower(checks.last_name) = lower(person.last_name)
            order by checks.created_at desc, checks.id desc
            limit 1
          ) as newest_check on true
        ) as id_checks
      from transactions
      left join lateral (
        select id, buyer_id from purchase_intents
        where purchase_intents.transaction_id = transactions.id
        order by is_active desc, purchase_intents.created_at desc, id desc
        limit 1
      ) as purchase on true`.execute(db);
}
