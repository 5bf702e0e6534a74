import { sql, type Kysely } from "kysely";

/**
 * Documents that a matter needs, and the files that answer the requests. A row without a purchase
 * belongs to the sellers, a row with one to the buyers of that purchase.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table document_requests (
      id object_id primary key default new_id(),
      transaction_id object_id not null references transactions,
      purchase_intent_id object_id references purchase_intents,
      kind text not null check (kind ~ '^[a-z_]+$'),
      source text not null check (source in ('rule', 'answer', 'staff')),
      question text check (question ~ '^[a-z_0-9]+$'),
      title text check (length(title) between 1 and 200),
      purpose text check (length(purpose) between 1 and 1000),
      status text not null default 'requested'
        check (status in ('requested', 'received', 'accepted', 'sent_back', 'not_needed')),
      reason text check (length(reason) between 1 and 1000),
      -- Why the customer can't send the document, in their words.
      missing_reason text check (length(missing_reason) between 1 and 1000),
      requested_on date not null,
      due_on date not null,
      requested_by object_id references users,
      decided_by object_id references users,
      decided_at timestamptz,
      -- When the customer sent files, or gave the reason for having none.
      answered_at timestamptz,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (kind <> 'other' or title is not null),
      check (status not in ('sent_back', 'not_needed') or reason is not null)
    )`.execute(db);
  await sql`
    create trigger document_requests_touch before update on document_requests
    for each row execute function touch_updated_at()`.execute(db);
  // Rules and answers request each kind once; staff may request the same kind again.
  await sql`
    create unique index document_requests_once
    on document_requests (transaction_id, coalesce(purchase_intent_id, ''), kind, coalesce(question, ''))
    where source <> 'staff'`.execute(db);
  await sql`
    create index document_requests_transaction on document_requests (transaction_id, created_at, id)`.execute(
    db,
  );
  for (const day of ["due", "requested"]) {
    await sql`
      create index ${sql.id(`document_requests_${day}`)}
      on document_requests (${sql.id(`${day}_on`)}, id)
      where status in ('requested', 'sent_back') and missing_reason is null`.execute(db);
  }
  await sql`
    create index document_requests_to_review on document_requests (answered_at, id)
    where status = 'received'
      or (status in ('requested', 'sent_back') and missing_reason is not null)`.execute(db);
  await sql`
    create table documents (
      id object_id primary key default new_id(),
      transaction_id object_id not null references transactions,
      purchase_intent_id object_id references purchase_intents,
      request_id object_id references document_requests,
      uploaded_by object_id references users,
      inbound_attachment_id object_id references inbound_attachments,
      file_name text not null check (length(file_name) between 1 and 255),
      file_type text not null check (file_type in ('pdf', 'jpg', 'png', 'heic', 'docx', 'xlsx', 'doc', 'xls')),
      size_bytes bigint not null check (size_bytes > 0),
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      s3_document_key text not null,
      converted_document_key text,
      conversion text not null check (conversion in ('none', 'pending', 'done', 'failed')),
      scan text not null check (scan in ('not_scanned', 'pending', 'clean', 'infected')),
      created_at timestamptz not null default now(),
      check ((conversion = 'done') = (converted_document_key is not null))
    )`.execute(db);
  // The same file is stored once for each request.
  await sql`
    create unique index documents_once
    on documents (transaction_id, coalesce(purchase_intent_id, ''), coalesce(request_id, ''), sha256)`.execute(
    db,
  );
  await sql`create unique index documents_file on documents (s3_document_key)`.execute(db);
  await sql`
    create unique index documents_preview on documents (converted_document_key)
    where converted_document_key is not null`.execute(db);
  await sql`create index documents_purchase on documents (purchase_intent_id)`.execute(db);
  await sql`create index documents_uploader on documents (uploaded_by)`.execute(db);
  await sql`create index documents_request on documents (request_id)`.execute(db);
  await sql`
    create index documents_to_process on documents (created_at, id)
    where conversion = 'pending' or scan = 'pending'`.execute(db);
  await noteAnswers(db);
}

/**
 * Notes the matters whose documents depend on a changed answer, so that the requests follow it
 * (app/domain/documents/request-documents.server.ts).
 */
async function noteAnswers(db: Kysely<unknown>) {
  await sql`
    create function note_matters_of_property() returns trigger language plpgsql as $$
    begin
      -- The trigger of transactions notes the matters.
      update transactions set property_id = property_id where property_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger properties_noted after update of tenure on properties
    for each row when (old.tenure is distinct from new.tenure)
    execute function note_matters_of_property()`.execute(db);
  await sql`
    create trigger purchase_answers_noted
    after update of mortgage_required_for_purchase, gifts on purchase_intents
    for each row execute function note_matters()`.execute(db);
}
