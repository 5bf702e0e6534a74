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
  await addAddresses(db);
  await fillConversations(db);
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
    after insert or delete or update of transaction_id, state, handler_id, snoozed_until, unanswered_since, answer_by
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
  // The email about a group of matters is a message in each of their conversations, once.
  await sql`
    create unique index messages_email on messages (email_log_id, conversation_id)
    where email_log_id is not null`.execute(db);
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
      add suggested_transaction_id object_id references transactions on delete set null,
      -- Time at which a rematch moved the email to its matter. Staff see that a rematch did it.
      add rematched_at timestamptz,
      drop constraint inbound_emails_match_type_check,
      add constraint inbound_emails_match_type_check check (match_type in
        ('by_hand', 'mailbox_hash', 'in_reply_to', 'reference', 'number', 'sender', 'participant',
          'address'))`.execute(db);
  await sql`
    create index inbound_emails_suggested on inbound_emails (suggested_transaction_id)
    where suggested_transaction_id is not null`.execute(db);
  // Emails of one sender that have no matter are in one conversation.
  await sql`
    create index inbound_emails_sender_unmatched on inbound_emails (from_email)
    where transaction_id is null`.execute(db);
}

/**
 * The conversation to which each address of a matter belongs: that of the seller's side without a
 * purchase, that of a purchase with one. Order by `is_buyer`, `is_active desc`, `created_at desc`
 * and take the first row.
 */
async function addAddresses(db: Kysely<unknown>) {
  await sql`
    create view conversation_addresses as
      select transactions.id as transaction_id, null::object_id as purchase_intent_id, users.email,
          false as is_buyer, true as is_active, transactions.created_at, true as is_customer
        from transactions join users on users.id = transactions.seller_id
      union all select transaction_id, null, email, false, true, created_at, kind = 'seller'
        from parties where transaction_id is not null
      union all select purchase.transaction_id, purchase.id, users.email,
          true, purchase.is_active, purchase.created_at, true
        from purchase_intents purchase join users on users.id = purchase.buyer_id
      union all select purchase.transaction_id, purchase.id, parties.email,
          true, purchase.is_active, purchase.created_at, kind = 'buyer'
        from purchase_intents purchase join parties on parties.purchase_intent_id = purchase.id
      union all select transactions.id, purchase.id, lawyers.email,
          true, purchase.is_active, purchase.created_at, false
        from transactions
        join lawyer_group_members lawyers
          on lawyers.lawyer_group_id = transactions.buyer_lawyer_group_id
        join purchase_intents purchase on purchase.transaction_id = transactions.id`.execute(db);
}

/**
 * Puts the emails from before into conversations. An email that staff have not read is unanswered,
 * and so is each email without a matter, because no one has decided what to do with it.
 */
async function fillConversations(db: Kysely<unknown>) {
  await sql`
    create temporary table placed on commit drop as
    with addresses as (
      select distinct on (transaction_id, email) transaction_id, email, purchase_intent_id
      from conversation_addresses
      order by transaction_id, email, is_buyer, is_active desc, created_at desc
    ),
    sent as (
      select log.id, log.recipient, log.sent_at, about.transaction_id
      from email_log log cross join lateral (
        select log.transaction_id where log.transaction_id is not null
        union select jsonb_array_elements_text(log.props -> 'transaction_ids')::object_id
          where jsonb_typeof(log.props -> 'transaction_ids') = 'array'
        union select letters.transaction_id from solicitor_letter_matters letters
          where letters.letter_id = log.props ->> 'letter_id'
      ) about
      where log.status = 'sent' and log.sent_at is not null
        and not exists (select from users where users.email = log.recipient and users.type = 'admin')
    )
    select 'email_received' as kind, email.id as email_id, email.transaction_id,
      addresses.purchase_intent_id, null::citext as sender, email.received_at as at,
      (email.automatic is null and email.read_at is null) as is_unanswered
    from inbound_emails email
    left join addresses on addresses.transaction_id = email.transaction_id
      and addresses.email = email.from_email
    where email.transaction_id is not null
    union all
    select 'email_received', id, null, null, from_email, received_at, automatic is null
    from inbound_emails where transaction_id is null
    union all
    select 'email_sent', sent.id, sent.transaction_id, addresses.purchase_intent_id, null,
      sent.sent_at, false
    from sent
    join transactions on transactions.id = sent.transaction_id
    left join addresses on addresses.transaction_id = sent.transaction_id
      and addresses.email = sent.recipient`.execute(db);
  // One text for each conversation, because a join on nullable columns can't use a hash.
  await sql`
    alter table placed add key text not null generated always as (case
      when transaction_id is not null then transaction_id || coalesce(purchase_intent_id, '')
      else coalesce(lower(sender::text), email_id) end) stored`.execute(db);
  await sql`
    create temporary table grouped on commit drop as
    select new_id() as id, key, min(transaction_id::text) as transaction_id,
      min(purchase_intent_id::text) as purchase_intent_id, min(sender) as sender,
      max(at) as last_at, min(at) filter (where is_unanswered) as since,
      count(*) filter (where is_unanswered)::integer as unanswered
    from placed group by key`.execute(db);
  await sql`
    insert into conversations (id, transaction_id, purchase_intent_id, side, sender, state,
      unanswered_since, unanswered, last_message_at)
    select id, transaction_id, purchase_intent_id,
      case when transaction_id is null then null
        when purchase_intent_id is null then 'seller' else 'buyer' end,
      sender, case when since is null then 'closed' else 'open' end, since, unanswered, last_at
    from grouped`.execute(db);
  await sql`
    insert into messages (conversation_id, kind, at, inbound_email_id, email_log_id)
    select grouped.id, placed.kind, placed.at,
      case when placed.kind = 'email_received' then placed.email_id end,
      case when placed.kind = 'email_sent' then placed.email_id end
    from placed join grouped on grouped.key = placed.key`.execute(db);
}
