import { sql, type Kysely } from "kysely";

/** When the life of each matter is over, who may take its events out of the log then, and what the night looks for. */
export async function up(db: Kysely<unknown>) {
  // By the purchase that counts, as saleIsOpen has it. What is open ends with the last that happened in it.
  await sql`
    create view matter_ends as
    select matter.id as transaction_id,
      case when is_over then last_end when not money_is_looked_at then touched end as ended,
      is_over,
      case when is_over or is_paid or is_named then 'matter' else 'begun' end as life
    from transactions as matter
    cross join lateral (
      select max(completed) is not null
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

  // The same times as in app/domain/privacy/lives.server.ts, where a test compares them.
  await sql`
    create function is_past_its_life(of_transaction object_id) returns boolean language sql as $$
      select exists (
        select from matter_ends
        where transaction_id = of_transaction
          and ended + case life when 'matter' then interval '10 years' else interval '24 months' end
            <= (now() at time zone 'Europe/London')::date)
    $$`.execute(db);

  await sql`
    create or replace function keep_event() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE'
        and to_jsonb(new) - 'transaction_id' = to_jsonb(old) - 'transaction_id'
        and exists (select from purchase_intents
          where id = new.purchase_intent_id and transaction_id = new.transaction_id)
      then
        return new;
      end if;
      -- The night says of which matter it takes the events, and may not before the time.
      if tg_op = 'DELETE'
        and current_setting('fanlight.ended_matter', true) = old.transaction_id
        and is_past_its_life(old.transaction_id)
      then
        return old;
      end if;
      raise exception 'events is append-only';
    end $$`.execute(db);

  await indexWhatIsLookedFor(db);
}

/** What is past its time, and what names a row that goes. */
async function indexWhatIsLookedFor(db: Kysely<unknown>) {
  for (const [table, name, columns, where] of [
    [
      "purchase_intents",
      "ended",
      "(coalesce(completed, aborted))",
      "coalesce(completed, aborted) is not null",
    ],
    ["transactions", "unpaid_since", "created_at", "not paid and type <> 'development'"],
    [
      "transactions",
      "preferred_lawyers",
      "preferred_lawyer_group_id",
      "preferred_lawyer_group_id is not null",
    ],
    ["users", "since", "created_at"],
    ["users", "unconfirmed", "created_at", "not active and deactivated_at is null"],
    ["checks", "purchase_intent", "purchase_intent_id", "purchase_intent_id is not null"],
    ["checks", "replaced", "replaces_id", "replaces_id is not null"],
    ["checks", "shared_with", "shared_with", "shared_with is not null"],
    ["invitations", "property", "property_id", "property_id is not null"],
    ["invitations", "address", "property_address_id", "property_address_id is not null"],
    ["users", "address", "correspondence_address_id", "correspondence_address_id is not null"],
    ["parties", "address", "correspondence_address_id", "correspondence_address_id is not null"],
    ["companies", "address", "address_id", "address_id is not null"],
    ["orders", "code", "code", "code is not null"],
    ["privacy_requests", "decided", "decided_at", "decided_at is not null"],
    ["correction_requests", "decided", "decided_at", "decided_at is not null"],
  ] as const) {
    await sql`
      create index ${sql.id(`${table}_${name}`)} on ${sql.id(table)} (${sql.raw(columns)})
      ${sql.raw(where ? `where ${where}` : "")}`.execute(db);
  }
}
