import { sql, type Kysely } from "kysely";

/**
 * The private page of a law firm: its sign-in links and sessions, its answer to an instruction, and
 * its questions to us.
 */
export async function up(db: Kysely<unknown>) {
  await createSessions(db);
  await createAnswers(db);
  await sql`
    alter table listed_transactions
      add seller_declined_on date,
      add buyer_declined_on date`.execute(db);
  // A firm’s question has the name of the person who wrote it in `spoke_with`.
  await sql`
    alter table messages
      add firm_email citext,
      add check ((kind = 'firm_message') = (firm_email is not null)),
      drop constraint messages_kind_check,
      add constraint messages_kind_check check (kind in ('email_received', 'email_sent',
        'page_message', 'update_request', 'firm_message', 'phone_note', 'internal_note'))`.execute(
    db,
  );
}

/**
 * A row is a sign-in link until the link is used, and a session from then on. A link for an address
 * that is not the firm’s has no firm, so that it opens nothing and takes just as long to write.
 */
async function createSessions(db: Kysely<unknown>) {
  await sql`
    create table firm_sessions (
      id object_id primary key default new_id(),
      transaction_id object_id references transactions on delete cascade,
      side text check (side in ('seller', 'buyer')),
      lawyer_group_id object_id references lawyer_groups on delete cascade,
      email citext,
      -- Name that the person gave with the first action.
      person_name text check (length(person_name) between 1 and 200),
      token_hash text not null unique,
      -- Hash of the id of the browser that asked for the link.
      requested_by text,
      -- Hash of the session’s id, which the browser has in a cookie; null until the link is used.
      id_hash text unique,
      used_at timestamptz,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      check (num_nonnulls(transaction_id, side, lawyer_group_id, email) in (0, 4)),
      check ((id_hash is null) = (used_at is null)),
      check (id_hash is null or transaction_id is not null)
    )`.execute(db);
  await sql`create index firm_sessions_matter on firm_sessions (transaction_id)`.execute(db);
  await sql`create index firm_sessions_lawyer_group on firm_sessions (lawyer_group_id)`.execute(db);
  await sql`create index firm_sessions_expires_at on firm_sessions (expires_at)`.execute(db);
}

async function createAnswers(db: Kysely<unknown>) {
  await sql`
    create table instruction_answers (
      id object_id primary key default new_id(),
      transaction_id object_id not null references transactions,
      -- Purchase in which the firm acts; null on the sellers’ side.
      purchase_intent_id object_id references purchase_intents,
      side text not null check (side in ('seller', 'buyer')),
      lawyer_group_id object_id not null references lawyer_groups,
      answer text not null check (answer in ('accepted', 'declined')),
      fee_earner text check (length(fee_earner) between 1 and 200),
      firm_reference text check (length(firm_reference) between 1 and 100),
      reason text check (reason in ('conflict', 'no_capacity', 'not_on_panel', 'other')),
      note text check (length(note) between 1 and 2000),
      answered_by text not null check (length(answered_by) between 1 and 200),
      answered_at timestamptz not null default now(),
      check ((side = 'buyer') = (purchase_intent_id is not null)),
      check ((answer = 'accepted') = (fee_earner is not null)),
      check ((answer = 'declined') = (reason is not null)),
      check (answer = 'accepted' or firm_reference is null),
      check (answer = 'declined' or note is null)
    )`.execute(db);
  // A later answer of the same firm replaces the earlier one.
  await sql`
    create unique index instruction_answers_once
    on instruction_answers (transaction_id, side, lawyer_group_id, coalesce(purchase_intent_id, ''))`.execute(
    db,
  );
  await sql`
    create index instruction_answers_lawyer_group
    on instruction_answers (lawyer_group_id, answered_at desc)`.execute(db);
  await sql`
    create index instruction_answers_purchase on instruction_answers (purchase_intent_id)`.execute(
    db,
  );
  await sql`
    create trigger instruction_answers_noted after insert or delete or update on instruction_answers
    for each row execute function note_matters()`.execute(db);
}
