import { sql, type Kysely } from "kysely";

/**
 * Work that waits at the desk, derived by TypeScript (app/domain/desk/desk-items.ts)
 * before the commit of each transaction that has changed a matter, like the row of lists.
 */
export async function up(db: Kysely<unknown>) {
  await createItems(db);
  await indexFacts(db);
  await noteFacts(db);
  await addHandlersToEvents(db);
}

async function createItems(db: Kysely<unknown>) {
  await sql`
    create table desk_items (
      id object_id primary key default new_id(),
      transaction_id object_id not null references transactions on delete cascade,
      kind text not null check (kind ~ '^[a-z_]+$'),
      -- Id of the row that the item is about; the matter's id if the item is about the matter.
      source_id object_id not null,
      -- Person whom the item waits for; null if the matter has no handler.
      handler_id object_id references users,
      -- When the item begins to wait. An item of the future is not shown yet.
      since timestamptz not null,
      due_at timestamptz,
      -- Facts for the item's words: codes and ids, never a text that someone typed.
      facts jsonb not null default '{}'
    )`.execute(db);
  await sql`
    create unique index desk_items_once
    on desk_items (transaction_id, kind, source_id, coalesce(handler_id, ''))`.execute(db);
  await sql`create index desk_items_handler on desk_items (handler_id, since, id)`.execute(db);
  await sql`
    create index desk_items_unowned on desk_items (since, id) where handler_id is null`.execute(db);
  await sql`create index desk_items_since on desk_items (since, id)`.execute(db);
}

/** Indexes of work without a matter, of notes that can mention someone, and of failed addresses. */
async function indexFacts(db: Kysely<unknown>) {
  await sql`
    create index conversations_unmatched on conversations (unanswered_since, id)
    where state = 'open' and transaction_id is null`.execute(db);
  await sql`
    create index conversations_unmatched_handler on conversations (handler_id, unanswered_since, id)
    where state = 'open' and transaction_id is null`.execute(db);
  await sql`
    create index payment_reviews_unmatched on payment_reviews (created_at, id)
    where order_id is null and dealt_with_at is null and closed_at is null`.execute(db);
  await sql`
    create index messages_notes on messages (conversation_id) where kind = 'internal_note'`.execute(
    db,
  );
  await sql`
    create index email_outcomes_failed_recipient on email_outcomes (recipient)
    where failed_at is not null`.execute(db);
}

/** Triggers of the tables that only the desk reads (migrations/0089 has the others). */
const NOTED_BY: Record<string, string> = {
  document_requests: "insert or delete or update of status, answered_at, missing_reason",
  message_mentions: "insert or delete or update of read_at",
  payment_reviews: "insert or delete or update of order_id, dealt_with_at, closed_at",
  reports: "insert or delete or update of generated_at, shared_at",
  conversations: "delete",
};

async function noteFacts(db: Kysely<unknown>) {
  await sql`
    create or replace function note_matters() returns trigger language plpgsql as $$
    declare
      noted text := current_setting('fanlight.noted_matters', true);
      matters text[];
      matter text;
    begin
      if noted = 'all' then return null; end if;
      if coalesce(noted, '') = '' then
        raise exception 'A matter is changed outside a transaction of db/connection.ts'
          using errcode = 'FL001', hint = 'Set fanlight.noted_matters to all, and run the job keep-stages after it.';
      end if;
      if tg_table_name = 'transactions' then
        matters := array[new.id];
      elsif tg_table_name = 'parties' then
        matters := array[old.transaction_id, new.transaction_id] || array(
          select transaction_id from purchase_intents where id in (old.purchase_intent_id, new.purchase_intent_id));
      elsif tg_table_name = 'users' then
        matters := array(
          select id from transactions where seller_id = new.id
          union select transaction_id from purchase_intents where buyer_id = new.id);
      elsif tg_table_name = 'email_outcomes' then
        -- An email that arrives ends the items of all emails to the same address.
        matters := array(
          select desk_items.transaction_id from email_outcomes as failed
          join desk_items on desk_items.transaction_id = any(failed.transaction_ids)
            and desk_items.kind = 'undelivered' and desk_items.source_id = failed.id
          where failed.recipient = new.recipient and failed.failed_at is not null);
        if new.failed_at is not null then matters := matters || new.transaction_ids; end if;
      elsif tg_table_name = 'message_mentions' then
        matters := array(
          select conversations.transaction_id from messages
          join conversations on conversations.id = messages.conversation_id
          where messages.id in (old.message_id, new.message_id));
      elsif tg_table_name = 'payment_reviews' then
        matters := array(select transaction_id from orders where id in (old.order_id, new.order_id));
      else
        matters := array[old.transaction_id, new.transaction_id];
      end if;
      foreach matter in array matters loop
        if position(' ' || matter || ' ' in noted) = 0 then noted := noted || matter || ' '; end if;
      end loop;
      perform set_config('fanlight.noted_matters', noted, true);
      return null;
    end $$`.execute(db);
  for (const [table, changes] of Object.entries(NOTED_BY)) {
    await sql`
      create trigger ${sql.id(`${table}_at_desk`)} after ${sql.raw(changes)} on ${sql.table(table)}
      for each row execute function note_matters()`.execute(db);
  }
  // The item of a check waits since its result, which any later message may correct.
  await sql`
    create trigger checks_at_desk after update on identity_checks
    for each row when (new.status <> 'pending' and old.updated_at is distinct from new.updated_at)
    execute function note_matters()`.execute(db);
  await sql`drop trigger email_outcomes_noted on email_outcomes`.execute(db);
  await sql`
    create trigger email_outcomes_noted
    after insert or update of failed_at, delivered_at, failure, transaction_ids on email_outcomes
    for each row when (new.failed_at is not null or new.delivered_at is not null)
    execute function note_matters()`.execute(db);
}

/**
 * Gives events the handler of their matter, so that the events of one handler are read from an
 * index. A handover gives the events of the last two weeks to the new handler.
 */
async function addHandlersToEvents(db: Kysely<unknown>) {
  await sql`alter table events add handler_id object_id references users`.execute(db);
  await sql`
    create index events_handler on events (handler_id, date_time desc, id desc)
    where handler_id is not null`.execute(db);
  await sql`
    create function set_handler_of_event() returns trigger language plpgsql as $$
    begin
      select handler_id into new.handler_id from transactions where id = new.transaction_id;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger events_handled before insert on events
    for each row execute function set_handler_of_event()`.execute(db);
  await sql`
    create or replace function keep_event() returns trigger language plpgsql as $$
    begin
      -- The handler follows the matter. All other columns stay as they were written.
      if tg_op = 'UPDATE'
        and to_jsonb(new) - array['transaction_id', 'handler_id']
          = to_jsonb(old) - array['transaction_id', 'handler_id']
        and (new.transaction_id = old.transaction_id or exists (select from purchase_intents
          where id = new.purchase_intent_id and transaction_id = new.transaction_id))
      then
        select handler_id into new.handler_id from transactions where id = new.transaction_id;
        return new;
      end if;
      -- The nightly job names the matter whose events it deletes, and may not before the time.
      if tg_op = 'DELETE'
        and current_setting('fanlight.ended_matter', true) = old.transaction_id
        and is_past_its_life(old.transaction_id)
      then
        return old;
      end if;
      raise exception 'events is append-only';
    end $$`.execute(db);
  await sql`
    create function hand_over_events() returns trigger language plpgsql as $$
    begin
      update events set handler_id = new.handler_id
      where transaction_id = new.id and date_time >= now() - interval '14 days';
      return null;
    end $$`.execute(db);
  await sql`
    create trigger transactions_handed_over after update of handler_id on transactions
    for each row when (old.handler_id is distinct from new.handler_id)
    execute function hand_over_events()`.execute(db);
}
