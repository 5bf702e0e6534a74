import { sql, type Kysely } from "kysely";

/**
 * Message-IDs of a received email’s thread, oldest first; the last one is the email’s own. An answer
 * names them, so that mail programs keep the thread together.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table inbound_emails add thread text[] not null default '{}'`.execute(db);
}
