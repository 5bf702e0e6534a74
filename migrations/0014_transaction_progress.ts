import { sql, type Kysely } from "kysely";

/**
 * How far each matter is in five steps, one row each: what the status strip shows, and what the feed is narrowed by.
 * The rules stand once, in a view; triggers keep the rows, so that a filter is a walk along an index of its own.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create domain progress as text
      check (value in ('outstanding', 'in_progress', 'complete'))`.execute(db);
  await sql`
    create table transaction_progress (
      transaction_id object_id primary key references transactions on delete cascade,
      created_at timestamptz not null,
      payment progress not null,
      estate_agent progress not null,
      solicitors progress not null,
      searches progress not null,
      id_checks progress not null
    )`.execute(db);
  await sql`
    create index transaction_progress_newest
      on transaction_progress (created_at desc, transaction_id desc)`.execute(db);
  for (const step of ["payment", "estate_agent", "solicitors", "searches", "id_checks"]) {
    await sql`
      create index ${sql.id(`transaction_progress_${step}`)}
        on transaction_progress (created_at desc, transaction_id desc)
        where ${sql.id(step)} <> 'complete'`.execute(db);
  }

  // A check is the person's whose email, names and part in the matter it has; the newest of a person's checks counts.
  await sql`
    create view transaction_progress_rules as
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
            when bool_and(coalesce(status in ('pending', 'complete'), false)) then 'complete'
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
            select status from checks
            where checks.transaction_id = transactions.id
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

  // Who changes a matter at the same time waits here, and then counts what the other has changed.
  await sql`
    create function refresh_transaction_progress(of_transaction object_id) returns void language plpgsql as $$
    begin
      perform from transaction_progress where transaction_id = of_transaction for update;
      insert into transaction_progress as kept
      select transaction_id, created_at, payment, estate_agent, solicitors, searches, id_checks
      from transaction_progress_rules where transaction_id = of_transaction
      on conflict (transaction_id) do update set
        (created_at, payment, estate_agent, solicitors, searches, id_checks)
        = (excluded.created_at, excluded.payment, excluded.estate_agent, excluded.solicitors,
          excluded.searches, excluded.id_checks)
      where kept is distinct from excluded;
    end $$`.execute(db);

  await sql`
    create function progress_transaction_changed() returns trigger language plpgsql as $$
    begin
      perform refresh_transaction_progress(new.id);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger transactions_progress
    after insert or update of created_at, seller_id, estate_agent_status, seller_lawyer_group_id, buyer_lawyer_group_id
    on transactions
    for each row execute function progress_transaction_changed()`.execute(db);

  await sql`
    create function progress_part_changed() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then perform refresh_transaction_progress(old.transaction_id); end if;
      if tg_op <> 'DELETE' and (tg_op = 'INSERT' or new.transaction_id <> old.transaction_id) then
        perform refresh_transaction_progress(new.transaction_id);
      end if;
      return null;
    end $$`.execute(db);
  const parts = {
    orders: "transaction_id, stripe_transaction_status",
    searches: "transaction_id, status",
    checks: "transaction_id, status, person_type, email, first_name, last_name, created_at",
    purchase_intents: "transaction_id, buyer_id, is_active, created_at",
  };
  for (const [table, columns] of Object.entries(parts)) {
    await sql`
      create trigger ${sql.id(`${table}_progress`)}
      after insert or delete or update of ${sql.raw(columns)} on ${sql.id(table)}
      for each row execute function progress_part_changed()`.execute(db);
  }

  await sql`
    create function progress_party_changed() returns trigger language plpgsql as $$
    declare party parties := coalesce(new, old);
    begin
      perform refresh_transaction_progress(coalesce(
        party.transaction_id,
        (select transaction_id from purchase_intents where id = party.purchase_intent_id)
      ));
      return null;
    end $$`.execute(db);
  await sql`
    create trigger parties_progress
    after insert or delete or update of email, first_name, last_name on parties
    for each row execute function progress_party_changed()`.execute(db);

  await sql`
    create function progress_user_changed() returns trigger language plpgsql as $$
    begin
      perform refresh_transaction_progress(id) from (
        select id from transactions where seller_id = new.id
        union
        select transaction_id from purchase_intents where buyer_id = new.id
        order by id
      ) as theirs;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger users_progress after update of email, first_name, last_name on users
    for each row execute function progress_user_changed()`.execute(db);

  await sql`insert into transaction_progress select * from transaction_progress_rules`.execute(db);
}
