import { sql, type Kysely } from "kysely";

/**
 * One conversation per matter and side, with its messages in one stream: emails that were received
 * and sent, messages from the customer's page, phone notes and internal notes. The buyers of each
 * purchase have a conversation, so that a displaced buyer never reads another's. An email that
 * fits no matter has a conversation with its sender alone.
 */
export async function up(db: Kysely<unknown>) {
  await createConversations(db);
  await createMessages(db);
  await matchByHand(db);
}

async function createConversations(db: Kysely<unknown>) {
  await sql`
    create table conversations (
      id object_id primary key default new_id(),
      transaction_id object_id references transactions,
      purchase_intent_id object_id references purchase_intents,
      side text check (side in ('seller', 'buyer')),
      sender citext,
      state text not null check (state in ('open', 'answered', 'closed')),
      -- Person who answers; null for the handler of the matter.
      handler_id object_id references users,
      -- First day on which the conversation is shown again.
      snoozed_until date,
      unanswered_since timestamptz,
      answer_by timestamptz,
      -- Messages since the last answer, also while the conversation is snoozed.
      unanswered integer not null default 0,
      last_message_at timestamptz not null,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      check ((transaction_id is null) = (side is null)),
      check ((side = 'buyer') = (purchase_intent_id is not null)),
      check (sender is null or transaction_id is null),
      check ((state = 'open') = (unanswered_since is not null)),
      check (answer_by is null or state = 'open')
    )`.execute(db);
  await sql`
    create unique index conversations_once
    on conversations (transaction_id, coalesce(purchase_intent_id, '')) where transaction_id is not null`.execute(
    db,
  );
  await sql`
    create unique index conversations_sender on conversations (sender) where sender is not null`.execute(
    db,
  );
  await sql`create index conversations_purchase on conversations (purchase_intent_id)`.execute(db);
  await sql`
    create index conversations_open on conversations (handler_id, unanswered_since, id)
    where state = 'open'`.execute(db);
  await sql`
    create index conversations_unanswered on conversations (unanswered_since, id)
    where state = 'open'`.execute(db);
  await sql`
    create index conversations_handler on conversations (handler_id, state, last_message_at desc, id desc)`.execute(
    db,
  );
  await sql`
    create index conversations_state on conversations (state, last_message_at desc, id desc)`.execute(
    db,
  );
  await sql`
    create trigger conversations_noted
    after insert or update of transaction_id, state, handler_id, snoozed_until, unanswered_since, answer_by
    on conversations for each row execute function note_matters()`.execute(db);
}

async function createMessages(db: Kysely<unknown>) {
  await sql`
    create table messages (
      id object_id primary key default new_id(),
      conversation_id object_id not null references conversations on delete cascade,
      kind text not null check (kind in
        ('email_received', 'email_sent', 'page_message', 'update_request', 'phone_note', 'internal_note')),
      at timestamptz not null default now(),
      -- Customer or member of staff who wrote it; null for a received email and an automatic one.
      author_id object_id references users,
      inbound_email_id object_id unique references inbound_emails on delete cascade,
      email_log_id object_id references email_log on delete cascade,
      text text check (length(text) between 1 and 20000),
      -- Of a phone note: the other person, and the length of the call.
      spoke_with text check (length(spoke_with) between 1 and 200),
      call_minutes integer check (call_minutes between 0 and 600),
      -- Of an answer that staff write: the addresses that it goes to.
      sent_to text[],
      subject text check (length(subject) between 1 and 200),
      idempotency_key text unique,
      created_at timestamptz not null default now(),
      check ((kind = 'email_received') = (inbound_email_id is not null)),
      check (kind = 'email_sent' or email_log_id is null),
      check (kind in ('email_received', 'email_sent', 'update_request') or text is not null),
      check (kind not in ('page_message', 'phone_note', 'internal_note', 'update_request') or author_id is not null)
    )`.execute(db);
  await sql`
    create index messages_conversation on messages (conversation_id, at desc, id desc)`.execute(db);
  await sql`create index messages_author on messages (author_id)`.execute(db);
  await sql`create index messages_email on messages (email_log_id)`.execute(db);
  await sql`
    create table message_documents (
      message_id object_id not null references messages on delete cascade,
      document_id object_id not null references documents on delete cascade,
      primary key (message_id, document_id)
    )`.execute(db);
  await sql`create index message_documents_document on message_documents (document_id)`.execute(db);
  await sql`
    create table message_mentions (
      message_id object_id not null references messages on delete cascade,
      user_id object_id not null references users on delete cascade,
      read_at timestamptz,
      primary key (message_id, user_id)
    )`.execute(db);
  await sql`
    create index message_mentions_unread on message_mentions (user_id, message_id) where read_at is null`.execute(
    db,
  );
}

/** A sender whose email staff matched by hand. The sender's next email follows it. */
async function matchByHand(db: Kysely<unknown>) {
  await sql`
    create table matched_senders (
      email citext primary key,
      transaction_id object_id not null references transactions,
      purchase_intent_id object_id references purchase_intents,
      matched_by object_id references users,
      matched_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index matched_senders_transaction on matched_senders (transaction_id)`.execute(
    db,
  );
  await sql`create index matched_senders_purchase on matched_senders (purchase_intent_id)`.execute(
    db,
  );
  await sql`create index matched_senders_by on matched_senders (matched_by)`.execute(db);
  await sql`
    alter table inbound_emails
      -- Matter that staff are shown for an email that is not matched.
      add suggested_transaction_id object_id references transactions on delete set null`.execute(
    db,
  );
  await sql`
    create index inbound_emails_suggested on inbound_emails (suggested_transaction_id)
    where suggested_transaction_id is not null`.execute(db);
}
