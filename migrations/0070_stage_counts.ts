import { sql, type Kysely } from "kysely";

/**
 * How many matters are at each stage, with each holder, and both, kept as the other numbers of lists are (migrations/0011);
 * and indexes for a stage with another filter. Changes of matters wait while the rows are read once for each.
 */
export async function up(db: Kysely<unknown>) {
  await createFilters(db);
  await createIndexes(db);
  await createTrigger(db);
  await createRule(db);
  await sql`
    insert into list_counts (list, filter, rows)
    select list, filter, rows from counted_lists where list = 'stages'`.execute(db);
}

async function createFilters(db: Kysely<unknown>) {
  await sql`
    create function stage_filter(stage text, holder text) returns text language sql immutable as $$
      select concat_ws(' ', 'stage ' || stage, 'holder ' || holder)
    $$`.execute(db);
  await sql`
    create function stage_filters(stage text, holder text) returns setof text language sql immutable as $$
      select filter from (
        select stage_filter(stage, null) union select stage_filter(null, holder) union select stage_filter(stage, holder)
      ) as filters (filter)
      where filter <> ''
    $$`.execute(db);
}

/** Of an agent's or a lawyer group's tens of thousands of matters, few are at a stage; of all at a stage, few are theirs. */
async function createIndexes(db: Kysely<unknown>) {
  const create = (name: string, by: string, where: string) =>
    sql`
      create index ${sql.id(`listed_transactions_${name}`)}
      on listed_transactions (${sql.raw(by)}, created_at desc, id desc) where ${sql.raw(where)}`.execute(
      db,
    );
  await create("unpaid_stage", "stage", "payment <> 'complete'");
  const others = {
    agent: "estate_agent_id",
    seller_lawyers: "seller_lawyer_group_id",
    buyer_lawyers: "buyer_lawyer_group_id",
  };
  for (const [name, column] of Object.entries(others)) {
    await create(`${name}_stage`, `${column}, stage`, `${column} is not null`);
  }
}

async function createTrigger(db: Kysely<unknown>) {
  await sql`
    create function stage_counts_changed() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and (old.stage, old.holder) is not distinct from (new.stage, new.holder) then
        return null;
      end if;
      insert into list_counts (list, filter, rows)
      select 'stages', filter, sum(change) from (
        select filter, -1 as change from stage_filters(old.stage, old.holder) as filter where tg_op <> 'INSERT'
        union all
        select filter, 1 from stage_filters(new.stage, new.holder) as filter where tg_op <> 'DELETE'
      ) as changes
      group by filter having sum(change) <> 0;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger listed_transactions_stage_counts after insert or delete or update on listed_transactions
    for each row execute function stage_counts_changed()`.execute(db);
}

/** As before (migrations/0053), with the numbers of stages: the rows are put together before they are told apart by filters. */
async function createRule(db: Kysely<unknown>) {
  await sql`
    create or replace view counted_lists as
      select 'transactions' as list, filter, count(*)::integer as rows
      from transactions, transaction_filters(
        paid, estate_agent_id, seller_lawyer_group_id, buyer_lawyer_group_id) as filter
      group by filter
      union all
      select 'feed', filter, count(*)::integer
      from listed_transactions, feed_filters(payment, estate_agent, solicitors, searches, id_checks) as filter
      group by filter
      union all
      select 'users', 'active', count(*)::integer from users where active
      union all
      select 'stages', filter, sum(matters)::integer
      from (select stage, holder, count(*) as matters from listed_transactions group by stage, holder) as places,
        stage_filters(stage, holder) as filter
      group by filter`.execute(db);
}
