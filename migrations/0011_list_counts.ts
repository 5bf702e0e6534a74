import { sql, type Kysely } from "kysely";

/**
 * How many rows the lists of staff have under each filter, kept in the transaction of each change. A change adds rows
 * of its own and touches nobody else's, so that writers never wait for each other; the number is the sum of its rows,
 * which a job puts together from time to time.
 */
export async function up(db: Kysely<unknown>) {
  await keepPaid(db);
  await indexUnpaid(db);
  await createCounts(db);
  await keepCounts(db);
  await indexWordsOfRecord(db);
}

/** Whether a matter is paid stands on its own row: what the lists are narrowed by is in one place, under one lock. */
async function keepPaid(db: Kysely<unknown>) {
  await sql`alter table transactions add column paid boolean not null default false`.execute(db);
  await sql`
    create function orders_paid_changed() returns trigger language plpgsql as $$
    begin
      update transactions set paid = not paid
      where id in (old.transaction_id, new.transaction_id)
        and paid <> exists (select from orders where orders.transaction_id = transactions.id
          and orders.stripe_transaction_status = 'succeeded');
      return null;
    end $$`.execute(db);
  await sql`
    create trigger orders_paid
    after insert or delete or update of stripe_transaction_status, transaction_id on orders
    for each row execute function orders_paid_changed()`.execute(db);
  // Nobody has changed a matter by what becomes of its order.
  await sql`drop trigger transactions_touch on transactions`.execute(db);
  await sql`
    create trigger transactions_touch before update on transactions
    for each row when (new.paid = old.paid) execute function touch_updated_at()`.execute(db);
  await sql`
    update transactions set paid = true from orders
    where orders.transaction_id = transactions.id
      and orders.stripe_transaction_status = 'succeeded'`.execute(db);
}

/** Of one agent or one group of lawyers few may be unpaid, and old: the walk through all of theirs would be long. */
async function indexUnpaid(db: Kysely<unknown>) {
  await sql`create index transactions_unpaid on transactions (created_at desc, id desc) where not paid`.execute(
    db,
  );
  for (const [name, column] of [
    ["agent", "estate_agent_id"],
    ["seller_lawyers", "seller_lawyer_group_id"],
    ["buyer_lawyers", "buyer_lawyer_group_id"],
  ] as const) {
    await sql`
      create index ${sql.id(`transactions_unpaid_${name}`)}
      on transactions (${sql.id(column)}, created_at desc, id desc) where not paid`.execute(db);
  }
}

async function createCounts(db: Kysely<unknown>) {
  // No row is ever looked for by itself: several of one filter are the rule.
  await sql`
    create table list_counts (
      list text not null,
      filter text collate "C" not null,
      rows integer not null
    )`.execute(db);
  await sql`create index list_counts_filter on list_counts (list, filter) include (rows)`.execute(
    db,
  );

  await sql`
    create function transaction_filter(paid boolean, agent text, lawyers text)
    returns text language sql immutable as $$
      select case when paid then 'paid' else 'unpaid' end
        || coalesce(' agent ' || agent, '') || coalesce(' lawyers ' || lawyers, '')
    $$`.execute(db);
  // Every filter that shows this matter: of any agent or its own, of any lawyers or those of either side.
  await sql`
    create function transaction_filters(paid boolean, agent text, seller_lawyers text, buyer_lawyers text)
    returns setof text language sql immutable as $$
      select distinct transaction_filter(paid, agent_id, lawyers_id)
      from unnest(array[null, agent]) as agent_id,
        unnest(array[null, seller_lawyers, buyer_lawyers]) as lawyers_id
    $$`.execute(db);

  await sql`
    create view counted_lists as
      select 'transactions' as list, filter, count(*)::integer as rows
      from transactions, transaction_filters(
        paid, estate_agent_id, seller_lawyer_group_id, buyer_lawyer_group_id) as filter
      group by filter
      union all
      select 'users', 'active', count(*)::integer from users where active`.execute(db);
  await sql`
    insert into list_counts (list, filter, rows)
    select list, filter, rows from counted_lists where rows > 0`.execute(db);
}

async function keepCounts(db: Kysely<unknown>) {
  await sql`
    create function transactions_counts_changed() returns trigger language plpgsql as $$
    begin
      insert into list_counts (list, filter, rows)
      select 'transactions', filter, sum(change) from (
        select filter, -1 as change from transaction_filters(
          old.paid, old.estate_agent_id, old.seller_lawyer_group_id, old.buyer_lawyer_group_id) as filter
        where tg_op <> 'INSERT'
        union all
        select filter, 1 from transaction_filters(
          new.paid, new.estate_agent_id, new.seller_lawyer_group_id, new.buyer_lawyer_group_id) as filter
        where tg_op <> 'DELETE'
      ) as changes
      group by filter having sum(change) <> 0;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger transactions_counts
    after insert or delete
      or update of paid, estate_agent_id, seller_lawyer_group_id, buyer_lawyer_group_id on transactions
    for each row execute function transactions_counts_changed()`.execute(db);

  await sql`
    create function users_counts_changed() returns trigger language plpgsql as $$
    declare change integer := coalesce(new.active, false)::integer - coalesce(old.active, false)::integer;
    begin
      if change <> 0 then
        insert into list_counts (list, filter, rows) values ('users', 'active', change);
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger users_counts after insert or delete or update of active on users
    for each row execute function users_counts_changed()`.execute(db);
}

/** Whether a record has a word that begins so is one look, however many words it has. */
async function indexWordsOfRecord(db: Kysely<unknown>) {
  await sql`drop index search_words_record`.execute(db);
  await sql`create index search_words_record on search_words (record_id, word)`.execute(db);
}
