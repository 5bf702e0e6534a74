import { sql, type Kysely } from "kysely";

/**
 * Sellers answer questions about the property. An answer that was removed stays as a row without an
 * answer, which shows who removed it and when.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table property_information (
      transaction_id object_id primary key references transactions on delete cascade,
      confirmed_at timestamptz,
      share_agreed_at timestamptz,
      share_agreed_by object_id references users,
      created_at timestamptz not null default now(),
      check ((share_agreed_at is null) = (share_agreed_by is null)),
      check (share_agreed_at is null or confirmed_at is not null)
    )`.execute(db);
  await sql`
    create table property_answers (
      transaction_id object_id not null references property_information on delete cascade,
      question text not null check (question ~ '^[a-z][a-z_0-9]*$'),
      answer jsonb check (jsonb_typeof(answer) in ('string', 'array') and length(answer::text) <= 20000),
      answered_by object_id not null references users,
      answered_at timestamptz not null,
      primary key (transaction_id, question)
    )`.execute(db);
  await sql`
    create table property_confirmations (
      transaction_id object_id not null references property_information on delete cascade,
      user_id object_id not null references users,
      name text not null check (length(name) between 1 and 200),
      confirmed_at timestamptz not null default now(),
      primary key (transaction_id, user_id)
    )`.execute(db);
  await sql`
    create table property_information_shares (
      id object_id primary key default new_id(),
      transaction_id object_id not null references property_information on delete cascade,
      recipient text not null check (recipient in ('buyer_solicitor', 'estate_agent')),
      email citext not null,
      purchase_intent_id object_id references purchase_intents on delete cascade,
      lawyer_group_id object_id references lawyer_groups,
      estate_agent_id object_id references estate_agents,
      shared_by object_id not null references users,
      shared_at timestamptz not null default now(),
      check ((recipient = 'buyer_solicitor') = (lawyer_group_id is not null)),
      check ((recipient = 'buyer_solicitor') = (purchase_intent_id is not null)),
      check ((recipient = 'estate_agent') = (estate_agent_id is not null))
    )`.execute(db);
  await sql`
    create index property_information_shares_transaction
    on property_information_shares (transaction_id, shared_at, id)`.execute(db);
  await sql`create index property_answers_answered_by on property_answers (answered_by)`.execute(
    db,
  );
  await sql`create index property_confirmations_user on property_confirmations (user_id)`.execute(
    db,
  );
  await sql`
    create trigger property_information_noted
    after insert or delete or update of transaction_id, confirmed_at on property_information
    for each row execute function note_matters()`.execute(db);
  // Null for homes in a development, whose seller is a company and is not asked.
  await sql`
    alter table listed_transactions
      add property_information progress,
      add property_information_on date`.execute(db);
  await sql`update listed_transactions set changes_on = '-infinity'`.execute(db);
}
