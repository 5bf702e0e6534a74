import { sql, type Kysely } from "kysely";

/**
 * A letter that came back is no instruction: the matter waits for us until each solicitor has one that did not. None came back
 * before this, as far as we know, so that no matter changes its place.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table listed_transactions add letter_failed_on date`.execute(db);
  await createRules(db);
  await createRefresh(db);
  await createTriggers(db);
}

/** In the order of the table and of the view, which are compared row by row. */
const BEFORE = [
  ...["id", "created_at", "payment", "estate_agent", "solicitors", "searches", "id_checks"],
  ...["estate_agent_id", "seller_lawyer_group_id", "buyer_lawyer_group_id", "group_id"],
  ...["type", "asking_price_pounds", "legals_started_at", "tags"],
  ...["line_1", "line_2", "line_3", "post_town", "postcode"],
  ...["sellers", "buyers", "sale_agreed", "exchanged", "completed", "aborted"],
  ...["payment_type", "stripe_transaction_status", "paid_at"],
  ...["check_of", "check_since", "check_unconfirmed", "searches_since"],
];
const DAYS = [
  ...["instructed_on", "identity_on", "searches_ordered_on", "searches_on"],
  ...["contract_pack_sent_on", "enquiries_raised_on", "enquiries_answered_on"],
];
const COLUMNS = [
  ...BEFORE,
  ...DAYS,
  "stage",
  "holder",
  "since",
  "choice_open",
  "to_assign_since",
  "letter_failed_on",
];

const columns = (names: readonly string[], prefix = "") =>
  sql.raw(names.map((name) => prefix + name).join(", "));

/** The names of a side: who signed up, then the others in their order. */
const names = (primary: string, others: string) => sql`(
  select jsonb_agg(
    jsonb_build_object('first_name', first_name, 'middle_name', middle_name, 'last_name', last_name)
    order by position, id)
  from (
    select first_name, middle_name, last_name, -1 as position, id
    from users where users.id = ${sql.raw(primary)}
    union all
    select first_name, middle_name, last_name, position, id
    from parties where ${sql.raw(others)}
  ) as person)`;

const londonDay = (moment: string) => sql.raw(`(${moment} at time zone 'Europe/London')::date`);

/** As before (migrations/0074), with the day since when a solicitor has none of the letters that we sent them. */
const facts = sql`
  select
    transactions.id, transactions.created_at,
    payment::progress, estate_agent::progress, solicitors::progress, progress.searches::progress, id_checks::progress,
    estate_agent_id, seller_lawyer_group_id, buyer_lawyer_group_id, group_id,
    transactions.type, asking_price_pounds, legals_started_at, tags,
    line_1, line_2, line_3, post_town, postcode,
    ${names("transactions.seller_id", "kind = 'seller' and parties.transaction_id = transactions.id")} as sellers,
    case when purchase.id is not null then
      ${names("purchase.buyer_id", "kind = 'buyer' and parties.purchase_intent_id = purchase.id")}
    end as buyers,
    sale_agreed, exchanged, completed, aborted,
    payment_type, stripe_transaction_status, paid_at,
    waiting.person_type as check_of, waiting.created_at as check_since,
    waiting.order_sent_at is not null as check_unconfirmed,
    searched.waiting_since as searches_since,
    coalesce(${londonDay("happened.assigned_at")}, ${londonDay("legals_started_at")}) as instructed_on,
    ${londonDay("happened.checked_at")} as identity_on,
    ${londonDay("searched.ordered_at")} as searches_ordered_on,
    searched.back_on as searches_on,
    contract_pack_sent_on, enquiries_raised_on, enquiries_answered_on,
    transactions.type = 'resale' and solicitor_preference is null and seller_lawyer_group_id is null
      as choice_open,
    case when solicitors <> 'complete' then greatest(
      coalesce(${londonDay("paid_at")}, ${londonDay("transactions.created_at")}),
      ${londonDay("happened.chosen_at")},
      case when seller_lawyer_group_id is not null then ${londonDay("purchase.created_at")} end
    ) end as to_assign_since,
    ${londonDay("instructed.letter_failed_at")} as letter_failed_on
  from transaction_progress_rules as progress
  join transactions on transactions.id = progress.transaction_id
  join properties on properties.id = transactions.property_id
  join addresses on addresses.id = properties.address_id
  left join orders on orders.transaction_id = transactions.id
  left join lateral (
    select id, buyer_id, created_at, sale_agreed, exchanged, completed, aborted,
      contract_pack_sent_on, enquiries_raised_on, enquiries_answered_on
    from purchase_intents
    where purchase_intents.transaction_id = transactions.id
    order by is_active desc, purchase_intents.created_at desc, id desc
    limit 1
  ) as purchase on true
  left join lateral (
    select person_type, checks.created_at, order_sent_at from checks
    where checks.transaction_id = transactions.id
      and status = 'pending' and order_called_off_at is null and check_is_of_named(checks)
      and (purchase_intent_id is null or purchase_intent_id = purchase.id)
    order by order_sent_at is null, checks.created_at, id
    limit 1
  ) as waiting on true
  left join lateral (
    select
      min(created_at) as ordered_at,
      min(created_at) filter (where status = 'in progress') as waiting_since,
      max(completion_date) filter (where status = 'complete') as back_on
    from searches where searches.transaction_id = transactions.id and status <> 'cancelled'
  ) as searched on true
  left join lateral (
    select
      max(date_time) filter (where event_name like '%_solicitors_assigned') as assigned_at,
      min(date_time) filter (where event_name = 'seller_solicitor_preferred') as chosen_at,
      max(date_time) filter (where event_name = 'thirdfort_check_completed') as checked_at
    from events
    where events.transaction_id = transactions.id and event_name in (${toldBy()})
  ) as happened on true
  left join lateral (
    select min(failed_at) as letter_failed_at
    from (
      select min(failed_at) as failed_at
      from solicitor_letter_matters
      join solicitor_letters as letter on letter.id = letter_id
      left join email_log on dedupe_key = 'solicitor_letter:' || letter.id
      left join email_outcomes on email_log_id = email_log.id
        and email_outcomes.recipient = email_log.recipient and outcome_is_failure(email_outcomes)
      where solicitor_letter_matters.transaction_id = transactions.id
        and lawyer_group_id = case side
          when 'seller' then seller_lawyer_group_id else buyer_lawyer_group_id end
        and (letter.purchase_intent_id is null or letter.purchase_intent_id = purchase.id)
      group by side
      having bool_and(email_outcomes.id is not null)
    ) as side
  ) as instructed on true`;

function toldBy() {
  return sql.raw(
    [
      ...["seller_solicitors_assigned", "buyer_solicitors_assigned"],
      ...["seller_solicitor_preferred", "thirdfort_check_completed"],
    ]
      .map((name) => `'${name}'`)
      .join(", "),
  );
}

/**
 * The same as whereaboutsOf (app/domain/stages/whereabouts.ts), which the night compares it with. A date that is still to come
 * has not happened.
 */
async function createRules(db: Kysely<unknown>) {
  const come = (name: string) => sql.raw(`case when ${name} <= today then ${name} end`);
  await sql`
    create or replace view listed_transaction_rules as
      select ${columns([...BEFORE, ...DAYS], "facts.")},
        case step
          when 'aborted' then 'aborted'
          when 'completed' then 'completed'
          when 'complete' then 'completion'
          when 'pay' then case when solicitors = 'outstanding' then 'not_instructed' else 'instructed' end
          when 'choose_solicitor' then 'instructed'
          when 'find_buyer' then 'instructed'
          when 'assign_solicitors' then 'instructed'
          when 'send_letter' then 'instructed'
          when 'order_searches' then 'searches'
          when 'return_searches' then 'searches'
          when 'send_contract_pack' then 'contract_pack'
          when 'raise_enquiries' then 'enquiries'
          when 'answer_enquiries' then 'enquiries'
          when 'exchange' then 'exchange'
          else 'identity'
        end as stage,
        case step
          when 'aborted' then 'seller'
          when 'pay' then 'seller'
          when 'choose_solicitor' then 'seller'
          when 'completed' then null
          when 'find_buyer' then null
          when 'pass_check' then check_of
          when 'return_searches' then 'search_provider'
          when 'send_contract_pack' then 'seller_solicitor'
          when 'raise_enquiries' then 'buyer_solicitor'
          when 'answer_enquiries' then 'seller_solicitor'
          when 'exchange' then 'solicitors'
          when 'complete' then 'solicitors'
          else 'us'
        end as holder,
        case step
          when 'completed' then completed
          when 'complete' then exchanged
          when 'pay' then ${londonDay("created_at")}
          when 'choose_solicitor' then coalesce(${londonDay("paid_at")}, ${londonDay("created_at")})
          when 'assign_solicitors' then to_assign_since
          when 'send_letter' then letter_failed_on
          when 'order_checks' then instructed_on
          when 'look_at_checks' then instructed_on
          when 'settle_check' then ${londonDay("check_since")}
          when 'pass_check' then ${londonDay("check_since")}
          when 'order_searches' then greatest(instructed_on, identity_on)
          when 'return_searches' then ${londonDay("searches_since")}
          when 'send_contract_pack' then greatest(instructed_on, identity_on, searches_on)
          when 'raise_enquiries' then greatest(instructed_on, identity_on, searches_on, pack_on)
          when 'answer_enquiries' then raised_on
          when 'exchange' then greatest(instructed_on, identity_on, searches_on, pack_on, answered_on)
        end as since,
        choice_open, to_assign_since, letter_failed_on
      from (${facts}) as facts
      cross join (select ${londonDay("now()")} as today) as clock
      cross join lateral (
        select
          ${come("contract_pack_sent_on")} as pack_on,
          ${come("enquiries_raised_on")} as raised_on,
          ${come("enquiries_answered_on")} as answered_on
      ) as come
      cross join lateral (
        select case
          when aborted <= today then 'aborted'
          when completed <= today then 'completed'
          when exchanged <= today then 'complete'
          when letter_failed_on is not null then 'send_letter'
          when solicitors <> 'complete' then case
            when payment <> 'complete' then 'pay'
            when choice_open then 'choose_solicitor'
            when seller_lawyer_group_id is not null and buyers is null then 'find_buyer'
            else 'assign_solicitors' end
          when id_checks = 'outstanding' then 'order_checks'
          when check_unconfirmed then 'settle_check'
          when id_checks = 'in_progress' then 'look_at_checks'
          when check_of is not null then 'pass_check'
          when searches = 'outstanding' then 'order_searches'
          when searches = 'in_progress' then 'return_searches'
          when answered_on is not null then 'exchange'
          when raised_on is not null then 'answer_enquiries'
          when pack_on is not null then 'raise_enquiries'
          else 'send_contract_pack'
        end as step
      ) as found`.execute(db);
}

async function createRefresh(db: Kysely<unknown>) {
  await sql`
    create or replace function refresh_listed_transaction(of_transaction object_id) returns void language plpgsql as $$
    begin
      perform from listed_transactions where id = of_transaction for update;
      insert into listed_transactions as kept (${columns(COLUMNS)})
      select ${columns(COLUMNS)} from listed_transaction_rules where id = of_transaction
      on conflict (id) do update set (${columns(COLUMNS)}) = (${columns(COLUMNS, "excluded.")})
      where kept is distinct from excluded;
    end $$`.execute(db);
  await sql`alter function refresh_listed_transaction(object_id) set plan_cache_mode = force_generic_plan`.execute(
    db,
  );
}

/** Beside those of migrations/0053. */
async function createTriggers(db: Kysely<unknown>) {
  await sql`
    create function listed_by_outcomes() returns trigger language plpgsql as $$
    begin
      perform refresh_listed_transaction(matter.id)
      from (
        select id from transactions where id = any(new.transaction_ids) order by id
      ) as matter;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger email_outcomes_listed after insert or update on email_outcomes
    for each row when (new.failed_at is not null) execute function listed_by_outcomes()`.execute(
    db,
  );
  await sql`
    create trigger solicitor_letter_matters_listed after insert on solicitor_letter_matters
    for each row execute function listed_by_parts()`.execute(db);
}
