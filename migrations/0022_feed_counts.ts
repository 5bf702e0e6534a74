import { sql, type Kysely } from "kysely";

/** The numbers of the feed, kept as those of the lists are (0011): of all matters, and of each step that is not complete. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create function feed_filters(payment text, estate_agent text, solicitors text, searches text, id_checks text)
    returns setof text language sql immutable as $$
      select filter from (values
        ('all', ''), ('payment', payment), ('estate_agent', estate_agent), ('solicitors', solicitors),
        ('searches', searches), ('id_checks', id_checks)
      ) as steps(filter, progress)
      where progress <> 'complete'
    $$`.execute(db);
  await sql`
    create or replace view counted_lists as
      select 'transactions' as list, filter, count(*)::integer as rows
      from transactions, transaction_filters(
        paid, estate_agent_id, seller_lawyer_group_id, buyer_lawyer_group_id) as filter
      group by filter
      union all
      select 'feed', filter, count(*)::integer
      from transaction_progress, feed_filters(payment, estate_agent, solicitors, searches, id_checks) as filter
      group by filter
      union all
      select 'users', 'active', count(*)::integer from users where active`.execute(db);
  await sql`
    insert into list_counts (list, filter, rows)
    select list, filter, rows from counted_lists where list = 'feed'`.execute(db);

  await sql`
    create function feed_counts_changed() returns trigger language plpgsql as $$
    begin
      insert into list_counts (list, filter, rows)
      select 'feed', filter, sum(change) from (
        select filter, -1 as change
        from feed_filters(old.payment, old.estate_agent, old.solicitors, old.searches, old.id_checks) as filter
        where tg_op <> 'INSERT'
        union all
        select filter, 1
        from feed_filters(new.payment, new.estate_agent, new.solicitors, new.searches, new.id_checks) as filter
        where tg_op <> 'DELETE'
      ) as changes
      group by filter having sum(change) <> 0;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger transaction_progress_counts after insert or delete or update on transaction_progress
    for each row execute function feed_counts_changed()`.execute(db);
}
