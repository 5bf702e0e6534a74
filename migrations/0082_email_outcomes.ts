import { sql, type Kysely } from "kysely";

/**
 * Whether what we sent arrived: a row for each email and reader that Postmark, or the reader's own server, told us of. Whether
 * somebody in the office has read what came in: once for the whole team, and what is there counts as read. Whom we write to, and
 * who writes to us, is known by name and by part in the matter.
 */
export async function up(db: Kysely<unknown>) {
  await createOutcomes(db);
  await namePeople(db);
  await sql`
    alter table inbound_emails add column read_at timestamptz`.execute(db);
  await sql`update inbound_emails set read_at = received_at`.execute(db);
  await sql`
    create index inbound_emails_unread on inbound_emails (transaction_id)
      where read_at is null and transaction_id is not null`.execute(db);
}

async function createOutcomes(db: Kysely<unknown>) {
  await sql`
    create table email_outcomes (
      id object_id primary key default new_id(),
      email_log_id object_id not null references email_log on delete cascade,
      recipient citext not null,
      transaction_ids text[] not null,
      delivered_at timestamptz,
      failed_at timestamptz,
      failure text check (failure in
        ('no_mailbox', 'not_accepted', 'blocked', 'suspended', 'invalid', 'returned', 'complaint')),
      check ((failed_at is null) = (failure is null)),
      unique (email_log_id, recipient)
    )`.execute(db);
  // Whoever complains has the email.
  await sql`
    create function outcome_is_failure(email_outcomes) returns boolean language sql immutable as $$
      select $1.failed_at is not null and $1.failure <> 'complaint'
        and ($1.delivered_at is null or $1.delivered_at < $1.failed_at)
    $$`.execute(db);
  await sql`
    create index email_outcomes_failed on email_outcomes using gin (transaction_ids)
      where failed_at is not null`.execute(db);
  await sql`
    create index email_outcomes_failed_at on email_outcomes (failed_at)
      where failed_at is not null`.execute(db);
  await sql`create index email_outcomes_recipient on email_outcomes (recipient)`.execute(db);
}

/** As before (migrations/0017), with their names and what they are in the matter. */
async function namePeople(db: Kysely<unknown>) {
  await sql`
    create or replace view matter_emails as
      select users.email, transactions.id as transaction_id,
        users.first_name, users.last_name, 'seller' as part
        from users join transactions on transactions.seller_id = users.id
      union all select email, transaction_id, first_name, last_name, kind
        from parties where transaction_id is not null
      union all select users.email, purchase_intents.transaction_id,
        users.first_name, users.last_name, 'buyer'
        from users join purchase_intents on purchase_intents.buyer_id = users.id
      union all select parties.email, purchase_intents.transaction_id,
        parties.first_name, parties.last_name, kind
        from parties join purchase_intents on purchase_intents.id = parties.purchase_intent_id
      union all select lawyers.email, transactions.id,
        lawyers.first_name, lawyers.last_name, 'seller_solicitor'
        from lawyer_group_members lawyers
        join transactions on transactions.seller_lawyer_group_id = lawyers.lawyer_group_id
      union all select lawyers.email, transactions.id,
        lawyers.first_name, lawyers.last_name, 'buyer_solicitor'
        from lawyer_group_members lawyers
        join transactions on transactions.buyer_lawyer_group_id = lawyers.lawyer_group_id
      union all select valuers.email, transactions.id,
        valuers.first_name, valuers.last_name, 'estate_agent'
        from valuers join transactions on transactions.estate_agent_id = valuers.estate_agent_id
      union all select negotiators.email, transactions.id,
        negotiators.first_name, negotiators.last_name, 'estate_agent'
        from negotiators
        join transactions on transactions.estate_agent_id = negotiators.estate_agent_id`.execute(
    db,
  );
}
