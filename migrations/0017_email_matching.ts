import { sql, type Kysely } from "kysely";

/** What emails that came in are matched by, and the runs that match them again. */
export async function up(db: Kysely<unknown>) {
  // A reply names every email of its thread: those of them that may be ours, by Postmark's ids.
  await sql`
    alter table inbound_emails
      alter column in_reply_to type text[] using
        case when in_reply_to is null then '{}' else array[in_reply_to] end,
      alter column in_reply_to set default '{}',
      alter column in_reply_to set not null,
      add check (match_type in
        ('mailbox_hash', 'in_reply_to', 'reference', 'participant', 'address'))`.execute(db);
  await sql`create index email_log_message on email_log (postmark_message_id)`.execute(db);

  await sql`create index parties_email on parties (email)`.execute(db);
  await sql`create index lawyer_group_members_email on lawyer_group_members (email)`.execute(db);
  await sql`create index negotiators_email on negotiators (email)`.execute(db);
  await sql`
    create view matter_emails as
      select users.email, transactions.id as transaction_id
        from users join transactions on transactions.seller_id = users.id
      union all select email, transaction_id from parties where transaction_id is not null
      union all select users.email, purchase_intents.transaction_id
        from users join purchase_intents on purchase_intents.buyer_id = users.id
      union all select parties.email, purchase_intents.transaction_id
        from parties join purchase_intents on purchase_intents.id = parties.purchase_intent_id
      union all select lawyers.email, transactions.id
        from lawyer_group_members lawyers
        join transactions on transactions.seller_lawyer_group_id = lawyers.lawyer_group_id
      union all select lawyers.email, transactions.id
        from lawyer_group_members lawyers
        join transactions on transactions.buyer_lawyer_group_id = lawyers.lawyer_group_id
      union all select valuers.email, transactions.id
        from valuers join transactions on transactions.estate_agent_id = valuers.estate_agent_id
      union all select negotiators.email, transactions.id
        from negotiators
        join transactions on transactions.estate_agent_id = negotiators.estate_agent_id`.execute(
    db,
  );

  await sql`
    create table email_rematches (
      id object_id primary key default new_id(),
      kind text not null check (kind in ('unmatched', 'all')),
      status text not null default 'running' check (status in ('running', 'done', 'failed')),
      started_by object_id references users,
      started_at timestamptz not null default now(),
      finished_at timestamptz,
      total integer not null,
      checked integer not null default 0,
      last_email_id object_id,
      new_matches integer not null default 0,
      still_unmatched integer not null default 0,
      changed_matches integer not null default 0,
      unchanged_matches integer not null default 0,
      match_types jsonb not null default '{}',
      check ((status = 'running') = (finished_at is null))
    )`.execute(db);
  await sql`create unique index email_rematches_one_running on email_rematches ((true)) where status = 'running'`.execute(
    db,
  );
  await sql`create index email_rematches_newest on email_rematches (kind, started_at desc)`.execute(
    db,
  );
}
