import { sql, type Kysely } from "kysely";

/** What is kept of an email has no link that switches its reader's emails off: whoever has a matter's file could press it. */
export async function up(db: Kysely<unknown>) {
  await sql`
    update email_log set words = regexp_replace(words, '[^\n]*/your-emails/off/[^\n]*\n*', '', 'g')
    where words like '%/your-emails/off/%'`.execute(db);
}
