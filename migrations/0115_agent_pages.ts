import { sql, type Kysely } from "kysely";

/**
 * The private page of an estate agent’s office: its sign-in links and sessions, and the memoranda
 * of sale that it sends us.
 */
export async function up(db: Kysely<unknown>) {
  await widenSessions(db);
  await createMemoranda(db);
  await sql`alter table listed_transactions add memorandum_sent_on date`.execute(db);
}

/** A session is that of a law firm’s page, or of an office’s page. */
async function widenSessions(db: Kysely<unknown>) {
  await sql`
    alter table firm_sessions
      add estate_agent_id object_id references estate_agents on delete cascade,
      drop constraint firm_sessions_check,
      drop constraint firm_sessions_check2,
      add constraint firm_sessions_law_firm
        check (num_nonnulls(transaction_id, side, lawyer_group_id) in (0, 3)),
      add constraint firm_sessions_one_page
        check (num_nonnulls(lawyer_group_id, estate_agent_id) = num_nonnulls(email)),
      add constraint firm_sessions_used check (id_hash is null or email is not null)`.execute(db);
  await sql`create index firm_sessions_estate_agent on firm_sessions (estate_agent_id)`.execute(db);
}

async function createMemoranda(db: Kysely<unknown>) {
  // The office that sent the file with a memorandum of sale. Only staff can open such a file.
  await sql`
    alter table documents add estate_agent_id object_id references estate_agents,
      add check (estate_agent_id is null or (purchase_intent_id is null and request_id is null))`.execute(
    db,
  );
  await sql`create index documents_estate_agent on documents (estate_agent_id)`.execute(db);
  // An office and a seller may send the same file.
  await sql`drop index documents_once`.execute(db);
  await sql`
    create unique index documents_once
    on documents (transaction_id, coalesce(purchase_intent_id, ''), coalesce(request_id, ''),
      coalesce(estate_agent_id, ''), sha256)`.execute(db);
  await sql`
    create table memoranda (
      id object_id primary key default new_id(),
      transaction_id object_id not null references transactions,
      estate_agent_id object_id not null references estate_agents,
      document_id object_id not null references documents,
      first_name text not null,
      last_name text not null,
      email citext not null,
      phone_number text not null,
      agreed_price_pounds integer not null check (agreed_price_pounds > 0),
      -- Name that the person at the office gave, and the address with which they signed in.
      sent_by text not null check (length(sent_by) between 1 and 200),
      sent_email citext not null,
      sent_at timestamptz not null default now(),
      -- "agreed" once staff have agreed the sale.
      status text not null default 'sent' check (status in ('sent', 'agreed', 'declined')),
      reason text check (length(reason) between 1 and 2000),
      decided_by object_id references users,
      decided_at timestamptz,
      check ((status = 'declined') = (reason is not null)),
      check ((status = 'sent') = (decided_at is null))
    )`.execute(db);
  await sql`
    create unique index memoranda_open on memoranda (transaction_id) where status = 'sent'`.execute(
    db,
  );
  await sql`create index memoranda_matter on memoranda (transaction_id, sent_at desc)`.execute(db);
  await sql`create index memoranda_estate_agent on memoranda (estate_agent_id)`.execute(db);
  await sql`create index memoranda_document on memoranda (document_id)`.execute(db);
  await sql`create index memoranda_decided_by on memoranda (decided_by)`.execute(db);
  await sql`
    create trigger memoranda_noted after insert or delete or update on memoranda
    for each row execute function note_matters()`.execute(db);
}
