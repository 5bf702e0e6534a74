import { sql, type Kysely } from "kysely";

/**
 * What a received email was: an automatic one, one without a sender, one in HTML. Of files, whether the text shows one as
 * a picture, and more of the types that their bytes prove.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table inbound_emails
      alter column from_email drop not null,
      add column automatic text check (automatic in ('reply', 'bounce')),
      add column html_body text,
      add column html_has_bank_details boolean not null default false,
      drop constraint inbound_emails_sender_doubt_check,
      add constraint inbound_emails_sender_doubt_check check (sender_doubt in
        ('not_checked', 'several_senders', 'spam', 'dmarc', 'not_signed', 'no_sender')),
      add check (from_email is not null or sender_doubt is not null)`.execute(db);
  await sql`
    alter table inbound_attachments
      add column is_embedded boolean not null default false,
      drop constraint inbound_attachments_file_type_check,
      add constraint inbound_attachments_file_type_check check (file_type in
        ('pdf', 'jpg', 'png', 'gif', 'tif', 'heic', 'docx', 'xlsx', 'pptx', 'doc', 'xls', 'ppt', 'msg', 'rtf',
          'eml', 'ics', 'csv', 'txt', 'dat', 'zip', 'bin'))`.execute(db);
}
