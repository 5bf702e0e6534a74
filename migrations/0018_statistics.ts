import { sql, type Kysely } from "kysely";

/**
 * What the statistics count, kept as the numbers of the lists are (0011): a month's new matters, leads and assignments
 * of solicitors are rows of `list_counts`. A month is one of London's calendar. And whom to refer, for a currency or a
 * mortgage, in the order of their names.
 */
export async function up(db: Kysely<unknown>) {
  await sayWhatIsCounted(db);
  await keepMonths(db);
  await createReferrals(db);
  await keepReferrals(db);
  await createCountedStatistics(db);
  await countReferrals(db);
}

async function sayWhatIsCounted(db: Kysely<unknown>) {
  await sql`
    create function london_month(at timestamptz) returns text language sql stable as $$
      select to_char(at at time zone 'Europe/London', 'YYYY-MM')
    $$`.execute(db);
  // Lawyers are assigned when the legal work starts; a group stays with its firm, whatever the firm is called.
  await sql`
    create function matter_statistics(
      created_at timestamptz, type text, legals_started_at timestamptz, seller_lawyers text, buyer_lawyers text)
    returns table (list text, filter text) language sql stable as $$
      select 'new_transactions', london_month(created_at) || ' ' || type where created_at is not null
      union all
      select 'assignments', london_month(legals_started_at) || ' ' || side || ' ' || lawyers
      from (values ('seller', seller_lawyers), ('buyer', buyer_lawyers)) as sides(side, lawyers)
      where legals_started_at is not null and lawyers is not null
    $$`.execute(db);
  await sql`
    create function lead_statistics(created_at timestamptz, estate_agent text)
    returns table (list text, filter text) language sql stable as $$
      select 'new_leads', london_month(created_at) where created_at is not null
      union all
      select 'office_leads', london_month(created_at) || ' ' || estate_agent where created_at is not null
    $$`.execute(db);
}

/** Each change adds rows of its own, so that no writer waits for another (0011). */
async function keepMonths(db: Kysely<unknown>) {
  await sql`
    create function matter_statistics_changed() returns trigger language plpgsql as $$
    begin
      insert into list_counts (list, filter, rows)
      select list, filter, sum(change) from (
        select list, filter, -1 as change from matter_statistics(old.created_at, old.type,
          old.legals_started_at, old.seller_lawyer_group_id, old.buyer_lawyer_group_id)
        where tg_op <> 'INSERT'
        union all
        select list, filter, 1 from matter_statistics(new.created_at, new.type,
          new.legals_started_at, new.seller_lawyer_group_id, new.buyer_lawyer_group_id)
        where tg_op <> 'DELETE'
      ) as changes
      group by list, filter having sum(change) <> 0;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger transactions_statistics
    after insert or delete
      or update of created_at, type, legals_started_at, seller_lawyer_group_id, buyer_lawyer_group_id on transactions
    for each row execute function matter_statistics_changed()`.execute(db);

  await sql`
    create function lead_statistics_changed() returns trigger language plpgsql as $$
    begin
      insert into list_counts (list, filter, rows)
      select list, filter, sum(change) from (
        select list, filter, -1 as change from lead_statistics(old.created_at, old.estate_agent_id)
        where tg_op <> 'INSERT'
        union all
        select list, filter, 1 from lead_statistics(new.created_at, new.estate_agent_id)
        where tg_op <> 'DELETE'
      ) as changes
      group by list, filter having sum(change) <> 0;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger leads_statistics
    after insert or delete or update of created_at, estate_agent_id on leads
    for each row execute function lead_statistics_changed()`.execute(db);
}

/** Names stand with people and answers with matters: no index of either is in the order of a list of both. */
async function createReferrals(db: Kysely<unknown>) {
  await sql`
    create table referrals (
      kind text not null check (kind in ('foreign_currency', 'mortgage')),
      id object_id generated always as (coalesce(purchase_intent_id::text, transaction_id::text)) stored,
      transaction_id object_id not null references transactions on delete cascade,
      purchase_intent_id object_id references purchase_intents on delete cascade,
      sort_name text collate "C" not null,
      primary key (kind, id)
    )`.execute(db);
  await sql`create index referrals_name on referrals (kind, sort_name, id)`.execute(db);
  await sql`create index referrals_transaction on referrals (transaction_id)`.execute(db);
  await sql`create index referrals_purchase_intent on referrals (purchase_intent_id)`.execute(db);

  // Small letters without accents, as the search has them; who has no name is where "Unknown" is.
  await sql`
    create function sort_name(person users, unknown text) returns text language sql immutable as $$
      select coalesce(
        nullif(regexp_replace(normalize(lower(concat_ws(' ', nullif(trim(person.first_name), ''),
          nullif(trim(person.middle_name), ''), nullif(trim(person.last_name), ''))), NFKD),
          '[\\u0300-\\u036f]', '', 'g'), ''),
        unknown)
    $$`.execute(db);
  await sql`
    create view referral_rules as
      select kind, transactions.id as transaction_id, null::object_id as purchase_intent_id,
        sort_name(users, 'unknown seller') as sort_name
      from transactions
      join users on users.id = transactions.seller_id
      cross join lateral (values
        ('foreign_currency', is_using_foreign_currency), ('mortgage', requires_mortgage_referral)
      ) as answers(kind, answer)
      where answer = 'yes'
      union all
      select kind, purchase_intents.transaction_id, purchase_intents.id, sort_name(users, 'unknown buyer')
      from purchase_intents
      join users on users.id = purchase_intents.buyer_id
      cross join lateral (values
        ('foreign_currency', is_using_foreign_currency), ('mortgage', requires_mortgage_referral)
      ) as answers(kind, answer)
      where answer = 'yes'`.execute(db);
  await sql`
    insert into referrals (kind, transaction_id, purchase_intent_id, sort_name)
    select kind, transaction_id, purchase_intent_id, sort_name from referral_rules`.execute(db);
}

/**
 * Somebody may be renamed in the same moment in which their matter is made. Then the order is of the old name until the
 * night; the name itself is read from the person. To lock the person would let the two wait for each other for ever.
 */
async function keepReferrals(db: Kysely<unknown>) {
  await sql`
    create function refresh_referrals(of_transaction object_id) returns void language plpgsql as $$
    begin
      delete from referrals
      where transaction_id = of_transaction and not exists (
        select from referral_rules as rules
        where rules.transaction_id = of_transaction and rules.kind = referrals.kind
          and rules.purchase_intent_id is not distinct from referrals.purchase_intent_id);
      insert into referrals (kind, transaction_id, purchase_intent_id, sort_name)
      select kind, transaction_id, purchase_intent_id, sort_name
      from referral_rules where transaction_id = of_transaction
      on conflict (kind, id) do update set sort_name = excluded.sort_name
      where referrals.sort_name <> excluded.sort_name;
    end $$`.execute(db);

  await sql`
    create function referral_of_matter_changed() returns trigger language plpgsql as $$
    begin
      perform refresh_referrals(new.id);
      return null;
    end $$`.execute(db);
  await sql`
    create function referral_of_purchase_changed() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.transaction_id <> new.transaction_id then
        delete from referrals where purchase_intent_id = new.id;
      end if;
      perform refresh_referrals(new.transaction_id);
      return null;
    end $$`.execute(db);
  for (const [table, person, changed] of [
    ["transactions", "seller_id", "referral_of_matter_changed"],
    ["purchase_intents", "buyer_id", "referral_of_purchase_changed"],
  ] as const) {
    await sql`
      create trigger ${sql.id(`${table}_new_referral`)} after insert on ${sql.table(table)}
      for each row when (new.is_using_foreign_currency = 'yes' or new.requires_mortgage_referral = 'yes')
      execute function ${sql.id(changed)}()`.execute(db);
    const moved = table === "purchase_intents" ? sql`, transaction_id` : sql``;
    await sql`
      create trigger ${sql.id(`${table}_referral`)}
      after update of is_using_foreign_currency, requires_mortgage_referral, ${sql.id(person)}${moved}
      on ${sql.table(table)} for each row execute function ${sql.id(changed)}()`.execute(db);
  }

  await sql`
    create function referral_of_person_changed() returns trigger language plpgsql as $$
    begin
      perform refresh_referrals(of_person.id) from (
        select id from transactions where seller_id = new.id
        union
        select transaction_id from purchase_intents where buyer_id = new.id
      ) as of_person
      where exists (select from referrals where transaction_id = of_person.id);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger users_referral after update of first_name, middle_name, last_name on users
    for each row
    when (row(old.first_name, old.middle_name, old.last_name)
      is distinct from row(new.first_name, new.middle_name, new.last_name))
    execute function referral_of_person_changed()`.execute(db);
}

/** What the nightly check compares with, beside `counted_lists`. */
async function createCountedStatistics(db: Kysely<unknown>) {
  await sql`
    create view counted_statistics as
      select counted.list, counted.filter, count(*)::integer as rows
      from transactions, matter_statistics(
        created_at, type, legals_started_at, seller_lawyer_group_id, buyer_lawyer_group_id) as counted
      group by counted.list, counted.filter
      union all
      select counted.list, counted.filter, count(*)::integer
      from leads, lead_statistics(created_at, estate_agent_id) as counted
      group by counted.list, counted.filter
      union all
      select 'referrals', kind, count(*)::integer from referral_rules group by kind`.execute(db);
  await sql`
    insert into list_counts (list, filter, rows)
    select list, filter, rows from counted_statistics`.execute(db);
}

async function countReferrals(db: Kysely<unknown>) {
  await sql`
    create function referrals_counts_changed() returns trigger language plpgsql as $$
    begin
      insert into list_counts (list, filter, rows)
      values ('referrals', coalesce(new.kind, old.kind), case tg_op when 'INSERT' then 1 else -1 end);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger referrals_counts after insert or delete on referrals
    for each row execute function referrals_counts_changed()`.execute(db);
}
