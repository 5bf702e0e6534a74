import { sql, type Kysely } from "kysely";

/**
 * Of emails that came in: their files, what the mail provider found out of their senders, and one row for each matter
 * whose address an email was sent to. Of emails from before nothing was found out, so their senders are not proved.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table inbound_emails
      drop constraint inbound_emails_message_id_key,
      add constraint inbound_emails_once unique nulls not distinct (message_id, mailbox_hash),
      add column spf text check (spf in
        ('pass', 'none', 'neutral', 'temperror', 'permerror', 'softfail', 'fail')),
      add column dkim text check (dkim in ('pass', 'other_domain', 'none', 'fail')),
      add column dmarc text check (dmarc in ('pass', 'fail')),
      add column spam_score real,
      add column sender_doubt text default 'not_checked' check (sender_doubt in
        ('not_checked', 'several_senders', 'spam', 'dmarc', 'not_signed'))`.execute(db);

  // Marks that change the direction of what is read: they came in as letters of the sender's choice.
  await sql`
    update inbound_emails set
      subject = translate(subject, ${BIDI_MARKS}, ''),
      from_name = translate(from_name, ${BIDI_MARKS}, ''),
      text_body = translate(text_body, ${BIDI_MARKS}, '')
    where subject || coalesce(from_name, '') || text_body ~ ${`[${BIDI_MARKS}]`}`.execute(db);

  await sql`
    create table inbound_attachments (
      id object_id primary key default new_id(),
      email_id object_id not null references inbound_emails on delete cascade,
      position integer not null check (position > 0),
      file_name text not null,
      file_type text not null check (file_type in
        ('pdf', 'jpg', 'png', 'gif', 'heic', 'docx', 'zip', 'bin')),
      size_bytes integer not null check (size_bytes >= 0),
      s3_document_key text,
      sha256 text,
      left_out text check (left_out in ('empty', 'too_large', 'too_many')),
      created_at timestamptz not null default now(),
      unique (email_id, position),
      check ((s3_document_key is null) = (left_out is not null)),
      check ((sha256 is null) = (left_out is not null))
    )`.execute(db);
}

const BIDI_MARKS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";
