import { sql, type Kysely } from "kysely";

/**
 * The person who answers each conversation and the time from which the conversation waits, so that
 * each list of the inbox walks one index. The person is the conversation’s own or, if it has none,
 * the handler of its matter; triggers copy the handler, because two hundred handlers have hundreds
 * of matters each and a join would read all of them.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table conversations
      add answerer_id object_id references users,
      -- Empty for no one, because PostgreSQL doesn't use the order of an index for nulls.
      add answerer_key text not null generated always as (coalesce(answerer_id::text, '')) stored,
      -- Null while the conversation needs no one: closed, or answered and not snoozed. A snooze
      -- ends at midnight in London.
      add waits_from timestamptz generated always as (
        greatest(unanswered_since, snoozed_until::timestamp at time zone 'Europe/London')
      ) stored,
      add check (state <> 'closed' or snoozed_until is null)`.execute(db);
  await sql`
    update conversations set answerer_id = coalesce(handler_id, (
      select transactions.handler_id from transactions
      where transactions.id = conversations.transaction_id))`.execute(db);
  await copyHandler(db);
  await sql`create index conversations_answerer on conversations (answerer_id)`.execute(db);
  for (const [name, order, where] of LISTS) {
    await sql`
      create index ${sql.id(`conversations_${name}`)}
      on conversations (answerer_key, ${sql.raw(order)}) where ${sql.raw(where)}`.execute(db);
    await sql`
      create index ${sql.id(`conversations_all_${name}`)}
      on conversations (${sql.raw(order)}) where ${sql.raw(where)}`.execute(db);
  }
}

/** Lists of the inbox: the name of the index, its order and its rows. */
const LISTS: readonly [string, string, string][] = [
  ["waiting", "waits_from, id", "waits_from is not null"],
  ["answered", "last_message_at desc, id desc", "state = 'answered' and snoozed_until is null"],
  ["closed", "last_message_at desc, id desc", "state = 'closed'"],
  ["snoozed", "snoozed_until, id", "snoozed_until is not null"],
];

async function copyHandler(db: Kysely<unknown>) {
  await sql`
    create function set_answerer() returns trigger language plpgsql as $$
    begin
      new.answerer_id := new.handler_id;
      if new.handler_id is null and new.transaction_id is not null then
        -- The lock makes a concurrent change of the matter's handler wait, or waits for it.
        select handler_id into new.answerer_id from transactions
          where id = new.transaction_id for no key update;
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger conversations_answerer
    before insert or update of handler_id, transaction_id on conversations
    for each row execute function set_answerer()`.execute(db);
  await sql`
    create function copy_matter_handler() returns trigger language plpgsql as $$
    begin
      update conversations set answerer_id = new.handler_id
        where transaction_id = new.id and handler_id is null;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger transactions_answerer after update of handler_id on transactions
    for each row when (old.handler_id is distinct from new.handler_id)
    execute function copy_matter_handler()`.execute(db);
}
