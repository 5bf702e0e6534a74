import { sql, type Kysely } from "kysely";

/**
 * Ends and pauses of matters. A sale without a buyer can end too, so the end is a fact of the
 * matter and not only of a purchase.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table transactions
      -- Day in London on which staff ended the matter; null unless it has ended.
      add ended_on date,
      -- A reason from the settings, and a note for staff.
      add end_reason text,
      add end_note text,
      -- Purchase whose date "aborted" the end has set; null if the matter had no active one.
      add ended_purchase_id object_id references purchase_intents on delete set null,
      -- Day on which staff paused the matter; null unless it is paused.
      add paused_on date,
      -- Day on which staff will be asked to resume it, if they know one.
      add paused_until date,
      add pause_note text,
      add check (ended_on is not null or (end_reason is null and ended_purchase_id is null)),
      add check (paused_on is not null or paused_until is null)`.execute(db);
  await sql`
    create index transactions_ended on transactions (ended_on) where ended_on is not null`.execute(
    db,
  );
  await sql`
    create index transactions_ended_purchase on transactions (ended_purchase_id)
    where ended_purchase_id is not null`.execute(db);
  await sql`
    create trigger transactions_ended_noted after update of ended_on, paused_on, paused_until
    on transactions for each row execute function note_matters()`.execute(db);
  await sql`
    create trigger transactions_end_changes
    after update of ended_on, end_reason, paused_on, paused_until
    on transactions for each row
    execute function record_changes('ended_on', 'end_reason', 'paused_on', 'paused_until')`.execute(
    db,
  );
  await sql`
    alter table listed_transactions add ended_on date, add paused_on date, add paused_until date`.execute(
    db,
  );
  await sql`
    alter table admin_config add end_reasons text[] not null default array[
      'Seller withdrew', 'Buyer withdrew', 'Mortgage refused', 'Survey or price', 'Chain broke',
      'Another reason']`.execute(db);
  await endLives(db);
}

/** A matter that staff have ended is over, also without a purchase. */
async function endLives(db: Kysely<unknown>) {
  await sql`
    create or replace view matter_ends as
    select matter.id as transaction_id,
      case when is_over then greatest(last_end, matter.ended_on)
        when not money_is_looked_at then touched end as ended,
      is_over,
      case when is_over or is_paid or is_named then 'matter' else 'begun' end as life
    from transactions as matter
    cross join lateral (
      select matter.ended_on is not null or max(completed) is not null
          or (array_agg(aborted order by is_active desc, created_at desc, id desc))[1] is not null as is_over,
        max(coalesce(completed, aborted)) as last_end,
        max(updated_at) as changed
      from purchase_intents where transaction_id = matter.id
    ) as purchases
    cross join lateral (
      select
        coalesce(bool_or(stripe_transaction_status = 'succeeded'), false) as is_settled,
        coalesce(bool_or(paid_at is null
          and (stripe_transaction_status = 'processing' or review is not null)), false) as money_is_looked_at,
        max(updated_at) as changed
      from orders where transaction_id = matter.id
    ) as money
    cross join lateral (
      select coalesce(bool_or(event_name in ('payment_successful', 'referral_code_applied')), false) as tells_of_payment,
        max(date_time) as last
      from events where transaction_id = matter.id
    ) as log
    cross join lateral (
      select max(received_at) as last from inbound_emails where transaction_id = matter.id
    ) as emails
    cross join lateral (
      select matter.type = 'development' or is_settled or tells_of_payment as is_paid,
        exists (select from payment_reviews where other_transaction_id = matter.id) as is_named,
        (greatest(matter.updated_at, purchases.changed, money.changed, log.last, emails.last)
          at time zone 'Europe/London')::date as touched
    ) as facts`.execute(db);
}
