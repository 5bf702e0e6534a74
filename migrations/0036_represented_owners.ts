import { sql, type Kysely } from "kysely";

/**
 * An owner who has died, or cannot act, is named by who represents them, and is neither written to nor checked: such an
 * owner has no email and no telephone.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table parties
      add column represented_because text check (represented_because in ('died', 'cannot_act')),
      alter column email drop not null,
      alter column phone_number drop not null,
      add check (represented_because is null or kind = 'seller'),
      add check (num_nulls(email, phone_number) = case when represented_because is null then 0 else 2 end)`.execute(
    db,
  );
  await replaceProgressRules(db);
}

/** As before (0027), but whoever is represented has no check to wait for. */
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
                and parties.represented_because is null
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
